/**
 * SHA-256, for pledges: browsers offer their own only on pages with a certificate, and a house at
 * home has none.
 */

const K = new Uint32Array(64);
const H = new Uint32Array(8);
for (let found = 0, n = 2; found < 64; n++) {
  let prime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
  if (!prime) continue;
  if (found < 8) H[found] = (Math.sqrt(n) % 1) * 2 ** 32;
  K[found++] = (Math.cbrt(n) % 1) * 2 ** 32;
}

const rotate = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));

/**
 * @param {Uint8Array} bytes
 * @returns {string} the hash in hex
 */
export function sha256(bytes) {
  const length = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(length * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length * 64 - 4, bytes.length * 8);
  const h = H.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < length; block++) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block * 64 + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    const v = h.slice();
    for (let i = 0; i < 64; i++) {
      const one = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
      const t1 = (v[7] + one + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i]) | 0;
      const zero = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
      const t2 = (zero + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))) | 0;
      v.copyWithin(1, 0, 7);
      v[4] += t1;
      v[0] = t1 + t2;
    }
    for (let i = 0; i < 8; i++) h[i] += v[i];
  }
  return hex(
    new Uint8Array(
      new Uint32Array(
        [...h].map(
          (x) => ((x & 255) << 24) | ((x & 0xff00) << 8) | ((x >>> 8) & 0xff00) | (x >>> 24),
        ),
      ).buffer,
    ),
  );
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
