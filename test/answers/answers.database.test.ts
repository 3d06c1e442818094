import { sumUp, type Ranking } from "@servicechat/knowledge";
import { expect, test } from "vitest";
import { askSet } from "./ask-set.ts";
import { answerSets } from "./sets.ts";

interface Floor {
  readonly name: string;
  /** Whether passages are ranked by meaning too. */
  readonly vectors: boolean;
  readonly right: number;
  readonly shown: number;
  readonly declined: number;
  /** Maximum number of words in an answer. */
  readonly longest: number;
  /** Share of the questions whose section comes first, and is among the six passages that an agent gets. */
  readonly section: Readonly<Record<1 | 6, number>>;
}

/**
 * A little below what was achieved, with 25 questions and 5 without an answer each. Raise them after an improvement.
 */
const floors: readonly Floor[] = [
  {
    name: "hopline",
    vectors: false,
    right: 10,
    shown: 13,
    declined: 4,
    longest: 115,
    section: { 1: 0.36, 6: 0.52 },
  },
  {
    name: "hopline",
    vectors: true,
    right: 16,
    shown: 19,
    declined: 4,
    longest: 125,
    section: { 1: 0.56, 6: 0.88 },
  },
  {
    name: "hopline-wordings",
    vectors: false,
    right: 13,
    shown: 18,
    declined: 4,
    longest: 115,
    section: { 1: 0.56, 6: 0.84 },
  },
  {
    name: "hopline-wordings",
    vectors: true,
    right: 20,
    shown: 23,
    declined: 4,
    longest: 125,
    section: { 1: 0.8, 6: 0.96 },
  },
  {
    name: "fastify",
    vectors: false,
    right: 8,
    shown: 15,
    declined: 4,
    longest: 120,
    section: { 1: 0.36, 6: 0.56 },
  },
];

test.each(floors)(
  "of $name (with vectors: $vectors), at least $right answers are right and $shown show the section",
  async ({ name, vectors, ...floor }) => {
    const set = answerSets.find((one) => one.name === name);
    if (!set) throw new Error(`There is no set ${name}.`);
    const { found, answers } = await askSet(set, { vectors });
    const { right, shown, declined, maxWords } = sumUp(answers);
    expect(right.count, "right").toBeGreaterThanOrEqual(floor.right);
    expect(shown.count, "shown").toBeGreaterThanOrEqual(floor.shown);
    expect(declined.count, "declined").toBeGreaterThanOrEqual(floor.declined);
    expect(maxWords, "longest").toBeLessThanOrEqual(floor.longest);
    const ranking: Ranking = vectors ? "both" : "words";
    const result = found.rankings.find((one) => one.ranking === ranking);
    expect(result?.sectionRecall?.[1], "section first").toBeGreaterThanOrEqual(floor.section[1]);
    expect(result?.sectionRecall?.[6], "section among 6").toBeGreaterThanOrEqual(floor.section[6]);
  },
  300_000,
);
