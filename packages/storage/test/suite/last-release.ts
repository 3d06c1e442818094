import { expect } from "vitest";
import type { Storage } from "../../src/storage.ts";
import { sampleApply } from "./operator-samples.ts";
import { definitionOf } from "./samples.ts";

/** A database as seen from outside of the service. */
interface DatabaseFromOutside {
  /** Brings an empty one to where the last release leaves it. */
  readonly setUp: () => Promise<void>;
  readonly open: () => Promise<Storage>;
  /** Runs statements, as a node of another release would. */
  readonly run: (text: string) => Promise<unknown>;
}

/** Of the steps that a database takes, those of the last release. */
export function lastRelease<Step>(steps: Readonly<Record<string, Step>>): Readonly<Record<string, Step>> {
  return Object.fromEntries(Object.entries(steps).filter(([name]) => name < "0022"));
}

/** Agents of the last release get versions, those too that its nodes write while both releases run. */
export async function upgradeAgents(database: DatabaseFromOutside): Promise<void> {
  await database.setUp();
  // In the words of the last release.
  const columns = "(id, definition, base_directory, created_at, updated_at)";
  const guideText = JSON.stringify(definitionOf("guide"));
  await database.run(`insert into agents ${columns} values ('guide', '${guideText}', '/agents', 500, 1000);
    insert into keys (id, agent_id, name, secret_hash, last_four, allowed, rate_limit, server_side, created_at)
    values ('k1', 'guide', 'Shop', 'hash', 'x9Zq', '[]', 60, 0, 1000);`);

  await using storage = await database.open();
  const { agentVersions } = storage;
  const guide = { scope: { agents: null }, agentId: "guide" };
  expect((await agentVersions.list({ ...guide, limit: 9 })).items).toEqual([
    {
      agentId: "guide",
      version: 1,
      at: 1000,
      author: { kind: "system", name: null },
      note: "",
      isCurrent: true,
    },
  ]);
  expect(await storage.keys.find("k1")).toMatchObject({ replaces: null, rateLimit: 60 });

  const other = JSON.stringify(definitionOf("guide", "Other"));
  await database.run(`update agents set definition = '${other}', updated_at = 2000 where id = 'guide';
    insert into agents ${columns} values ('new', '${other}', '/agents', 3000, 3000);`);

  const seen = sampleApply({ file: "mine", expected: 1 });
  expect(await storage.agents.apply(seen)).toEqual({ kind: "newer_version", version: 2 });
  expect(await agentVersions.find({ ...guide, version: 2 })).toMatchObject({
    at: 2000,
    definition: { name: "Other" },
    isCurrent: true,
  });
  expect(await storage.agents.apply({ ...seen, expected: 2 })).toEqual({ kind: "updated", version: 3 });
  expect(
    (await agentVersions.list({ scope: { agents: null }, agentId: "new", limit: 9 })).items,
  ).toMatchObject([{ version: 1, at: 3000, isCurrent: true }]);
  expect(await storage.agents.find("new")).toMatchObject({ version: 1 });
}
