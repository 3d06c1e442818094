import { expect, test } from "vitest";
import { chooseServer, hasChoice } from "./choose-server.ts";
import type { Choices } from "./choose-server.ts";

const named = "redis://named.example:1";
const usual = "redis://127.0.0.1:6379";
const own = "redis://127.0.0.1:40000";

/** A machine with servers at these addresses, and perhaps with programs to start one. */
function choices({
  at = [],
  set,
  startOwn,
}: {
  readonly at?: readonly string[];
  readonly set?: string;
  readonly startOwn?: Choices["startOwn"];
}): Choices {
  return {
    variable: "TEST_SERVER_URL",
    named: set,
    usual,
    check: async (url) => {
      if (!at.includes(url)) throw new Error("nobody answers");
    },
    take: async (url) => ({ url, close: async () => undefined }),
    startOwn,
  };
}

const startOwn = async () => ({ url: own, close: async () => undefined });

test("the server that the environment names comes first", async () => {
  const choice = await chooseServer(choices({ at: [named, usual], set: named, startOwn }));

  expect(choice).toMatchObject({ room: { url: named }, which: "the one that TEST_SERVER_URL names" });
});

test("a server that is named and does not answer is an error, also where another one could be had", async () => {
  const choice = chooseServer(choices({ at: [usual], set: named, startOwn }));

  await expect(choice).rejects.toThrow(
    "The server that TEST_SERVER_URL names cannot be used: nobody answers",
  );
});

test.each([undefined, ""])(
  "named %j, the server at the usual port comes before one of the run's own",
  async (set) => {
    const choice = await chooseServer(choices({ at: [usual], startOwn, ...(set !== undefined && { set }) }));

    expect(choice).toMatchObject({ room: { url: usual }, which: "the one on 127.0.0.1:6379" });
  },
);

test("where nothing usable is at the usual port, the run starts its own", async () => {
  expect(await chooseServer(choices({ startOwn }))).toMatchObject({ room: { url: own } });
});

test("a server that answers but gives no room is not used", async () => {
  const full = {
    ...choices({ at: [usual], startOwn }),
    take: async () => Promise.reject(new Error("permission denied to create database")),
  };

  expect(await chooseServer(full)).toMatchObject({ room: { url: own } });
  await expect(chooseServer({ ...full, named: usual })).rejects.toThrow("permission denied");
});

test("where there is no server and no program, the reason says all that was tried", async () => {
  expect(await chooseServer(choices({}))).toEqual({
    missing:
      "TEST_SERVER_URL is not set, the one on 127.0.0.1:6379 cannot be used (nobody answers), " +
      "none is installed that could be started",
  });
});

test("where the run's own does not start, the reason says what it complained of, in one line", async () => {
  const broken = async () => Promise.reject(new Error("it said:\n  no space\n"));

  expect(await chooseServer(choices({ startOwn: broken }))).toEqual({
    missing: expect.stringContaining("one of our own did not start (it said: no space)"),
  });
});

test("nothing needs to be installed where a server is named, answers or can be started", async () => {
  expect(await hasChoice(choices({ set: named }))).toBe(true);
  expect(await hasChoice(choices({ at: [usual] }))).toBe(true);
  expect(await hasChoice(choices({ startOwn }))).toBe(true);
  expect(await hasChoice(choices({}))).toBe(false);
});
