import { describe, expect, test } from "vitest";
import type { AttemptLimit, Storage } from "../../src/index.ts";
import { dayMs } from "./operator-samples.ts";
import type { OpenStorage } from "./samples.ts";

/** From the third miss on one second, doubled by each further one. */
const guesser: AttemptLimit = {
  hash: "ada from the office",
  waitAfter: (misses) => (misses < 3 ? 0 : 1000 * 2 ** (misses - 3)),
};
const name: AttemptLimit = {
  hash: "ada",
  waitAfter: (misses) => (misses < 4 ? 0 : 1000),
  forgetOneEveryMs: 2_000,
};
const address: AttemptLimit = {
  hash: "office",
  waitAfter: (misses) => (misses < 5 ? 0 : 1000),
  forgetAfterMs: 10_000,
};

const begin = (
  storage: Storage,
  at: number,
  limits: { guesser?: AttemptLimit; name?: AttemptLimit } = { guesser },
) => storage.signInAttempts.begin({ ...limits, address, at });

const isAllowed = { kind: "attempt_allowed" };
const mustWait = (waitMs: number) => ({ kind: "too_many_attempts", waitMs });

/** Failed sign-ins are counted, and slow down the next ones. */
export function signInAttemptPromises(driver: string, open: OpenStorage): void {
  describe(`${driver}: attempts to sign in`, () => {
    test("after some misses of one who guesses the next attempt waits, twice as long each time, and one within it is not counted", async () => {
      await using storage = await open();
      for (const at of [1, 2, 3]) expect(await begin(storage, at)).toEqual(isAllowed);
      expect(await begin(storage, 4)).toEqual(mustWait(999));
      expect(await begin(storage, 1002)).toEqual(mustWait(1));
      expect(await begin(storage, 1003)).toEqual(isAllowed);
      expect(await begin(storage, 1004)).toEqual(mustWait(1999));
      // Nobody else waits for it.
      expect(await begin(storage, 1004, {})).toEqual(isAllowed);
      const other = { guesser: { ...guesser, hash: "ben" }, at: 1004 };
      expect(await storage.signInAttempts.begin(other)).toEqual(isAllowed);
    });

    test("misses of a name are forgotten one by one", async () => {
      await using storage = await open();
      const guess = (at: number) => storage.signInAttempts.begin({ name, at });
      for (const at of [1, 2, 3, 4]) expect(await guess(at)).toEqual(isAllowed);
      expect(await guess(5)).toEqual(mustWait(999));
      // Half of them are forgotten.
      for (const at of [4_005, 4_006]) expect(await guess(at)).toEqual(isAllowed);
      expect(await guess(4_007)).toEqual(mustWait(999));
    });

    test("a success forgets the misses of the one who guessed, and is none of the name or the address", async () => {
      await using storage = await open();
      for (const at of [1, 2, 3]) await begin(storage, at);
      await storage.signInAttempts.succeed({ guesser: guesser.hash, address: address.hash });
      for (const at of [4, 5]) expect(await begin(storage, at)).toEqual(isAllowed);
      await storage.signInAttempts.succeed({ address: address.hash });
      // Five attempts began, and three of them count: the address may continue.
      for (const at of [6, 7]) expect(await begin(storage, at, {})).toEqual(isAllowed);
      expect(await begin(storage, 8, {})).toEqual(mustWait(999));

      const guess = () => storage.signInAttempts.begin({ name, at: 9 });
      for (let successes = 0; successes < 9; successes++) {
        expect(await guess()).toEqual(isAllowed);
        await storage.signInAttempts.succeed({ name: name.hash });
      }
    });

    test("an address is forgotten when it had no miss for long enough", async () => {
      await using storage = await open();
      for (const at of [1, 2, 3, 4, 5]) await begin(storage, at, {});
      expect(await begin(storage, 6, {})).toEqual(mustWait(999));
      expect(await begin(storage, 10_006, {})).toEqual(isAllowed);
      expect(await begin(storage, 10_007, {})).toEqual(isAllowed);
    });

    test("of many attempts at once no more are looked at than one by one", async () => {
      await using storage = await open();
      const results = await Promise.all(Array.from({ length: 12 }, () => begin(storage, 5)));
      expect(results.filter(({ kind }) => kind === "attempt_allowed")).toHaveLength(3);
    });

    test("misses are forgotten after a day", async () => {
      await using storage = await open();
      for (const at of [1, 2, 3]) await begin(storage, at);
      await storage.conversations.expire({ now: dayMs + 4, idleSince: 0, createdSince: 0 });
      for (const at of [4, 5, 6]) expect(await begin(storage, at)).toEqual(isAllowed);
    });
  });
}
