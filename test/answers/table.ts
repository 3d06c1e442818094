import { sumUp } from "@servicechat/knowledge";
import type { Count, RankingResult } from "@servicechat/knowledge";
import type { JudgedAnswer } from "@servicechat/operations";
import type { AskedSet } from "./ask-set.ts";

/** One set, asked by words alone and, unless that takes too long, with local vectors. */
export interface AskedTwice {
  readonly name: string;
  readonly words: AskedSet;
  readonly vectors: AskedSet | undefined;
}

type Column = "words" | "vectors";
type Tell = (answers: readonly JudgedAnswer[], results: ReturnType<typeof sumUp>) => string;

const kinds = [
  ["own", "- in the documents' own words"],
  ["other", "- in other words"],
  ["short", "- of one or two words, or misspelt"],
  ["cross", "- German and Spanish over English text"],
] as const;

/**
 * Both tables in Markdown: the quality of answers over all sets with facts, and how well each set's sections are found.
 */
export function tables(sets: readonly AskedTwice[]): string {
  const judged = sets.filter(({ words }) =>
    words.answers.some(({ judgement }) => judgement.right !== undefined),
  );
  return [...(judged.length > 0 ? [`${answersTable(judged)}\n`] : []), foundTable(sets)].join("\n");
}

function answersTable(sets: readonly AskedTwice[]): string {
  const all = (column: Column) => sets.flatMap((set) => set[column]?.answers ?? []);
  const row = (label: string, tell: Tell, part: (column: Column) => readonly JudgedAnswer[] = all) => {
    const cells = (["words", "vectors"] as const).map((column) => tell(part(column), sumUp(part(column))));
    return line([label, ...cells]);
  };
  const ofKind = (kind: string) => (column: Column) =>
    all(column).filter(({ question }) => question.kind === kind);
  const right: Tell = (_, results) => countText(results.right);
  const shown: Tell = (_, results) => countText(results.shown);
  return [
    line(["answers", "words", "with local vectors"]),
    line(["---", "---", "---"]),
    row("right", right),
    ...kinds.map(([kind, label]) => row(label, right, ofKind(kind))),
    ...sets.map((set) => row(`- of ${set.name}`, right, (column) => set[column]?.answers ?? [])),
    row("right section answered, or one click away", shown),
    ...kinds.map(([kind, label]) => row(label, shown, ofKind(kind))),
    ...sets.map((set) => row(`- of ${set.name}`, shown, (column) => set[column]?.answers ?? [])),
    row("not answered by the site: says so, or is not sure", (_, { declined }) => countText(declined)),
    row("asked back", (answers) => `${answers.filter(({ answer }) => answer.options.length > 0).length}`),
    ...sets.map((set) =>
      row(
        `median and largest length over ${set.name}, words`,
        (_, { medianWords, maxWords }) => `${medianWords}, ${maxWords}`,
        (column) => set[column]?.answers ?? [],
      ),
    ),
  ].join("\n");
}

function foundTable(sets: readonly AskedTwice[]): string {
  const rows = sets.flatMap(({ name, words, vectors }) =>
    [
      words.found.rankings.find(({ ranking }) => ranking === "words"),
      ...(vectors?.found.rankings.slice(1) ?? []),
    ]
      .filter((result) => result !== undefined)
      .map((result) => line([name, ...cellsOf(result)])),
  );
  return [
    line(["found", "ranking", "page first", "among 5", "section first", "among 6"]),
    line(Array.from({ length: 6 }, () => "---")),
    ...rows,
  ].join("\n");
}

function cellsOf({ ranking, recall, sectionRecall }: RankingResult): readonly string[] {
  const shares = [recall[1], recall[5], ...(sectionRecall ? [sectionRecall[1], sectionRecall[6]] : [])];
  return [ranking, ...Array.from({ length: 4 }, (_, at) => shares[at]?.toFixed(2) ?? "")];
}

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const countText = ({ count, of }: Count) => (of === 0 ? "" : `${count} of ${of}`);
