// Names of tables as people read them out and type them: abcd-efgh-jk.
const CODE = /^[a-hjkmnp-z2-9]{10}$/;

/**
 * What was typed or pasted, as the house writes it.
 * @param {string} text
 */
export function tidyCode(text) {
  const last = text.trim().split(/[?#]/)[0].replace(/\/+$/, "").split("/").at(-1) ?? "";
  const plain = last.toLowerCase().replace(/[\s-]/g, "");
  return CODE.test(plain) ? plain : last;
}

/** @param {string} code */
export const showCode = (code) =>
  CODE.test(code) ? `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}` : code;
