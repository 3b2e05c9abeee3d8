export * from "preact"; export { createPortal } from "preact/compat";
