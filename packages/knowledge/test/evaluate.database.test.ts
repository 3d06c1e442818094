import { expect, test } from "vitest";
import { isPage } from "../src/evaluate/judge-answer.ts";
import { startEmbeddingsServer } from "./embeddings-server.ts";
import { openKnowledge } from "./open-knowledge.ts";

const pages = {
  "shop/delivery.md": "# Delivery\n\nEvery parcel leaves our house on Mondays.",
  "shop/returns.md": "# Returns\n\nSend a parcel back for a refund. A refund takes a week.",
};

test("recall and mean reciprocal rank are reported for each ranking that the agent has", async () => {
  await using server = await startEmbeddingsServer();
  await using open = await openKnowledge();
  await open.write(pages);
  const questions = [
    { question: "refund", pages: ["shop/returns.md"] },
    { question: "courier", pages: ["delivery.md", "nowhere.md"] },
  ];
  const plain = await open.embeddingAgent(undefined, "./shop/*.md");
  await open.knowledge.sync(plain);
  const byWords = {
    ranking: "words",
    recall: { 1: 0.5, 3: 0.5, 5: 0.5, 10: 0.5 },
    meanReciprocalRank: 0.5,
    answers: [
      { question: "refund", place: 1, found: ["shop/returns.md"] },
      { question: "courier", place: null, found: [] },
    ],
  };
  expect(await open.knowledge.evaluate(plain, questions)).toEqual({
    questions: 2,
    unknownPages: [{ question: "courier", page: "nowhere.md" }],
    unknownSections: [],
    unknownFacts: [],
    rankings: [byWords],
  });

  const agent = await open.embeddingAgent(
    { provider: "openai", name: "small", baseUrl: server.baseUrl },
    "./shop/*.md",
  );
  await open.knowledge.sync(agent);
  const { rankings } = await open.knowledge.evaluate(agent, questions);
  expect(rankings.map(({ ranking }) => ranking)).toEqual(["words", "vectors", "both"]);
  expect(rankings[0]).toEqual(byWords);
  expect(rankings[2]).toMatchObject({ recall: { 1: 1 }, meanReciprocalRank: 1 });

  server.answer({ status: 500 });
  await expect(open.knowledge.evaluate(agent, questions)).rejects.toThrow("status 500");
});

const handbook = {
  "shop/delivery.md":
    "# Delivery\n\nWe send parcels.\n\n## When it leaves\n\nEvery parcel leaves on **Mondays**.",
  "shop/returns.md": "# Returns\n\n## Refunds\n\nA refund of a parcel takes a week.",
};

test("if questions name sections, their ranks are reported too; unanswerable questions count nowhere", async () => {
  await using open = await openKnowledge();
  await open.write(handbook);
  const agent = await open.embeddingAgent(undefined, "./shop/*.md");
  await open.knowledge.sync(agent);
  const { questions, rankings } = await open.knowledge.evaluate(agent, [
    { question: "When does a parcel leave?", pages: ["delivery.md"], sections: ["When it leaves"] },
    { question: "refund of a parcel", pages: ["delivery.md"], sections: ["Delivery"] },
    { question: "refund", pages: ["returns.md"] },
    { question: "opening hours", pages: [] },
  ]);
  expect(questions).toBe(4);
  expect(rankings).toMatchObject([
    {
      recall: { 1: 2 / 3, 10: 1 },
      sectionRecall: { 1: 0.5, 6: 1 },
      answers: [{ sectionPlace: 1 }, { sectionPlace: 2 }, { place: 1 }],
    },
  ]);
  expect(rankings[0]?.answers[2]).not.toHaveProperty("sectionPlace");
});

test("headings and facts that the pages do not have are named, since nobody could find them", async () => {
  await using open = await openKnowledge();
  await open.write(handbook);
  const agent = await open.embeddingAgent(undefined, "./shop/*.md");
  await open.knowledge.sync(agent);
  const on = (sections: readonly string[], fact: string) => ({
    question: fact,
    pages: ["delivery.md"],
    sections,
    fact,
  });
  const evaluation = await open.knowledge.evaluate(agent, [
    on(["when it LEAVES"], "leaves on mondays"),
    on(["When it leaves"], "/parcel.*Mon/"),
    on(["When it goes"], "Mondays"),
    on(["When it leaves"], "a week"),
    on(["When it leaves", "Nowhere"], "We send parcels"),
  ]);
  expect(evaluation).toMatchObject({
    unknownPages: [],
    unknownSections: [
      { question: "Mondays", section: "When it goes" },
      { question: "We send parcels", section: "Nowhere" },
    ],
    unknownFacts: [
      { question: "a week", fact: "a week" },
      { question: "We send parcels", fact: "We send parcels" },
    ],
  });
});

test("a page is named by its address or by the end of its address or path, in whole names", () => {
  const page = { url: "https://docs.example/guide/returns.html", location: "docs/guide/returns.md" };
  for (const name of [page.url, `${page.url}#late`, page.location, "returns.html", "./guide/returns.md"]) {
    expect(isPage(page, name), name).toBe(true);
  }
  for (const name of ["turns.html", "returns", "guide", "https://docs.example/guide/", "other.html"]) {
    expect(isPage(page, name), name).toBe(false);
  }
  expect(isPage({ url: null, location: "a.md" }, "a.md")).toBe(true);
});
