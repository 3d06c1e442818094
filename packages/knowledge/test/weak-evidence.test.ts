import { expect, test } from "vitest";
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

/** How surely a passage answers of which so much is covered, and whose meaning lies so near. */
function score({ covered, nearness, isAlike }: { covered: number; nearness: number; isAlike: boolean }) {
  const measured: Measured = {
    passage,
    words: 0,
    stems: new Set(),
    covered,
    named: 0,
    alike: 0,
    ofHeading: 0,
    isShort: false,
    isOneOfMany: false,
    isVague: false,
    meaning: { cosine: 0.4, nearness, related: 1, isAlike },
  };
  return rankCandidates("both", [measured])[0]?.score ?? 0;
}

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
