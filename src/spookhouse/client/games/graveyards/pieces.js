// All pieces with their names, for the rulebook.
import { html } from "../../lib.js";
import { Svg } from "../../art/shapes.js";
import { COLOURS, Ghost, House, Icon, KINDS, Tile, Token } from "./art.js";
import { fill, name } from "./labels.js";
import words from "./words.js";

export const Pieces = () => html`
  <ul class="pieces">
    <li>
      <${Svg} w=${100} h=${100} width="64">
        <${Tile} face=${{ ghosts: COLOURS, icon: "rotate" }}/>
      </${Svg}>
      <span>${words.oneTile}</span>
    </li>
    ${COLOURS.map((colour) => html`
      <li key=${colour}>
        <${Svg} w=${50} h=${50} width="56"><${Ghost} colour=${colour}/></${Svg}>
        <span>${name(words.colour, colour)}</span>
      </li>
    `)}
    ${COLOURS.map((colour) => html`
      <li key=${`house ${colour}`}>
        <${Svg} w=${120} h=${145} width="64">
          <g transform="translate(10 40)"><${House} colour=${colour}/></g>
        </${Svg}>
        <span>
          ${fill(words.thing.house, {
            name: name(words.house, colour),
            colour: name(words.colour, colour),
          })}
        </span>
      </li>
    `)}
    ${KINDS.map((kind) => html`
      <li key=${kind}>
        <${Svg} w=${50} h=${50} width="56"><${Token} kind=${kind}/></${Svg}>
        <span><b>${name(words.kind, kind)}</b> ${name(words.worth, kind)}</span>
      </li>
    `)}
    ${Object.keys(words.icon).map((icon) => html`
      <li key=${icon}>
        <${Svg} w=${30} h=${30} width="48">
          <g transform="translate(15 15)"><${Icon} icon=${icon}/></g>
        </${Svg}>
        <span>${name(words.icon, icon)}</span>
      </li>
    `)}
  </ul>
`;
