// A QR code for links.
import { html } from "../lib.js";
import { correction, generate, mode } from "../vendor/lean-qr.js";

const LEVEL = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M };
const MARGIN = 4; // modules; the standard's quiet zone

/**
 * Encode a text in byte mode with error correction M. Byte mode needs no character set marker
 * (ECI), which some scanners do not understand.
 * @param {string} text
 * @returns {number[][]} rows of 0 and 1
 */
export function qr(text) {
  const code = generate(mode.bytes(new TextEncoder().encode(text)), LEVEL);
  return Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_, x) => Number(code.get(x, y))),
  );
}

/** @param {{text: string, label: string}} props */
export function QrCode({ text, label }) {
  const rows = qr(text);
  const size = rows.length + 2 * MARGIN;
  const modules = rows
    .flatMap((row, y) => row.map((bit, x) => (bit ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : "")))
    .join("");
  return html`
    <svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label}
      shape-rendering="crispEdges">
      <rect width=${size} height=${size} fill="#fff"/>
      <path d=${modules} fill="#000"/>
    </svg>
  `;
}
