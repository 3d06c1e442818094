import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileTexts } from "../../../test/support/hostile-texts.ts";
import { openSqlite } from "../src/sqlite/index.ts";
import type { Storage } from "../src/index.ts";
import { everythingOf, findTexts, installation } from "./copy/installation.ts";
import { sampleDocument } from "./copy/sample-document.ts";
import { isMissing, title } from "./postgres/database.ts";
import { definitionOf, endOf, newId, nextTurn, sampleKey } from "./suite/samples.ts";

/** Any UTF-16, lone surrogates included, but for NUL, which nothing lets into a text. */
const utf16 = fc
  .array(fc.integer({ min: 1, max: 0xffff }), { maxLength: 30 })
  .map((units) => String.fromCharCode(...units));

/** Any text, with those that would do harm if anything in them were obeyed. */
const text = fc.oneof(
  utf16,
  fc.string({ unit: "binary", maxLength: 30 }).map((value) => value.replaceAll("\0", "_")),
  fc.constantFrom(
    ...Object.values(hostileTexts),
    "",
    "\\",
    "\\N",
    "\\x00",
    "{}",
    '{"a",NULL}',
    "NULL",
    "null",
    "'; drop table agents; --",
  ),
);

/** Milliseconds; also those that SQLite and JavaScript can just hold. */
const time = fc.oneof(fc.nat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER, 1_764_000_000_000));

const chat = fc.array(
  fc.record({
    messages: fc.array(text, { minLength: 1, maxLength: 3 }),
    content: text,
    /** A question that the reply asks, and whether the next turn answers it. */
    question: fc.option(fc.record({ text, isAnswered: fc.boolean() })),
    result: text,
    at: time,
  }),
  { minLength: 1, maxLength: 3 },
);

const contents = fc.record({
  names: fc.array(text, { maxLength: 3 }),
  keys: fc.array(fc.record({ name: text, allowed: fc.array(text), revokedAt: fc.option(time) }), {
    maxLength: 3,
  }),
  chats: fc.array(chat, { maxLength: 4 }),
  documents: fc.array(
    fc.record({
      title: text,
      url: fc.option(text),
      passages: fc.array(fc.record({ headings: fc.array(text), anchor: fc.option(text), text })),
    }),
    { maxLength: 3 },
  ),
});

type Contents = typeof contents extends fc.Arbitrary<infer Value> ? Value : never;

async function fill(storage: Storage, { names, keys, chats, documents }: Contents): Promise<void> {
  const { agents, conversations, knowledge } = storage;
  for (const [index, name] of ["Guide", ...names].entries()) {
    const id = index === 0 ? "guide" : newId("agent");
    await agents.put({
      id,
      definition: { ...definitionOf("guide"), name },
      baseDirectory: `/${name}`,
      at: index,
    });
  }
  for (const key of keys) await storage.keys.create(sampleKey(key));
  for (const turns of chats) {
    const sessionId = newId("ses");
    let open: string | undefined;
    for (const [index, { messages, content, question, result, at }] of turns.entries()) {
      const session =
        index === 0 ? { id: sessionId, agentId: "guide", tokenHash: newId("h") } : { id: sessionId };
      const replyId = newId("rep");
      await conversations.acceptTurn(
        nextTurn(sessionId, {
          session,
          replyId,
          at,
          messages: messages.map((each) => ({
            id: newId("msg"),
            content: each,
            parts: [{ type: "text", text: each }],
          })),
          ...(open !== undefined && { answers: [{ questionId: open, answers: { [content]: result } }] }),
        }),
      );
      const questionId = newId("q");
      const asked = {
        question: question?.text ?? "",
        header: question?.text ?? "",
        options: [],
        multiSelect: false,
      };
      await conversations.endReply(
        endOf(replyId, {
          content,
          parts: [
            { type: "text", start: 0 },
            ...(question ? [{ type: "question" as const, id: questionId, questions: [asked] }] : []),
          ],
          transcript: [{ role: "tool", callId: result, name: content, result, failed: false }],
        }),
      );
      open = question?.isAnswered ? questionId : undefined;
    }
  }
  for (const { passages, ...known } of documents)
    await knowledge.replaceDocument(sampleDocument(newId("location"), known), [
      ...passages,
      { headings: [], anchor: null, text: "Quinces" },
    ]);
}

describe.skipIf(isMissing)(title, () => {
  test("whatever is stored, the copy reads the same", async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (given) => {
        await using made = await installation((storage) => fill(storage, given));
        const { tables } = await made.copy();
        expect(tables.every(({ isEqual }) => isEqual)).toBe(true);
        await using source = await openSqlite({ file: made.file });
        const target = await made.target.open();
        expect(await everythingOf(target)).toEqual(await everythingOf(source));
        expect(await findTexts(target, "quinces")).toEqual(await findTexts(source, "quinces"));
      }),
      { numRuns: 10, interruptAfterTimeLimit: 50_000 },
    );
  });
});
