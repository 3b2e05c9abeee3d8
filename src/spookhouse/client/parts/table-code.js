// Table codes as people read them out and type them: abcd-efgh-jk.
const CODE = /^[a-hjkmnp-z2-9]{10}$/;

/**
 * Normalize a code or link that was typed or pasted.
 * @param {string} text
 */
export function normalizeCode(text) {
  const last = text.trim().split(/[?#]/)[0].replace(/\/+$/, "").split("/").at(-1) ?? "";
  const plain = last.toLowerCase().replace(/[\s-]/g, "");
  return CODE.test(plain) ? plain : last;
}

/** @param {string} code */
export const formatCode = (code) =>
  CODE.test(code) ? `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}` : code;
