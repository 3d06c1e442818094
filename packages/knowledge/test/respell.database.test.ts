import { expect, test } from "vitest";
import { openKnowledge } from "./open-knowledge.ts";

const pages = {
  "roles.md": "# Roles\n\n## Collaborators and permissions\n\nThey may add photos.",
  "post.md": "# Post\n\n## When it was sent\n\nWe sent it by train.",
};

async function opened() {
  const open = await openKnowledge();
  await open.write(pages);
  await open.knowledge.sync(open.agent([{ files: "./*.md" }]));
  const ask = async (query: string) =>
    (await open.knowledge.search("shop", query, 3)).map(({ title, readAs }) => ({ title, readAs }));
  return { ask, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() };
}

test.each([
  ["colaborators", "collaborators"],
  ["Permisions of collaborators?", "permissions of collaborators?"],
  ["colaborators permissoins", "collaborators permissions"],
  ["wich colaborators", "which collaborators"],
  ["colaboraters", "collaborators"],
])("%j finds nothing that fits, and is looked for as %j", async (query, readAs) => {
  await using open = await opened();
  expect(await open.ask(query)).toEqual([{ title: "Roles", readAs }]);
});

test("a word that is right stays, though another is a slip away, when that does not answer either", async () => {
  await using open = await opened();
  expect(await open.ask("trait of purple umbrellas")).toEqual([]);
  expect(await open.ask("trait")).toEqual([{ title: "Post", readAs: "train" }]);
});

test("nothing is put right that passages have, that is too short or far, or among many words", async () => {
  await using open = await opened();
  expect(await open.ask("collaborators")).toEqual([{ title: "Roles", readAs: undefined }]);
  for (const query of [
    "where it went",
    "trais",
    "trane",
    "kolaborators",
    "colaborador",
    "colaborators bring seven purple green umbrellas",
  ])
    expect(await open.ask(query), query).toEqual([]);
});
