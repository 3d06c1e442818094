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

test("a configured server that does not respond is an error, even if another one is available", async () => {
  const choice = chooseServer(choices({ at: [usual], set: named, startOwn }));

  await expect(choice).rejects.toThrow(
    "The server that TEST_SERVER_URL names cannot be used: nobody answers",
  );
});

test.each([undefined, ""])(
  "configured as %j, the server at the usual port takes precedence over a new one",
  async (set) => {
    const choice = await chooseServer(choices({ at: [usual], startOwn, ...(set !== undefined && { set }) }));

    expect(choice).toMatchObject({ room: { url: usual }, which: "the one on 127.0.0.1:6379" });
  },
);

test("without a usable server at the usual port, the run starts its own", async () => {
  expect(await chooseServer(choices({ startOwn }))).toMatchObject({ room: { url: own } });
});

test("a server that responds but does not allow a database is not used", async () => {
  const full = {
    ...choices({ at: [usual], startOwn }),
    take: async () => Promise.reject(new Error("permission denied to create database")),
  };

  expect(await chooseServer(full)).toMatchObject({ room: { url: own } });
  await expect(chooseServer({ ...full, named: usual })).rejects.toThrow("permission denied");
});

test("if there is no server and no program, the reason lists everything that was tried", async () => {
  expect(await chooseServer(choices({}))).toEqual({
    missing:
      "TEST_SERVER_URL is not set, the one on 127.0.0.1:6379 cannot be used (nobody answers), " +
      "none is installed that could be started",
  });
});

test("if the run's own server does not start, the reason contains its error in one line", async () => {
  const broken = async () => Promise.reject(new Error("it said:\n  no space\n"));

  expect(await chooseServer(choices({ startOwn: broken }))).toEqual({
    missing: expect.stringContaining("one of our own did not start (it said: no space)"),
  });
});

test("nothing needs to be installed if a server is configured, responds or can be started", async () => {
  expect(await hasChoice(choices({ set: named }))).toBe(true);
  expect(await hasChoice(choices({ at: [usual] }))).toBe(true);
  expect(await hasChoice(choices({ startOwn }))).toBe(true);
  expect(await hasChoice(choices({}))).toBe(false);
});
