import { setTimeout as pause } from "node:timers/promises";
import type { Patience } from "../remembering-visitor.ts";
import type { AdminAnswer, AskAdmin } from "./admin-client.ts";
import { agentEntries } from "./shared-chat.ts";
import type { AgentEntry, Hold, PersonUtterance, SharedHistory } from "./shared-chat.ts";

/** A chat that people may take. */
export interface OpenChat {
  /** The prefix of its messages. */
  readonly name: string;
  readonly id: string;
  readonly people: PersonUtterance[];
  readonly holds: Hold[];
  /** Nobody takes it before then: an abandoned request may still take effect. */
  restsUntil: number;
  /** The history as its visitor reads it, once the service returns it. */
  readonly read: () => Promise<SharedHistory>;
}

/** What somebody waits for. */
export interface Wait {
  readonly what: string;
  readonly since: number;
}

/** What an operator did. */
interface Deeds {
  taken: number;
  /** Colleagues were faster. */
  refused: number;
  said: number;
  /** Requests that were recognised as repeated. */
  repeated: number;
}

/** A person who takes chats, writes in them and gives them back, and verifies everything. */
export interface RememberingOperator {
  readonly deeds: Readonly<Deeds>;
  /** Takes a chat unless a colleague has it, writes in it, and gives it back. */
  attend(chat: OpenChat): Promise<void>;
  /** Responses and actions of the service that must never occur. */
  readonly wrongAnswers: readonly string[];
}

/** How long an abandoned request may still take effect, in milliseconds. */
const lateMs = 5_000;

/** @param random Returns numbers from 0 up to 1 */
export function createOperator(
  name: string,
  {
    ask,
    random,
    patience,
    waiting,
  }: {
    readonly ask: AskAdmin;
    readonly random: () => number;
    readonly patience: Patience;
    /** Where unanswered requests are recorded. */
    readonly waiting: Map<string, Wait>;
  },
): RememberingOperator {
  const wrongAnswers: string[] = [];
  const deeds = { taken: 0, refused: 0, said: 0, repeated: 0 };

  /** Repeats a request until there is a definite response. */
  async function insist(
    path: string,
    { copies = 1, ...options }: Parameters<AskAdmin>[2] & { readonly copies?: number } = {},
  ): Promise<AdminAnswer & { readonly tries: number }> {
    const since = performance.now();
    waiting.set(name, { what: path, since });
    for (let tries = 1; ; tries++) {
      const answers = await Promise.all(Array.from({ length: copies }, () => ask("POST", path, options)));
      const settled = answers
        .filter((answer) => answer !== undefined)
        .filter(({ status }) => ![408, 429, 500, 502, 503].includes(status));
      // One copy may be refused because of a colleague who has given the chat back when the other one arrives.
      const made = settled.filter(({ status }) => status < 300);
      if (new Set(made.map(({ body }) => body["id"])).size > 1)
        wrongAnswers.push(`${name}: two requests for one message made two: ${JSON.stringify(options)}`);
      const [first] = [...made, ...settled];
      if (first) {
        waiting.delete(name);
        if (tries > 1 || settled.some(({ status }) => status === 200)) deeds.repeated++;
        return { ...first, tries };
      }
      const found = answers.map((answer) => answer?.status ?? "no answer").join();
      waiting.set(name, { what: `${path}, ${found} after ${tries} tries`, since });
      for (const answer of answers)
        if (answer?.status === 500) wrongAnswers.push(`${name}: ${path} was answered 500`);
      await pause(patience.pauseMs);
    }
  }

  async function read(chat: OpenChat): Promise<readonly AgentEntry[]> {
    waiting.set(name, { what: `the history of ${chat.name}`, since: performance.now() });
    const history = await chat.read();
    waiting.delete(name);
    return agentEntries(history);
  }

  /** @returns whether it was sent: otherwise a colleague has the chat */
  async function say(chat: OpenChat): Promise<boolean> {
    const text = `${name} in ${chat.name}: ${++deeds.said}`;
    const sentAt = performance.now();
    const options = { body: { text }, key: crypto.randomUUID(), copies: random() < 0.4 ? 2 : 1 };
    const { status, body } = await insist(`chats/${chat.id}/messages`, options);
    if (status === 409) return false;
    if (status !== 200 && status !== 201)
      wrongAnswers.push(`${name}: '${text}' was answered ${status}: ${JSON.stringify(body)}`);
    else chat.people.push({ text, id: String(body["id"]), sentAt, knownAt: performance.now() });
    return true;
  }

  async function take(chat: OpenChat): Promise<boolean> {
    if (random() < 0.4) return say(chat);
    const { status, body } = await insist(`chats/${chat.id}/take`);
    if (status !== 200 && status !== 409)
      wrongAnswers.push(`${name}: a take was answered ${status}: ${JSON.stringify(body)}`);
    return status === 200;
  }

  return {
    deeds,
    wrongAnswers,
    async attend(chat) {
      if (performance.now() < chat.restsUntil || !(await take(chat))) return void deeds.refused++;
      deeds.taken++;
      const from = performance.now();
      const before = await read(chat);
      for (let messages = Math.floor(random() * 4); messages > 0; messages--) {
        await pause(random() * 400);
        if (!(await say(chat))) wrongAnswers.push(`${name} lost ${chat.name} to a colleague`);
      }
      await pause(random() * 800);
      const after = await read(chat);
      chat.holds.push({ from, until: performance.now(), before, after });
      const { status, tries } = await insist(`chats/${chat.id}/${random() < 0.7 ? "hand-back" : "close"}`);
      // An earlier attempt without a response had succeeded, and a colleague has taken the chat since.
      const isTakenSince = status === 409 && tries > 1;
      if (status !== 200 && !isTakenSince) wrongAnswers.push(`${name}: a return was answered ${status}`);
      chat.restsUntil = performance.now() + (tries > 1 ? lateMs : random() * 1_000);
    },
  };
}
