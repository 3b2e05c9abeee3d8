// All imports of the vendored user interface libraries; other modules import from here.
import { h } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export { h, render, Fragment, createContext, createRef, createPortal } from "./vendor/preact.js";
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "./vendor/hooks.js";
export {
  batch,
  computed,
  effect,
  signal,
  untracked,
  useComputed,
  useSignal,
  useSignalEffect,
} from "./vendor/signals.js";

export const html = htm.bind(h);

/**
 * Join the names that are not empty, as the value of a `class` attribute.
 * @param {(string | false | 0 | null | undefined)[]} names
 */
export const classes = (...names) => names.filter(Boolean).join(" ");
