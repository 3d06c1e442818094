// Prints the gaps that the recorded questions produce: node test/answers/gaps/measure.ts [vectors]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askVisitors } from "./ask-visitors.ts";
import { gapsOf, judgeGaps } from "./judge-gaps.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
await using asked = await askVisitors({
  pages: mkdtempSync(join(tmpdir(), "servicechat-gaps-")),
  vectors: process.argv[2] === "vectors",
});
const gaps = await gapsOf(asked);
for (const { groups, questions } of gaps) say(`[${groups.join(", ")}] ${questions.join(" · ")}`);
const judged = judgeGaps(gaps);
say(`${judged.found.length} groups found: ${judged.found.join(", ")}`);
say(`${judged.false.length} false, ${judged.mixed.length} of more than one group`);
