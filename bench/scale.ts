import { formatTable } from "./row.ts";
import { chats } from "./scale/chats.ts";
import { history } from "./scale/history.ts";
import { keys } from "./scale/keys.ts";
import { nodes } from "./scale/nodes.ts";
import { passages } from "./scale/passages.ts";
import { streams } from "./scale/streams.ts";
import { turns } from "./scale/turns.ts";
import type { Scale } from "./scale/scale.ts";

/* Measures how cost grows with each quantity, for docs/scale.md. Without names: everything. */

const scales: Readonly<Record<string, Scale>> = { chats, history, turns, streams, passages, keys, nodes };

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(scales, name));
if (unknown !== undefined) {
  console.error(`There is no '${unknown}'. What can grow: ${Object.keys(scales).join(", ")}.`);
  process.exit(2);
}
for (const [name, scale] of Object.entries(scales)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const table = await scale((text) => progress(`${name}: ${text}`));
  progress("");
  console.log(`${name}\n\n${"skipped" in table ? table.skipped : formatTable(table)}\n`);
}

/** One line that is overwritten; nothing if it is not a terminal. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}
