import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Storage } from "@servicechat/storage";
import type { Loss, Trouble } from "../check-history.ts";
import type { PlannedFault } from "../faults/fault.ts";
import { goThrough } from "../go-through-faults.ts";
import type { Installation } from "../installation.ts";
import { seededRandom } from "../random-plan.ts";
import { createVisitor, withHead } from "../remembering-visitor.ts";
import type { Patience, RememberingVisitor } from "../remembering-visitor.ts";
import { watchOwnPace } from "../run-under-faults.ts";
import { createAdminClient } from "./admin-client.ts";
import type { AskAdmin } from "./admin-client.ts";
import { lossesOfSharedChat } from "./check-shared-chat.ts";
import type { DrawingTool } from "./drawing-tool.ts";
import { followChat } from "./follow-chat.ts";
import type { ChatFollower } from "./follow-chat.ts";
import { createOperator } from "./operator.ts";
import type { OpenChat, Wait } from "./operator.ts";
import { agentEntries } from "./shared-chat.ts";
import type { SharedChat, SharedHistory, Utterance } from "./shared-chat.ts";

/** What a run did, and what it found. */
export interface HandoffReport {
  readonly faults: ReadonlyMap<string, number>;
  readonly said: { readonly visitors: number; readonly people: number };
  readonly taken: number;
  readonly refused: number;
  readonly repeated: number;
  /** Visitors' streams that were reconnected after they broke. */
  readonly returns: number;
  readonly toolRequests: number;
  readonly losses: readonly Loss[];
  /** All chats that were checked. */
  readonly chats: readonly SharedChat[];
}

