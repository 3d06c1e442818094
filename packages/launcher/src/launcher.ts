import { readTag } from "./read-tag.ts";
import { startLauncher } from "./start-launcher.ts";
import { warn } from "./warn.ts";

try {
  startLauncher(readTag(document.currentScript));
} catch (cause) {
  warn(cause);
}
