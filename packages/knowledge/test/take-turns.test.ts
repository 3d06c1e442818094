import { expect, test } from "vitest";
import { createTurns } from "../src/extract/take-turns.ts";

/** Takes turns and writes down whose began, in order. */
function start(max: number) {
  const turns = createTurns(max);
  const begun: string[] = [];
  const take = async (owner: string, name: string, signal = new AbortController().signal) => {
    const turn = await turns.take(owner, signal);
    begun.push(turn ? name : `not ${name}`);
    return turn;
  };
  return { begun, take };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("one owner has one turn at a time, and is in nobody's way", async () => {
  const { begun, take } = start(2);
  const [first] = [take("a", "a1"), take("a", "a2"), take("b", "b1"), take("c", "c1")];
  await settled();
  expect(begun).toEqual(["a1", "b1"]);
  (await first)?.[Symbol.dispose]();
  await settled();
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("owners take turns, however much one of them brought before", async () => {
  const { begun, take } = start(1);
  const all = ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => take(name.slice(0, 1), name));
  await Promise.all(
    all.map(async (turn) => {
      using _turn = await turn;
      await settled();
    }),
  );
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

test("who gives up gets no turn, and keeps none from others", async () => {
  const { begun, take } = start(1);
  const abort = new AbortController();
  const first = await take("a", "a1");
  const gone = take("b", "b1", abort.signal);
  const last = take("b", "b2");
  abort.abort();
  expect(await gone).toBeUndefined();
  expect(await take("c", "c1", abort.signal)).toBeUndefined();
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  (await last)?.[Symbol.dispose]();
  expect(begun).toEqual(["a1", "not b1", "not c1", "b2"]);
});
