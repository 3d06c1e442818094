import { sumUp } from "@servicechat/knowledge";
import type { Count, Evaluation, RankingResult } from "@servicechat/knowledge";
import type { JudgedAnswer, KnowledgeEvaluation } from "@servicechat/operations";
import type { Output } from "../output/print.ts";

/** The complete results, for scripts. */
export function evaluationView({ found, answers }: KnowledgeEvaluation): object {
  const asked = answers?.map(({ question: { question, kind }, answer: { text }, judgement }) => ({
    question,
    ...(kind !== undefined && { kind }),
    ...judgement,
    text,
  }));
  return { ...found, ...(asked && { answers: asked }) };
}

/** Prints a row for each ranking and each kind of answer; with `verbose`, also the questions that failed. */
export function printEvaluation(
  output: Output,
  { found, answers }: KnowledgeEvaluation,
  { verbose }: { readonly verbose: boolean },
): void {
  noteUnknown(output, found);
  printRankings(output, found);
  if (verbose) for (const result of found.rankings) printMisses(output, result);
  if (!answers) return;
  printAnswers(output, answers);
  if (verbose) printFailed(output, answers);
}

function noteUnknown(output: Output, { unknownPages, unknownSections, unknownFacts }: Evaluation): void {
  for (const { question, page } of unknownPages) {
    output.note(`The agent has no page '${page}', which should answer: ${question}`);
  }
  for (const { question, section } of unknownSections) {
    output.note(`The pages have no heading '${section}', which should contain the answer to: ${question}`);
  }
  for (const { question, fact } of unknownFacts) {
    output.note(`The pages do not contain '${fact}' there, which the answer should include: ${question}`);
  }
}

function printRankings(output: Output, { questions, rankings }: Evaluation): void {
  const withSections = rankings.some(({ sectionRecall }) => sectionRecall !== undefined);
  output.table(
    [
      "ranking",
      "recall@1",
      "recall@3",
      "recall@5",
      "recall@10",
      "MRR",
      ...(withSections ? ["section@1", "section@6"] : []),
    ],
    rankings.map(({ ranking, recall, meanReciprocalRank, sectionRecall }) => [
      ranking,
      ...[recall[1], recall[3], recall[5], recall[10], meanReciprocalRank].map((share) => share.toFixed(3)),
      ...(sectionRecall ? [sectionRecall[1].toFixed(3), sectionRecall[6].toFixed(3)] : []),
    ]),
    "",
  );
  output.line(`\n${questions} questions. recall@5: the share with a correct page among the first 5.`);
  if (withSections)
    output.line("section@6: the share with a correct section among the 6 passages given to the agent.");
}

function printMisses(output: Output, { ranking, answers }: RankingResult): void {
  const misses = answers.filter(({ place }) => place === null || place > 5);
  output.line(
    `\n${ranking}: ${misses.length === 0 ? "every question found its page." : "not among the first 5"}`,
  );
  for (const { question, place, found } of misses) {
    output.line(`  ${question}  (${place === null ? "not among the first 10" : `place ${place}`})`);
    for (const page of found.slice(0, 5)) output.line(`    ${page}`);
  }
}

function printAnswers(output: Output, answers: readonly JudgedAnswer[]): void {
  const kinds = [...new Set(answers.flatMap(({ question }) => question.kind ?? []))];
  const groups = [
    { name: "all", part: answers },
    ...kinds.map((kind) => ({ name: kind, part: answers.filter(({ question }) => question.kind === kind) })),
  ];
  output.line("");
  output.table(
    ["answers without a model", "right", "section shown", "unanswered: said so"],
    groups.map(({ name, part }) => {
      const { right, shown, declined } = sumUp(part);
      return [name, ...[right, shown, declined].map(countText)];
    }),
    "",
  );
  const { medianWords, maxWords } = sumUp(answers);
  output.line(`\nThe median answer has ${medianWords} words, the longest ${maxWords}.`);
}

const countText = ({ count, of }: Count) => (of === 0 ? "" : `${count} of ${of}`);

function printFailed(output: Output, answers: readonly JudgedAnswer[]): void {
  for (const { question, answer, judgement } of answers) {
    const fault = faultOf(question.pages.length === 0, judgement);
    if (fault === undefined) continue;
    output.line(`\n${question.question}  (${fault})`);
    const { text, options } = answer;
    output.line(
      `${text}\n${options.map(({ label }) => `? ${label}`).join("\n")}`.trim().replace(/^/gm, "  "),
    );
  }
}

function faultOf(
  isUnanswerable: boolean,
  { right, shown, declined }: JudgedAnswer["judgement"],
): string | undefined {
  if (isUnanswerable) return declined ? undefined : "should have been left unanswered";
  if (right !== false && shown !== false) return undefined;
  return shown ? "wrong answer, section shown" : "section not shown";
}
