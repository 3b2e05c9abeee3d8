import { html } from "../../lib.js";
import { Eyes, Mouth, Spirit, Svg } from "../../art/shapes.js";

/** Three ghosts in the moonlight, for games without a picture of their own. */
export const Picture = () => html`
  <${Svg} w=${320} h=${200} class="picture">
    <rect width="320" height="200" fill="#22264a"/>
    <circle cx="246" cy="58" r="34" fill="#f3ecd8"/>
    <circle cx="234" cy="50" r="6" fill="#e2d6b8"/>
    <circle cx="254" cy="70" r="8" fill="#e2d6b8"/>
    <path d="M0 158c60-26 120-26 176-8s100 14 144-6v56H0z" fill="#171a30"/>
    <${Spirit} body="round" x=${34} y=${74} scale=${1.15}>
      <${Eyes} y=${34}/>
      <${Mouth} mood="grin" y=${44}/>
    </${Spirit}>
    <${Spirit} body="sheet" x=${120} y=${52} scale=${1.3}>
      <${Eyes} mood="wide"/>
      <${Mouth} mood="howl"/>
    </${Spirit}>
    <${Spirit} body="squat" x=${212} y=${86} scale=${1.1}>
      <${Eyes} y=${42}/>
      <${Mouth} y=${53}/>
    </${Spirit}>
  </${Svg}>
`;
