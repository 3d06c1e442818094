import { expect } from "vitest";
import type { Storage } from "../../src/index.ts";
import { auditedIn, putOperator, sampleApply, sampleAudit, sampleOperator } from "./operator-samples.ts";
import { newId } from "./samples.ts";

const rounds = 10;

/** Simultaneous actions of two nodes have the same result as one after the other. */
export async function raceOperators(nodes: readonly [Storage, Storage]): Promise<void> {
  const [node] = nodes;
  for (let round = 0; round < rounds; round++) {
    const owners = [await putOperator(node, { role: "owner" }), await putOperator(node, { role: "owner" })];
    await endOtherOwners(
      node,
      owners.map(({ id }) => id),
    );
    const results = await Promise.all(
      nodes.map(({ operators }, index) => {
        const id = owners[index]?.id ?? "";
        return (index + round) % 2 === 0
          ? operators.update({ id, values: { role: "viewer" } })
          : operators.remove({ id, at: 5 });
      }),
    );
    expect(results.filter(({ kind }) => kind === "last_owner")).toHaveLength(1);
    expect(await ownersOf(node)).toHaveLength(1);
  }
}

/** One link gives one session. */
export async function raceLinks(nodes: readonly [Storage, Storage]): Promise<void> {
  const { id: operatorId } = await putOperator(nodes[0]);
  for (let round = 0; round < rounds; round++) {
    const tokenHash = `link ${round}`;
    await nodes[0].operators.createLink({ operatorId, link: { tokenHash, expiresAt: 9 } });
    const results = await Promise.all(
      [...nodes, ...nodes].map(({ operatorSessions }) => {
        const id = newId("ops");
        const session = { id, tokenHash: `hash of ${id}`, browser: "" };
        const audit = { id: newId("aud"), address: null };
        return operatorSessions.signIn({ proof: { kind: "link", tokenHash }, session, at: 5, audit });
      }),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual([
      "rejected",
      "rejected",
      "rejected",
      "signed_in",
    ]);
  }
  const alive = { operatorId, idleSince: 0, createdSince: 0 };
  expect(await nodes[0].operatorSessions.list(alive)).toHaveLength(rounds);
  expect(await auditedIn(nodes[0])).toHaveLength(rounds);
}

/** A version is followed by one. */
export async function raceVersions(nodes: readonly [Storage, Storage]): Promise<void> {
  await nodes[0].agents.apply(sampleApply());
  for (let expected = 1; expected <= rounds; expected++) {
    const results = await Promise.all(
      nodes.map(({ agents }, index) =>
        agents.apply(
          sampleApply({
            file: `${expected} by ${index}`,
            expected,
            audit: [sampleAudit({ what: "agent.apply" })],
          }),
        ),
      ),
    );
    expect(results).toEqual(
      expect.arrayContaining([
        { kind: "updated", version: expected + 1 },
        { kind: "newer_version", version: expected + 1 },
      ]),
    );
  }
  expect(await auditedIn(nodes[0])).toHaveLength(rounds);
}

/** Of people with one name, and of first people, one is made. */
export async function raceNames(nodes: readonly [Storage, Storage]): Promise<void> {
  const first = await Promise.all(
    nodes.map(({ operators }) => operators.create(sampleOperator(), { onlyFirst: true })),
  );
  expect(first.map(({ kind }) => kind).toSorted()).toEqual(["created", "operators_exist"]);
  for (let round = 0; round < rounds; round++) {
    const results = await Promise.all(
      nodes.map(({ operators }) => operators.create(sampleOperator({ name: `Twin ${round}` }))),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["created", "name_taken"]);
  }
}

const ownersOf = async ({ operators }: Storage) =>
  (await operators.list({ limit: 100 })).items.filter(({ role }) => role === "owner");

async function endOtherOwners(storage: Storage, kept: readonly string[]): Promise<void> {
  for (const { id } of await ownersOf(storage))
    if (!kept.includes(id)) await storage.operators.remove({ id, at: 1 });
}
