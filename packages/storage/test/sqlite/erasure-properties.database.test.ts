import fc from "fast-check";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/sqlite/index.ts";
import type { Storage } from "../../src/index.ts";
import { endOf, nextTurn, putAgent, sampleFacts, sampleMessage, startChat } from "../suite/samples.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";
import { withoutUnusedParts } from "./unused-parts.ts";

/** One step of a walk: what is done, with which of the chats, and how many words are said. */
const step = fc.record({
  kind: fc.constantFrom("begin", "begin", "ask", "append", "append", "end", "end", "list", "erase"),
  chat: fc.nat(1000),
  // Mostly a line or two; some fill pages.
  words: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 3, arbitrary: fc.integer({ min: 12, max: 150 }) },
    { weight: 1, arbitrary: fc.integer({ min: 150, max: 900 }) },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Chat {
  readonly sessionId: string;
  /** In everything that is said in it, and nowhere else. */
  readonly words: readonly string[];
  /** The reply that is running, and the length of its text. */
  reply?: { readonly replyId: string; length: number } | undefined;
}

let made = 0;

/** Words of which none begins like another one: the index keeps of a word only what differs from the one before. */
function newWords(): readonly string[] {
  return Array.from({ length: 3 }, () => {
    made += 1;
    const scattered = (made * 2_654_435_761) % 2 ** 32;
    const letters = Array.from({ length: 7 }, (_, at) => 97 + (Math.floor(scattered / 26 ** at) % 26));
    return `${String.fromCharCode(...letters)}quetzal${made}`;
  });
}

function say({ words }: Chat, count: number): string {
  return Array.from({ length: count }, (_, at) => words[at % words.length]).join(" ");
}

async function begin(storage: Storage, count: number): Promise<Chat> {
  const words = newWords();
  const content = say({ sessionId: "", words }, count);
  const { sessionId } = await startChat(storage, { messages: [sampleMessage(content)] });
  return { sessionId, words };
}

async function ask(storage: Storage, chat: Chat, count: number): Promise<void> {
  if (chat.reply) return;
  const turn = nextTurn(chat.sessionId, { messages: [sampleMessage(say(chat, count))] });
  await storage.conversations.acceptTurn(turn);
  chat.reply = { replyId: turn.replyId, length: 0 };
}

async function append(storage: Storage, chat: Chat, count: number): Promise<void> {
  if (!chat.reply) return;
  const appended = `${say(chat, count)} `;
  const { replyId, length } = chat.reply;
  await storage.conversations.saveProgress([{ replyId, offset: length, appended }]);
  chat.reply.length += appended.length;
}

async function end(storage: Storage, chat: Chat, count: number): Promise<void> {
  if (!chat.reply) return;
  const text = say(chat, count);
  const details = { searches: [{ query: text, passages: [] }], tools: [], user: { id: say(chat, 1) } };
  const values = { content: text, facts: sampleFacts({ details }) };
  await storage.conversations.endReply(endOf(chat.reply.replyId, values));
  chat.reply = undefined;
}

/** What operators see is up to date after it. */
async function list(storage: Storage): Promise<void> {
  await storage.chatIndex.list({ scope: { agents: null }, limit: 200 });
}

/** The words of these chats that are anywhere in the files. */
async function wordsIn(folder: TemporaryFolder, chats: readonly Chat[]): Promise<readonly string[]> {
  const files = Object.entries(await folder.rawFiles());
  const found = files.map(([name, bytes]) => (name.endsWith(".db") ? withoutUnusedParts(bytes) : bytes));
  return chats.flatMap(({ words }) => words.filter((word) => found.some((bytes) => bytes.includes(word))));
}

async function walk(storage: Storage, folder: TemporaryFolder, steps: readonly Step[]): Promise<void> {
  const chats: Chat[] = [];
  const erased: Chat[] = [];
  const erase = async (at: number) => {
    const [chat] = chats.splice(at, 1);
    if (!chat) return;
    await storage.conversations.erase(chat.sessionId);
    erased.push(chat);
    expect(await wordsIn(folder, erased)).toEqual([]);
  };
  for (const { kind, chat: number, words } of steps) {
    const at = number % Math.max(chats.length, 1);
    const chat = chats[at];
    if (!chat || kind === "begin") chats.push(await begin(storage, words));
    else if (kind === "ask") await ask(storage, chat, words);
    else if (kind === "append") await append(storage, chat, words);
    else if (kind === "end") await end(storage, chat, words);
    else if (kind === "list") await list(storage);
    else await erase(at);
  }
  await list(storage);
  const kept = chats.slice(0, 2);
  while (chats.length > kept.length) await erase(kept.length);
  // What is said first in the others is found in the way in which what is erased is not.
  const first = kept.flatMap(({ words: [word] }) => word ?? []);
  expect(await wordsIn(folder, kept)).toEqual(expect.arrayContaining(first));
}

test("whatever was said and erased in whatever order, no word of an erased chat is in a used part of the files", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 150, size: "max" }), async (steps) => {
      await using folder = await temporaryFolder();
      await using storage = await openSqlite({ file: folder.file });
      await putAgent(storage);
      await walk(storage, folder, steps);
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
