// Asks every set of the repository, by words alone and with local vectors, and prints the quality of the answers:
//   npm run eval                     all sets, large ones by words only
//   npm run eval -- --all            all sets, completely
//   npm run eval -- hopline fastify  only these sets
//   npm run eval -- --answers        also every answer that is not right
import { parseArgs } from "node:util";
import type { JudgedAnswer } from "@servicechat/operations";
import { createProgressLine } from "../../packages/cli/src/output/progress-line.ts";
import { askSet } from "./ask-set.ts";
import { answerSets } from "./sets.ts";
import { tables, type AskedTwice } from "./table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { answers: { type: "boolean", default: false }, all: { type: "boolean", default: false } },
});
const known = answerSets.map(({ name }) => name);
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no set '${unknown.join("', '")}'. There are: ${known.join(", ")}.\n`);
  process.exit(2);
}

const progress = createProgressLine(process.stderr);
const asked: AskedTwice[] = [];
for (const set of answerSets) {
  if (positionals.length > 0 && !positionals.includes(set.name)) continue;
  const onProgress = (text: string) => progress.show(text);
  const words = await askSet(set, { vectors: false, onProgress });
  const isPatient = values.all || positionals.length > 0 || !set.large;
  const vectors = isPatient ? await askSet(set, { vectors: true, onProgress }) : undefined;
  asked.push({ name: set.name, words, vectors });
}
progress.clear();
process.stdout.write(`${tables(asked)}\n`);
if (values.answers) {
  for (const { name, words, vectors } of asked) {
    process.stdout.write(
      `\n# ${name}, words\n${wrongOf(words.answers)}\n# ${name}, with local vectors\n${wrongOf(vectors?.answers ?? [])}`,
    );
  }
}
// The local model's thread would keep the process running.
process.exit(0);

function wrongOf(answers: readonly JudgedAnswer[]): string {
  const wrong = answers.filter(({ question, judgement: { right, shown, declined } }) =>
    question.pages.length === 0 ? !declined : right === false || shown === false,
  );
  return wrong
    .map(({ question: { question, sections = [] }, answer: { text, options }, judgement: { shown } }) => {
      const wanted =
        sections.length > 0 ? ` (${shown ? "shown" : "not shown"}: ${sections.join(" or ")})` : "";
      const offered = options.map(({ label, description }) => `? ${label}: ${description}\n`).join("");
      return `\n## ${question}${wanted}\n\n${text}\n${offered}`;
    })
    .join("");
}
