import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { maxConnections } from "../../src/postgres/connections.ts";
import { inLivedTime } from "../../../../test/support/lived-time.ts";
import { postgresMigrations } from "../../src/postgres/schema.ts";
import type { Storage, StoredPart } from "../../src/index.ts";
import {
  definitionOf,
  endOf,
  firstTurn,
  newId,
  nextTurn,
  putAgent,
  sampleKey,
  startChat,
} from "../suite/samples.ts";
import { floodBudget } from "../suite/flood-budget.ts";
import { found } from "../suite/written-chats.ts";
import { emptyDatabase, isMissing, title, type TestDatabase } from "./database.ts";

async function openNodes(database: TestDatabase) {
  const nodes: readonly [Storage, Storage] = [await database.open(), await database.open()];
  await putAgent(nodes[0]);
  /** Takes turns. */
  const nodeOf = (index: number): Storage => (index % 2 === 0 ? nodes[0] : nodes[1]);
  return Object.assign(nodes, { nodeOf });
}

describe.skipIf(isMissing)(title, () => {
  test("nodes that open an empty database at the same time all get it, and each step ran once", async () => {
    await using database = emptyDatabase();
    const nodes = await Promise.all(Array.from({ length: 5 }, () => database.open()));
    const written = await Promise.all(nodes.map((node, index) => putAgent(node, `agent${index}`)));
    expect((await nodes[0]?.agents.list())?.map(({ id }) => id)).toEqual(written);
    const steps = await database.run(
      "select name, count(*) from kysely_migration group by name order by name",
    );
    expect(steps.map(({ name, count }) => `${String(name)} ${String(count)}`)).toEqual(
      Object.keys(postgresMigrations)
        .toSorted()
        .map((name) => `${name} 1`),
    );
  });

  test("turns of one session that several nodes accept at once are numbered from 1 without a gap", async () => {
    await using database = emptyDatabase();
    const nodes = await openNodes(database);
    const { sessionId } = await startChat(nodes[0]);
    const accepted = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        nodes.nodeOf(index).conversations.acceptTurn(nextTurn(sessionId)),
      ),
    );
    const numbers = Array.from({ length: 40 }, (_, index) => index + 2);
    const given = accepted.map((outcome) => (outcome.kind === "accepted" ? outcome.turn : 0));
    expect(given.toSorted((one, other) => one - other)).toEqual(numbers);
    const turns = await nodes[1].conversations.readTurns({ sessionId });
    expect(turns.map(({ number }) => number)).toEqual([1, ...numbers]);
    expect((await nodes[1].conversations.find(sessionId))?.turns).toBe(41);
  });

  test("replies that grow do not wait for one that is being ended or erased: it is passed over", async () => {
    await using database = emptyDatabase();
    const [node] = await openNodes(database);
    const { conversations } = node;
    const [held, free] = [firstTurn(), firstTurn()];
    for (const turn of [held, free]) await conversations.acceptTurn(turn);
    const other = new Client({ connectionString: database.url });
    await other.connect();
    try {
      await other.query(
        `begin; select 1 from ${database.schema}.replies where id = '${held.replyId}' for update`,
      );
      const grown = [held, free].map(({ replyId }) => ({ replyId, offset: 0, appended: "Good" }));
      expect(await conversations.saveProgress(grown)).toEqual([
        { replyId: held.replyId, why: "passed_over" },
      ]);
      await other.query("commit");
    } finally {
      await other.end();
    }
    const contentOf = async ({ session, replyId }: typeof held) =>
      (await conversations.findReply({ sessionId: session.id, replyId }))?.content;
    expect([await contentOf(held), await contentOf(free)]).toEqual(["", "Good"]);
  });

  test("many more messages than connections at once are all accepted: a moving queue is not an outage", async () => {
    await using database = emptyDatabase();
    const [node] = await openNodes(database);
    // Each holds its connection for a tenth of a second: the last of 20 rounds waits for longer than a line may stand
    // still, on any machine.
    await database.run(`
      create function linger() returns trigger language plpgsql as $$ begin
        perform pg_sleep(0.1);
        return new;
      end $$;
      create trigger lingering after insert on replies for each row execute function linger()`);
    const outcomes = await Promise.all(
      Array.from({ length: 20 * maxConnections }, () => node.conversations.acceptTurn(firstTurn())),
    );
    expect(outcomes).toEqual(outcomes.map(() => ({ kind: "accepted", turn: 1 })));
    const sessions = await database.run("select count(*) from sessions");
    expect(sessions).toEqual([{ count: String(outcomes.length) }]);
  });

  test("an idempotency key sent to several nodes at once makes one turn, in a new chat and in an old one", async () => {
    await using database = emptyDatabase();
    const nodes = await openNodes(database);
    const { sessionId } = await startChat(nodes[0]);
    for (let round = 0; round < 20; round++) {
      const idempotency = { agentId: "guide", key: `k${round}`, bodyHash: "b", expiresAt: 9000 };
      const twin = () =>
        round % 2 === 0 ? nextTurn(sessionId, { idempotency }) : firstTurn({ idempotency });
      const outcomes = await Promise.all(
        [0, 1, 0, 1].map((node) => nodes.nodeOf(node).conversations.acceptTurn(twin())),
      );
      expect(outcomes.filter((outcome) => outcome.kind === "idempotency_key_taken")).toHaveLength(3);
      const kept = await nodes[1].conversations.findIdempotentTurn({
        agentId: "guide",
        key: `k${round}`,
        now: 1,
      });
      expect(outcomes).toContainEqual({ kind: "accepted", turn: kept?.turn });
    }
    expect(await nodes[0].conversations.readTurns({ sessionId })).toHaveLength(11);
    expect(await found(nodes[0])).toHaveLength(11);
  });

  test("a key sent at once in two chats makes one turn, and the other chat gets none", async () => {
    await using database = emptyDatabase();
    const nodes = await openNodes(database);
    const chats = [await startChat(nodes[0]), await startChat(nodes[1])];
    for (let round = 0; round < 20; round++) {
      const idempotency = { agentId: "guide", key: `k${round}`, bodyHash: "b", expiresAt: 9000 };
      const outcomes = await Promise.all(
        chats.map(({ sessionId }, node) =>
          nodes.nodeOf(node).conversations.acceptTurn(nextTurn(sessionId, { idempotency })),
        ),
      );
      expect(outcomes.filter((outcome) => outcome.kind === "idempotency_key_taken")).toHaveLength(1);
    }
    const counts = await Promise.all(
      chats.map(async ({ sessionId }) => (await nodes[0].conversations.find(sessionId))?.turns ?? 0),
    );
    expect(counts[0] ?? 0).toBe(22 - (counts[1] ?? 0));
    for (const { sessionId } of chats) {
      const turns = await nodes[0].conversations.readTurns({ sessionId });
      expect(turns.map(({ number }) => number)).toEqual(turns.map((_, index) => index + 1));
    }
  });

  test("of two answers to one question, given on two nodes at once, the second is refused", async () => {
    await using database = emptyDatabase();
    const nodes = await openNodes(database);
    const { sessionId, replyId } = await startChat(nodes[0]);
    for (let round = 0; round < 20; round++) {
      const questionId = `q${round}`;
      const asked: StoredPart = { type: "question", id: questionId, questions: [] };
      await nodes[0].conversations.endReply(endOf(replyId, { parts: [asked] }));
      const answer = (text: string) => ({ questionId, answers: { "Which?": text } });
      const outcomes = await Promise.all(
        nodes.map((node, index) =>
          node.conversations.acceptTurn(nextTurn(sessionId, { answers: [answer(`node ${index}`)] })),
        ),
      );
      expect(outcomes).toEqual(
        expect.arrayContaining([{ kind: "accepted", turn: round + 2 }, { kind: "question_answered" }]),
      );
      const found = await nodes[0].conversations.findQuestion({ sessionId, questionId });
      const first = outcomes[0]?.kind === "question_answered" ? "node 1" : "node 0";
      expect(found?.reply.parts).toEqual([{ ...asked, answer: { answers: { "Which?": first } } }]);
    }
    expect(await nodes[0].conversations.readTurns({ sessionId })).toHaveLength(21);
  });

  test("chats erased and agents deleted while they are written to leave nothing by halves, and nobody waits in a circle", async () => {
    await using database = emptyDatabase();
    const nodes = await openNodes(database);
    for (let round = 0; round < 10; round++) {
      const agentId = await putAgent(nodes[0], `agent${round}`);
      const opened = Array.from({ length: 10 }, () =>
        firstTurn({ session: { id: newId("ses"), agentId, tokenHash: newId("hash") } }),
      );
      for (const turn of opened) await nodes[0].conversations.acceptTurn(turn);
      const question: StoredPart = { type: "question", id: "q", questions: [] };
      const progress = opened.map(({ replyId }) => ({
        replyId,
        offset: 0,
        appended: "more",
        parts: [question],
      }));
      const session = () => ({ id: newId("ses"), agentId, tokenHash: newId("hash") });
      const outcomes = await Promise.all([
        nodes[1].conversations.saveProgress(progress.toReversed()),
        ...opened.map(({ replyId }) =>
          nodes[0].conversations.endReply(endOf(replyId, { parts: [question] })),
        ),
        ...opened.map(({ session: { id } }) => nodes[0].conversations.acceptTurn(nextTurn(id))),
        nodes[1].conversations.saveProgress(progress),
        nodes[1].conversations.erase(opened[0]?.session.id ?? ""),
        nodes.nodeOf(round).agents.delete(agentId),
        ...[0, 1, 0].map((node) =>
          nodes.nodeOf(node).conversations.acceptTurn(firstTurn({ session: session() })),
        ),
      ]);
      const kinds = outcomes.flatMap((outcome) =>
        typeof outcome === "object" && "kind" in outcome ? [outcome.kind] : [],
      );
      const expected = ["accepted", "session_erased", "agent_removed"];
      expect(kinds).toHaveLength(13);
      expect(kinds.filter((kind) => !expected.includes(kind))).toEqual([]);
      expect(await found(nodes[0], { agentId })).toEqual([]);
    }
    const left = await database.run(
      "select (select count(*) from messages) + (select count(*) from replies) as n",
    );
    expect(left).toEqual([{ n: "0" }]);
  });

  test("another node's change of keys is seen within a second, and a node's own change at once", async () => {
    await using database = emptyDatabase();
    const [service, commandLine] = await openNodes(database);
    const key = sampleKey();
    const marks = [await service.revision()];
    await service.keys.create(key);
    marks.push(await service.revision());
    expect(marks[1]).not.toBe(marks[0]);

    await commandLine.keys.revoke(key.id, 5);
    const seen = expect.poll(() => service.revision(), { interval: 20 }).not.toBe(marks[1]);
    await inLivedTime(seen, 1200);
    expect((await service.keys.find(key.id))?.revokedAt).toBe(5);
    expect(await service.revision()).toBe(await commandLine.revision());
  });

  test("nodes that put the same agent at once agree: it is created once", async () => {
    await using database = emptyDatabase();
    const nodes = await openNodes(database);
    const put = { id: "new", definition: definitionOf("new"), baseDirectory: "/", at: 1 };
    const outcomes = await Promise.all([0, 1, 0, 1].map((node) => nodes.nodeOf(node).agents.put(put)));
    expect(outcomes.toSorted()).toEqual(["created", "unchanged", "unchanged", "unchanged"]);
  });

  test("a flood of turns on two nodes exceeds a key's budget by less than one reply, and one refusal is the first", async () => {
    await using database = emptyDatabase();
    const nodes = await openNodes(database);
    await Promise.all(["k1", "k2"].map((keyId) => floodBudget(keyId, nodes)));
  });

  test("of nodes that look for orphans at once, each orphan is returned to one", async () => {
    await using database = emptyDatabase();
    const nodes = await openNodes(database);
    const turns = Array.from({ length: 30 }, () => firstTurn({ node: "lost" }));
    for (const turn of turns) await nodes[0].conversations.acceptTurn(turn);
    await nodes[0].conversations.acceptTurn(firstTurn({ node: "alive" }));
    const query = { failure: "reply_cut", liveNodes: ["alive"] } as const;
    const found = await Promise.all(nodes.map((node) => node.conversations.markOrphans(query)));
    const ids = found.flat().map(({ replyId }) => replyId);
    expect(ids.toSorted()).toEqual(turns.map(({ replyId }) => replyId).toSorted());
  });
});
