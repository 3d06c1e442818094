import { expect, test } from "vitest";
import { bestMatches } from "../src/app/palette/match.ts";

const pages = [
  { name: "Settings" },
  { name: "Secrets", detail: "Settings" },
  { name: "Usage" },
  { name: "Weekly letter", detail: "Settings" },
  { name: "Lücken" },
];
const found = (typed: string) => bestMatches(typed, pages).map(({ name }) => name);

test("what begins with the typed letters comes before what has them in order, and names before details", () => {
  expect(found("se")).toEqual(["Secrets", "Settings", "Weekly letter"]);
  expect(found("stg")).toEqual(["Settings", "Secrets", "Weekly letter"]);
  expect(found("settings secrets")).toEqual(["Secrets"]);
});

test("accents and case do not matter, and each typed word must match", () => {
  expect(found("LUCKEN")).toEqual(["Lücken"]);
  expect(found("usage letter")).toEqual([]);
});
