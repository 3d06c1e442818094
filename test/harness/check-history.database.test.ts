import { describe, expect, test } from "vitest";
import { lossesOf } from "./check-history.ts";
import type { Loss, RememberedTurn } from "./check-history.ts";
import { answerTo } from "./scripted-answers.ts";

function entry(role: string, content: string, status = "complete") {
  return { id: "m", role, content, status, created_at: "2026-01-01T00:00:00.000Z", parts: [] };
}

function turn(text: string, values: Partial<RememberedTurn> = {}): RememberedTurn {
  const reply = answerTo(text);
  return {
    text,
    acknowledged: true,
    reply,
    heard: [{ length: reply.length, at: 1000 }],
    end: "done",
    ...values,
  };
}

const told = (...texts: readonly string[]) =>
  texts.flatMap((text) => [entry("user", text), entry("assistant", answerTo(text))]);

const planted: readonly (readonly [string, ReturnType<typeof told>, Loss["kind"]])[] = [
  ["an acknowledged message that is missing", told("a"), "lost message"],
  ["a message that is there twice", told("a", "b", "b"), "doubled message"],
  ["a message of somebody else", told("a", "b", "c"), "foreign text"],
  ["messages in another order", told("b", "a"), "out of order"],
  ["a reply that is missing", [...told("a"), entry("user", "b"), ...told("c")], "out of order"],
  [
    "a reply that belongs elsewhere",
    [...told("a"), entry("user", "b"), entry("assistant", answerTo("a"))],
    "foreign text",
  ],
  [
    "a reply with a hole",
    [...told("a"), entry("user", "b"), entry("assistant", answerTo("b").replace("b#3 ", ""))],
    "foreign text",
  ],
  ["a whole reply that is not", [...told("a"), entry("user", "b"), entry("assistant", "b#0")], "lost text"],
  [
    "a reply that never ended",
    [...told("a"), entry("user", "b"), entry("assistant", answerTo("b"), "streaming")],
    "never ended",
  ],
];

describe("the checker of histories", () => {
  test("finds nothing in a correct one", () => {
    const turns = [turn("a"), turn("b", { acknowledged: false, reply: "", heard: [], end: undefined })];
    expect(lossesOf({ turns, history: told("a"), killedAt: [], delays: [] })).toEqual([]);
  });

  test.each(planted)("finds %s", (_, history, kind) => {
    const losses = lossesOf({ turns: [turn("a"), turn("b")], history, killedAt: [], delays: [] });
    expect(losses.map((loss) => loss.kind)).toContain(kind);
  });

  test("finds received text that the model never wrote", () => {
    const turns = [turn("a", { reply: `${answerTo("a")} and more` })];
    expect(
      lossesOf({ turns, history: told("a"), killedAt: [], delays: [] }).map(({ kind }) => kind),
    ).toContain("foreign text");
  });

  test("requires text received half a second before a kill, but not text received later", () => {
    const heard = [
      { length: 3, at: 1000 },
      { length: 7, at: 1600 },
    ];
    const broken = turn("a", { reply: answerTo("a").slice(0, 7), heard, end: undefined });
    const kept = (length: number) => [
      entry("user", "a"),
      entry("assistant", answerTo("a").slice(0, length), "incomplete"),
    ];
    expect(lossesOf({ turns: [broken], history: kept(3), killedAt: [1700], delays: [] })).toEqual([]);
    expect(lossesOf({ turns: [broken], history: kept(2), killedAt: [1700], delays: [] })).toEqual([
      {
        kind: "lost text",
        evidence:
          "reply to 'a': 1 characters are not kept that were heard in time; kills came 700 ms after them",
      },
    ]);
  });

  test("does not mistake text that the network delayed across a kill for text sent after it", () => {
    const heard = [
      { length: 3, at: 1000 },
      { length: 7, at: 4000 },
    ];
    const broken = turn("a", { reply: answerTo("a").slice(0, 7), heard, end: undefined });
    const history = [entry("user", "a"), entry("assistant", answerTo("a").slice(0, 3), "incomplete")];
    const past = { killedAt: [2000, 9000], delays: [{ from: 1500, until: 3800 }] };
    expect(lossesOf({ turns: [broken], history, ...past })).toEqual([]);
    expect(lossesOf({ turns: [broken], history, ...past, delays: [] }).map(({ kind }) => kind)).toEqual([
      "lost text",
    ]);
  });

  describe("of a stream that was resumed elsewhere after a kill", () => {
    const goneOn = { since: 1000, at: 2600 };
    const history = [entry("user", "a"), entry("assistant", answerTo("a").slice(0, 3), "incomplete")];
    const kindsOf = (second: RememberedTurn["heard"][number]) => {
      const heard = [{ length: 3, at: 1000 }, second];
      const broken = turn("a", { reply: answerTo("a").slice(0, 7), heard, end: "error" });
      return lossesOf({ turns: [broken], history, killedAt: [1300], delays: [] }).map(({ kind }) => kind);
    };

    test("does not mistake text stored for it for text sent after the kill", () => {
      expect(kindsOf({ length: 7, at: 2650, goneOn })).toEqual([]);
      expect(kindsOf({ length: 7, at: 2650 })).toEqual(["lost text"]);
    });

    test("requires stored text if it must have been sent long before the kill, and text that came later", () => {
      expect(kindsOf({ length: 7, at: 700, goneOn: { since: 500, at: 690 } })).toEqual(["lost text"]);
      expect(kindsOf({ length: 7, at: 4000, goneOn })).toEqual(["lost text"]);
    });
  });
});
