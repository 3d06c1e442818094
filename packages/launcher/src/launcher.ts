import { isolate } from "./isolate.ts";
import { readTag } from "./read-tag.ts";
import { startLauncher } from "./start-launcher.ts";

isolate(() => startLauncher(readTag()));
