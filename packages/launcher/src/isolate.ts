import { warn } from "./warn.ts";

/** Does what a page asked for. If that throws, its author is told, and neither the page nor the launcher is disturbed. */
export function isolate(action: () => void): void {
  try {
    action();
  } catch (cause) {
    warn(cause);
  }
}
