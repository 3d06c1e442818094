import { warn } from "./warn.ts";

/**
 * Runs something for the page. If it throws, the page's author is told, and neither the page nor the launcher is
 * affected.
 */
export function isolate(action: () => void): void {
  try {
    action();
  } catch (cause) {
    warn(cause);
  }
}
