import { setTimeout as pause } from "node:timers/promises";
import type { Patience } from "../remembering-visitor.ts";
import type { AdminAnswer, AskAdmin } from "./admin-client.ts";
import { agentEntries } from "./shared-chat.ts";
import type { Hold, PersonUtterance, SharedHistory } from "./shared-chat.ts";

/** A chat that people may take. */
export interface OpenChat {
  /** What its messages begin with. */
  readonly name: string;
  readonly id: string;
  readonly people: PersonUtterance[];
  readonly holds: Hold[];
  /** Before then nobody takes it: a request that was given up may still take effect. */
  restsUntil: number;
  /** The history as its visitor reads it, as soon as the service tells it. */
  readonly read: () => Promise<SharedHistory>;
}

/** What an operator did. */
interface Deeds {
  taken: number;
  /** Colleagues were quicker. */
  refused: number;
  said: number;
  /** Requests that were answered as repeated ones. */
  repeated: number;
}

/** A person who takes chats, speaks in them and gives them back, and never trusts the service. */
export interface RememberingOperator {
  readonly deeds: Readonly<Deeds>;
  /** Takes a chat unless a colleague has it, says something in it, and gives it back. */
  attend(chat: OpenChat): Promise<void>;
  /** What the service never may answer, or did meanwhile. */
  readonly wrongAnswers: readonly string[];
}

/** How long a request that was given up may still take effect, in milliseconds. */
const lateMs = 5_000;

/** @param random From 0 up to 1, another one each time */
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
    /** Where it stands what is not answered yet. */
    readonly waiting: Map<string, string>;
  },
): RememberingOperator {
  const wrongAnswers: string[] = [];
  const deeds = { taken: 0, refused: 0, said: 0, repeated: 0 };

  /** Asks until there is an answer that settles it. */
  async function insist(
    path: string,
    { copies = 1, ...options }: Parameters<AskAdmin>[2] & { readonly copies?: number } = {},
  ): Promise<AdminAnswer & { readonly tries: number }> {
    for (let tries = 1; ; tries++) {
      const answers = await Promise.all(Array.from({ length: copies }, () => ask("POST", path, options)));
      const settled = answers.filter(
        (answer) => answer && ![408, 429, 500, 502, 503].includes(answer.status),
      );
      const [first, second] = settled;
      if (first && second && first.status < 300 && first.body["id"] !== second.body["id"])
        wrongAnswers.push(`${name}: two requests for one message made two: ${JSON.stringify(options)}`);
      if (first) {
        waiting.delete(name);
        if (tries > 1 || settled.some((each) => each?.status === 200)) deeds.repeated++;
        return { ...first, tries };
      }
      const found = answers.map((answer) => answer?.status ?? "no answer").join();
      waiting.set(name, `${path}, ${found} after ${tries} tries`);
      for (const answer of answers)
        if (answer?.status === 500) wrongAnswers.push(`${name}: ${path} was answered 500`);
      await pause(patience.pauseMs);
    }
  }

  /** @returns whether it was said: otherwise a colleague has the chat */
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
      const before = agentEntries(await chat.read());
      for (let messages = Math.floor(random() * 4); messages > 0; messages--) {
        await pause(random() * 400);
        if (!(await say(chat))) wrongAnswers.push(`${name} lost ${chat.name} to a colleague`);
      }
      await pause(random() * 800);
      const after = agentEntries(await chat.read());
      chat.holds.push({ from, until: performance.now(), before, after });
      const { status, tries } = await insist(`chats/${chat.id}/${random() < 0.7 ? "hand-back" : "close"}`);
      // It was made by a request whose answer did not come, and a colleague took the chat since.
      const isTakenSince = status === 409 && tries > 1;
      if (status !== 200 && !isTakenSince) wrongAnswers.push(`${name}: a return was answered ${status}`);
      chat.restsUntil = performance.now() + (tries > 1 ? lateMs : random() * 1_000);
    },
  };
}
