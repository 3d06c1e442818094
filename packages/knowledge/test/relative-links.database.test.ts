import { expect, test } from "vitest";
import { openKnowledge } from "./open-knowledge.ts";

test("a relative link follows the linkBase of the moment, and without one its sentence is left out", async () => {
  await using open = await openKnowledge();
  await open.write({ "docs/sub/a.md": "Returns are free. See [delivery](../b.md#cost)." });
  const said = async (source: object) => {
    const agent = open.agent([{ files: "docs/**/*.md", ...source }]);
    await open.putAgent(agent, 0);
    await open.knowledge.sync(agent);
    const passages = await open.knowledge.search(agent.id, "returns", 1);
    return passages.map(({ text }) => text);
  };
  const linked = (base: string) => [`Returns are free. See [delivery](${base}/b.md#cost).`];
  expect(await said({ linkBase: "https://one.example/help" })).toEqual(linked("https://one.example/help"));
  expect(await said({ linkBase: "https://two.example" })).toEqual(linked("https://two.example"));
  expect(await said({})).toEqual(["Returns are free."]);
});
