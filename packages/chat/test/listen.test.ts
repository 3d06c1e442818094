import type { Client } from "@servicechat/client";
import type { StreamEvent } from "@servicechat/contract";
import { expect, test } from "vitest";
import { listen } from "../src/handoff/listen.ts";
import { refusal } from "./script-chat.ts";

const held: StreamEvent = {
  type: "holder",
  data: { holder: "person", name: "Ada", at: "2026-11-21T09:41:00.000Z" },
};
const gone = "evt_0190b1a0-0000-7000-8000-000000000001";
const now = "evt_0190b1a0-0000-7000-8000-000000000002";

test("if the service does not know the position, the current state is no proof that nothing was missed", async () => {
  const life = new AbortController();
  const heard: (readonly [from: string | undefined, isStanding: boolean])[] = [];
  const answers: Client["listen"][] = [
    () => Promise.reject(refusal(409, "resume_unavailable")),
    ({ onEvent }) => (onEvent(held, now), Promise.reject(refusal(429, "rate_limited"))),
    ({ onEvent }) => (onEvent(held, now), life.abort(), Promise.resolve(true)),
  ];
  let from: string | undefined;
  await listen(
    {
      client: {
        listen(options) {
          from = options.lastEventId;
          return answers.shift()?.(options) ?? Promise.resolve(false);
        },
      },
      now: Date.now,
      onReturn() {},
      wait: () => Promise.resolve(false),
    },
    {
      token: "st_1",
      from: gone,
      signal: life.signal,
      isSeen: true,
      hear: (_event, _id, isStanding) => heard.push([from, isStanding]),
      missed() {},
    },
  );
  expect(heard).toEqual([
    [undefined, false],
    [now, true],
  ]);
});
