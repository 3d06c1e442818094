import { expect, test } from "vitest";
import type { WordingNearness } from "../src/search/by-meaning.ts";
import type { Measured } from "../src/search/measure-coverage.ts";
import { rankCandidates } from "../src/search/rank-candidates.ts";

const passage = {
  id: "1",
  documentId: "1",
  title: "Delivery",
  headings: ["Delivery"],
  anchor: null,
  text: "It takes a day.",
  url: null,
};

const meaning = { cosine: 0.4, related: 1, isAlike: true };

interface Evidence {
  readonly covered: number;
  readonly nearness: number;
  readonly isAlike: boolean;
  readonly wording?: { readonly nearness: number; readonly kind?: WordingNearness };
}

/** A passage of which so much is covered, and whose meaning, and that of its nearest wording, lie so near. */
function rank({ covered, nearness, isAlike, wording }: Evidence) {
  const measured: Measured = {
    passage,
    words: 0,
    stems: new Set(),
    covered,
    named: 0,
    isAsked: false,
    alike: 0,
    ofHeading: 0,
    isShort: false,
    isOneOfMany: false,
    isVague: false,
    meaning: {
      ...meaning,
      nearness,
      together: nearness,
      isAlike,
      ...(wording && { byWording: { ...meaning, ...wording } }),
    },
  };
  return rankCandidates("both", [measured])[0];
}

/** How surely it answers. */
const score = (evidence: Evidence) => rank(evidence)?.score ?? 0;

test("what words and meaning hardly speak for is only linked to, unless its meaning is alike", () => {
  expect(score({ covered: 0.1, nearness: 1, isAlike: true })).toBeGreaterThan(0.2);
  expect(score({ covered: 0.1, nearness: 1, isAlike: false })).toBeLessThan(0.2);
  expect(score({ covered: 0.1, nearness: 1.4, isAlike: false })).toBeGreaterThan(0.2);
  expect(score({ covered: 0.9, nearness: 0.1, isAlike: false }), "by its words").toBeGreaterThan(0.2);
});

test("what has no word of a question is its answer only where it lies much nearer than others", () => {
  expect(score({ covered: 0, nearness: 1.7, isAlike: true })).toBeLessThan(0.35);
  expect(score({ covered: 0.1, nearness: 1.7, isAlike: true })).toBeGreaterThan(0.35);
  expect(score({ covered: 0, nearness: 1.9, isAlike: true })).toBeGreaterThan(0.35);
});

test("a wording that is far from the question only may answer it, and takes away nothing that its passage answers", () => {
  const wording = { nearness: 2, kind: "far" } as const;
  const far = { covered: 0.3, nearness: 0.2, isAlike: false, wording };
  expect(score(far)).toBeLessThan(0.35);
  expect(score(far)).toBeGreaterThan(0.2);
  expect(score({ ...far, wording: { ...wording, kind: "near" } })).toBeGreaterThan(0.35);
  expect(score({ ...far, covered: 0.7 })).toBeGreaterThan(0.35);
  const alone = { covered: 0.3, nearness: 1.8, isAlike: true };
  expect(score(alone)).toBeGreaterThan(0.35);
  expect(score({ ...alone, wording })).toBe(score(alone));
});

test("only a wording that is known to be near the question says that its passage starts with the answer", () => {
  const starts = (kind?: WordingNearness) =>
    rank({ covered: 0.3, nearness: 0.2, isAlike: false, wording: { nearness: 2, ...(kind && { kind }) } })
      ?.startsWithAnswer;
  expect([starts("same"), starts("near"), starts("far"), starts()]).toEqual([true, true, false, false]);
});
