import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyTally, tallyAfter, type ChatTally, type ReadTurns } from "../src/chat-list/chat-tally.ts";
import type { TurnFacts } from "../src/chat-list/chat-tally.ts";

const turnFacts: fc.Arbitrary<TurnFacts> = fc.record(
  {
    author: fc.constantFrom("agent", "person", "nobody"),
    messages: fc.nat(3),
    at: fc.nat(9),
    status: fc.constantFrom("streaming", "complete", "failed"),
    replaced: fc.constant(true as const),
    rating: fc.constantFrom("up", "down"),
    unanswered: fc.constant(true as const),
    flagged: fc.constant(true as const),
    marks: fc.subarray(["cut", "uncited"], { minLength: 1 }),
    language: fc.constantFrom("en", "de"),
    version: fc.integer({ min: 1, max: 3 }),
    keyId: fc.constantFrom("k1", "k2"),
    user: fc.record({ id: fc.constantFrom("u1", "u2") }),
  },
  { requiredKeys: ["author", "messages", "at", "status"] },
);

/** Each step changes several turns at once, or takes them away. */
const steps = fc.array(
  fc.dictionary(fc.integer({ min: 1, max: 12 }).map(String), fc.option(turnFacts, { nil: undefined }), {
    minKeys: 1,
    maxKeys: 4,
  }),
  { maxLength: 12 },
);

/** Reads the turns of a chat, and counts how many. */
function readingOf(turns: ReadonlyMap<number, TurnFacts>): {
  readonly read: ReadTurns;
  readonly count: () => number;
} {
  let count = 0;
  return {
    async *read({ from, to, order }) {
      const sign = order === "asc" ? 1 : -1;
      for (const turn of [...turns.keys()].toSorted((one, other) => sign * (one - other))) {
        const facts = turns.get(turn);
        if (turn <= from || turn >= to || !facts) continue;
        count++;
        yield { turn, facts };
      }
    },
    count: () => count,
  };
}

test("a tally that follows the changes of turns is that of all the turns there are", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (changes) => {
      const turns = new Map<number, TurnFacts>();
      let tally: ChatTally = emptyTally;
      for (const step of changes) {
        const changed = Object.entries(step).map(([turn, after]) => ({
          turn: Number(turn),
          before: turns.get(Number(turn)),
          after,
        }));
        for (const { turn, after } of changed) {
          if (after) turns.set(turn, after);
          else turns.delete(turn);
        }
        tally = await tallyAfter(tally, changed, readingOf(turns).read);
        const all = [...turns].map(([turn, after]) => ({ turn, before: undefined, after }));
        expect(tally).toEqual(await tallyAfter(emptyTally, all, readingOf(new Map()).read));
      }
    }),
  );
});

test("a new turn of a long chat, its end and a rating of it read no other turn", async () => {
  const turns = new Map<number, TurnFacts>();
  const complete = { author: "agent", messages: 1, at: 1, status: "complete" } as const;
  let tally: ChatTally = emptyTally;
  for (let turn = 1; turn < 1_000; turn++) {
    turns.set(turn, { ...complete, language: "en", keyId: "k1" });
    tally = await tallyAfter(
      tally,
      [{ turn, before: undefined, after: turns.get(turn) }],
      readingOf(turns).read,
    );
  }
  const { read, count } = readingOf(turns);
  let before: TurnFacts | undefined;
  for (const after of [{ ...complete, status: "streaming" }, complete, { ...complete, rating: "up" }]) {
    tally = await tallyAfter(tally, [{ turn: 1_000, before, after }], read);
    before = after;
  }
  expect(count()).toBe(0);
  expect(tally).toMatchObject({
    counts: { messages: 2_000, "rating.up": 1 },
    latest: { turn: { turn: 1_000 }, language: { turn: 999, value: "en" } },
    first: 1,
  });
});
