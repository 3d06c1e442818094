import type { JSX } from "preact";
import { outline } from "../screens/icon.tsx";

/** A sheet of paper, for a file that cannot be shown. */
export function fileIcon(size: number): JSX.Element {
  const path = "M13.5 3.5H7a1 1 0 0 0-1 1v15a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V8zM13.5 3.5V8H18";
  return outline("file", path, size);
}
