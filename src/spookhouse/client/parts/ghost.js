// A small ghost beside texts; also the faces of bots and reactions.
import { html } from "../lib.js";
import { Eyes, Mouth, Spirit, Svg } from "../art/shapes.js";

/**
 * @param {{mood?: string, eyes?: string, body?: string, fill?: string, size?: number, label?:
 *   string}} props
 */
export const Ghost = ({
  mood = "smile",
  eyes = "round",
  body = "sheet",
  fill,
  size = 48,
  label,
}) => html`
  <${Svg} w=${60} h=${72} label=${label} width=${size} height=${size * 1.2} class="ghost">
    <${Spirit} body=${body} fill=${fill}>
      <${Eyes} mood=${eyes} y=${body === "squat" ? 40 : 26}/>
      <${Mouth} mood=${mood} y=${body === "squat" ? 51 : 39}/>
    </${Spirit}>
  </${Svg}>
`;
