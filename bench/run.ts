import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Part } from "./part.ts";
import type { Row } from "./row.ts";
import { formatRows } from "./row.ts";
import { bytes } from "./rows/bytes.ts";
import { config } from "./rows/config.ts";
import { operatorLists } from "./rows/console.ts";
import { memory } from "./rows/memory.ts";
import { people } from "./rows/people.ts";
import { redis } from "./rows/redis.ts";
import { relay } from "./rows/relay.ts";
import { chats } from "./rows/chats.ts";
import { start } from "./rows/start.ts";
import { tasks } from "./rows/tasks.ts";
import { turns } from "./rows/turns.ts";
import { wholeTurns } from "./rows/whole-turns.ts";
import { widget } from "./rows/widget.ts";

/* Measures the service and prints how it compares. See README.md in this folder. */

const parts: Readonly<Record<string, Part>> = {
  relay,
  redis,
  config,
  memory,
  turns,
  chats,
  answers: wholeTurns,
  tasks,
  console: operatorLists,
  people,
  start,
  bytes,
  widget,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { profile: { type: "string" }, keep: { type: "boolean" } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part '${unknown[0]}'. The parts are ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

const serviceArguments =
  values.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${values.profile}`];
const rows: Row[] = [];
const skipped: string[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const measured = await part({ serviceArguments, progress: (text) => progress(`${name}: ${text}`) });
  if ("skipped" in measured) skipped.push(`${name} was not measured: ${measured.skipped}`);
  else rows.push(...measured);
}
progress("");
const lastFile = new URL("last-release.json", import.meta.url);
const last = JSON.parse(await readFile(lastFile, "utf8")) as Readonly<Record<string, number>>;
console.log([formatRows(rows, last), ...skipped].join("\n"));
if (values.keep) {
  const kept = Object.fromEntries(rows.map(({ figure, value }) => [figure, Number(value.toPrecision(3))]));
  await writeFile(lastFile, `${JSON.stringify({ ...last, ...kept }, null, 2)}\n`);
}

/** One line that is overwritten; nothing if it is not a terminal. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}