export interface HandoffRun {
  readonly installation: Installation;
  readonly tool: DrawingTool;
  /** Opens the database directly, bypassing its proxy. */
  readonly openStorage: () => Promise<Storage>;
  /** Operators' tokens, by name; the first is an owner's, who takes no chats. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly plans: readonly Iterable<PlannedFault>[];
  readonly visitors: number;
  readonly seed: number;
  readonly patience: Patience;
}

/** A visitor, and everything that is remembered about their chat. */
interface Talk extends OpenChat {
  readonly visitor: RememberingVisitor;
  readonly said: Utterance[];
  readonly follower: ChatFollower;
}

/** Every chat is taken at least this often, however short the plans are. */
const minHolds = 2;
/** How long anybody may wait for a response, and everything may take to settle, after the last fault, in milliseconds. */
const maxRestMs = 90_000;

/**
 * Lets visitors and operators talk while faults come and go, and compares what both remember with what the service has.
 */
export async function talkUnderFaults(run: HandoffRun): Promise<HandoffReport> {
  const { installation, tokens, patience } = run;
  const random = seededRandom(run.seed);
  /** Who is waiting for a response, and to what. */
  const waiting = new Map<string, Wait>();
  // Chats of earlier runs exist too.
  const runNumber = randomInt(1_000_000);
  const [owner = "", ...others] = tokens.keys();
  const client = (name: string) => createAdminClient(() => installation.anyNode(), tokens.get(name) ?? "");
  const asOwner = client(owner);
  const talks = await Promise.all(
    Array.from({ length: run.visitors }, (_, place) => beginTalk(`v${runNumber}x${place}`, run, asOwner)),
  );
  const operators = others.map((name) =>
    createOperator(name, { ask: client(name), random, patience, waiting }),
  );
  const faults = new Map<string, number>();
  const losses: Loss[] = [];
  const delays: Trouble[] = [];
  let overAt = Number.POSITIVE_INFINITY;
  const isOver = () => overAt < Number.POSITIVE_INFINITY;
  const goesOn = () => !isOver() || talks.some(({ holds }) => holds.length < minHolds);

  async function write({ name, visitor, said }: Talk): Promise<void> {
    for (let turn = 1; goesOn(); turn++) {
      const wish = turn % 3 === 0 ? " draw" : "";
      const text = `${name}t${turn}${wish}${turn % 5 === 0 ? " person" : ""}`;
      const sentAt = performance.now();
      waiting.set(name, { what: text, since: sentAt });
      await visitor.say(text, turn % 4 === 1 ? 2 : 1);
      waiting.delete(name);
      said.push({ text, sentAt, knownAt: performance.now() });
      await pause(300 + random() * 900);
    }
  }

  async function attend(operator: (typeof operators)[number]): Promise<void> {
    while (goesOn()) {
      // In the end nobody takes chats that were taken often enough: that would only take longer.
      const open = isOver() ? talks.filter(({ holds }) => holds.length < minHolds) : talks;
      const talk = open[Math.floor(random() * open.length)];
      if (talk) await operator.attend(talk);
      await pause(random() * 200);
    }
  }

  const stopWatching = watchOwnPace(delays);
  const talking = Promise.all([...talks.map(write), ...operators.map(attend)]);
  await Promise.race([
    Promise.all(run.plans.map((plan) => goThrough(plan, { faults, losses, delays, onFailure: undefined }))),
    talking,
  ]);
  overAt = performance.now();
  const settled = new AbortController();
  // While something is still running, nothing else could be concluded.
  const late = await Promise.race([
    talking.then(() => []),
    untilLate(waiting, { from: overAt, signal: settled.signal }),
  ]);
  settled.abort();
  if (late.length > 0)
    throw new Error(`Still waiting: ${late.join("; ")}. Before: ${JSON.stringify(losses)}`);
  stopWatching();

  await comeToRest(talks, asOwner);
  const chats = await tellAll(talks, run);
  await Promise.all(talks.map(({ follower }) => follower.stop()));
  const wrong = [...operators, ...talks.map(({ follower }) => follower)]
    .flatMap(({ wrongAnswers }) => wrongAnswers)
    .concat(installation.unnamedErrors);
  const remembered = await Promise.all(
    talks.map(({ visitor }) => visitor.chat({ killedAt: [], delays: [] })),
  );
  const sum = (deed: "taken" | "refused" | "said" | "repeated") =>
    operators.reduce((total, { deeds }) => total + deeds[deed], 0);
  return {
    faults,
    said: { visitors: talks.reduce((total, { said }) => total + said.length, 0), people: sum("said") },
    taken: sum("taken"),
    refused: sum("refused"),
    repeated: sum("repeated"),
    returns: talks.reduce((total, { follower }) => total + follower.returns, 0),
    toolRequests: chats.reduce((total, { toolRequests }) => total + toolRequests.length, 0),
    losses: [
      ...losses,
      ...wrong.map((evidence) => ({ kind: "wrong answer" as const, evidence })),
      ...remembered.flatMap(({ wrongAnswers }) => wrongAnswers),
      ...chats.flatMap((chat) => lossesOfSharedChat(chat, delays)),
    ],
    chats,
  };
}

/** Resolves when somebody has waited for too long since a time: who, and for what. */
async function untilLate(
  waiting: ReadonlyMap<string, Wait>,
  { from, signal }: { readonly from: number; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  while (!signal.aborted) {
    await pause(1_000, undefined, { ref: false });
    const now = performance.now();
    const late = [...waiting].filter(([, { since }]) => now - Math.max(since, from) > maxRestMs);
    if (late.length > 0)
      return late.map(([who, { what, since }]) => `${who} for ${Math.round(now - since)} ms: ${what}`);
  }
  return [];
}

/** A visitor's first message, before anything breaks, and the stream that stays open from then on. */
async function beginTalk(name: string, run: HandoffRun, asOwner: AskAdmin): Promise<Talk> {
  const { installation, patience } = run;
  const anyNode = () => installation.anyNode();
  const visitor = createVisitor(anyNode, patience);
  const text = `${name}t0`;
  const sentAt = performance.now();
  await visitor.say(text);
  const said = [{ text, sentAt, knownAt: performance.now() }];
  const token = visitor.token ?? "";
  return {
    name,
    id: await findChat(text, asOwner),
    people: [],
    holds: [],
    restsUntil: 0,
    visitor,
    said,
    follower: followChat(anyNode, token, patience),
    async read() {
      for (;;) {
        const told = await withHead(async (signal) => {
          const headers = { "X-Session-Token": token };
          const answer = await anyNode().fetch("/chat-bot/history", { headers, signal });
          if (answer.status !== 200) throw new Error(`the history was answered ${answer.status}`);
          return (await answer.json()) as SharedHistory;
        });
        if (told) return { ...told, events: told.events ?? [] };
        await pause(patience.pauseMs);
      }
    },
  };
}

/** The id of the chat with this first message. Lists may lag briefly. */
async function findChat(first: string, ask: AskAdmin): Promise<string> {
  for (;;) {
    const items = (await ask("GET", "chats?limit=200"))?.body["items"] as
      | readonly { readonly id: string; readonly first: string }[]
      | undefined;
    const found = items?.find((item) => item.first === first);
    if (found) return found.id;
    await pause(100);
  }
}

/** Gives every chat back, since an abandoned request may have taken one, until no reply is running. */
async function comeToRest(talks: readonly Talk[], asOwner: AskAdmin): Promise<void> {
  const deadline = performance.now() + maxRestMs;
  for (let quiet = 0; quiet < 2 && performance.now() < deadline;) {
    for (const { id } of talks) await asOwner("POST", `chats/${id}/hand-back`);
    await pause(1_000);
    const stands = await Promise.all(talks.map((talk) => isAtRest(talk)));
    quiet = stands.every(Boolean) ? quiet + 1 : 0;
  }
}

/** Whether no reply is running, and the open stream has delivered what people wrote. */
async function isAtRest({ read, people, follower }: Talk): Promise<boolean> {
  const history = await read();
  const heard = new Set(follower.heard.map(({ data }) => (data as { readonly id?: string } | null)?.id));
  return (
    agentEntries(history).every(({ status }) => status !== "streaming") &&
    people.every(({ id }) => heard.has(id))
  );
}

async function tellAll(talks: readonly Talk[], { openStorage, tool }: HandoffRun): Promise<SharedChat[]> {
  const storage = await openStorage();
  try {
    const chats: SharedChat[] = [];
    for (const { name, id, visitor, said, people, holds, follower, read } of talks) {
      const held = await storage.handoffs.find(id);
      const turns = await storage.conversations.readTurns({ sessionId: id });
      const { turns: remembered } = await visitor.chat({ killedAt: [], delays: [] });
      chats.push({
        name,
        turns: remembered,
        visitor: said,
        people,
        holds,
        followed: follower.heard,
        toolRequests: tool.askedAt(name),
        history: await read(),
        holder: {
          holder: held?.holder ?? "nobody",
          operator: held?.operator ?? null,
          isSilent: turns.at(-1)?.reply.author?.kind === "nobody",
        },
      });
    }
    return chats;
  } finally {
    await storage.close();
  }
}
