import { expect, test } from "vitest";
import { eventOf } from "../src/webhooks/event.ts";
import { inWords } from "../src/webhooks/event-words.ts";

const delivery = {
  id: "msg_1",
  webhookId: "wh_1",
  at: 0,
  chat: "",
  agent: "guide",
  name: null,
  state: "pending",
  tries: [],
  tried: 0,
  nextAt: 0,
} as const;
const contents = { text: "Do you ship to Mars?", email: null, askedBy: null, reason: null, summary: null };
const consoleUrl = "https://chat.example";

test("a gap is reported with its page, and with its question only if words are requested", () => {
  const gap = { ...delivery, type: "gap.opened", subject: "gap_1", detail: "reopened" };
  const told = { agent: "guide", url: `${consoleUrl}/console/gaps/gap_1`, gap: "gap_1", state: "reopened" };
  expect(eventOf(gap, { text: false }, { contents, consoleUrl }).data).toEqual(told);
  const event = eventOf(gap, { text: true }, { contents, consoleUrl });
  expect(event.data).toEqual({ ...told, question: "Do you ship to Mars?" });
  expect(inWords(event)).toEqual({
    sentence: "Visitors have asked guide something that it does not answer well.",
    quotes: ["Do you ship to Mars?"],
    url: told.url,
  });
});

test("flipped tests are reported as numbers", () => {
  const flipped = { ...delivery, type: "tests.flipped", subject: "12", detail: "2/1" };
  const event = eventOf(flipped, { text: false }, { contents: { ...contents, text: null }, consoleUrl });
  const url = `${consoleUrl}/console/tests/guide`;
  expect(event.data).toEqual({ agent: "guide", url, run: 12, broken: 2, fixed: 1 });
  expect(inWords(event).sentence).toBe("Test results for guide have changed: 2 broken, 1 fixed.");
});
