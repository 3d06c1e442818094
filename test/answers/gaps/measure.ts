// Prints which gaps the recorded questions make: node test/answers/gaps/measure.ts [vectors]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, isRefused } from "@servicechat/operations";
import { askVisitors, recorded } from "./ask-visitors.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const groupOf = new Map(
  Object.entries(recorded.unanswered).flatMap(([group, questions]) =>
    questions.map((question) => [question, group] as const),
  ),
);
await using asked = await askVisitors({
  pages: mkdtempSync(join(tmpdir(), "servicechat-gaps-")),
  vectors: process.argv[2] === "vectors",
});
const list = await asked.operations.gaps.list(commandLine, { limit: 1_000 });
if (isRefused(list)) throw new Error(list.kind);
const missing = new Set(groupOf.keys());
for (const { id, nearest } of list.items) {
  const questions = await asked.storage.gaps.questions({ id, limit: 200 });
  for (const { question } of questions) missing.delete(question);
  const told = questions.map(({ question }) => `${question} [${groupOf.get(question) ?? "answered"}]`);
  say(`${questions.length} (nearest ${nearest?.score.toFixed(2) ?? "-"}): ${told.join(" · ")}`);
}
say(`In no gap: ${[...missing].join(" · ")}`);
