import {
  ClientError,
  type Client,
  type FollowOptions,
  type PostOptions,
  type Uploaded,
  type UploadOptions,
} from "@servicechat/client";
import type {
  AgentView,
  History,
  HostAction,
  PostedContext,
  PostedMessage,
  StreamEvent,
} from "@servicechat/contract";
import { createChat } from "../src/conversation/create-chat.ts";
import { textOf } from "../src/conversation/conversation.ts";
import { sayAction } from "../src/actions/offers.ts";
import { createPersistedValue } from "../src/session/persisted-value.ts";
import { memoryArea } from "../src/session/storage-areas.ts";
import { en } from "../src/words/en.ts";

export const replyId = "rep_0190b1a0-0000-7000-8000-000000000001";
export const lost = new ClientError("lost", { status: 0, code: "stream_cut", retryable: true });
export const offline = new ClientError("offline", { status: 0, code: "network", retryable: true });
export const refusal = (status: number, code: string, retryAfter?: number): ClientError =>
  new ClientError(code, { status, code, retryable: status === 429, retryAfter });

export const agent: AgentView = { id: "a", name: "A", actions: [], starters: ["S"] };

interface Posted {
  readonly messages: readonly PostedMessage[];
  readonly options: PostOptions;
}

/** A chat with a client whose responses a test scripts; waiting takes no time and is recorded. */
export function scriptChat(script: {
  post?: ((posted: Posted) => Promise<void>)[];
  follow?: ((options: FollowOptions) => Promise<boolean>)[];
  history?: (() => Promise<History>)[];
  agent?: (() => Promise<AgentView>)[];
  kept?: string;
  /** The page's context, once for each turn. */
  context?: PostedContext[];
  /** What prevents other tabs from opening a session. */
  alone?: () => Promise<() => void>;
  /** Which waits the network's return cuts short, in order; none by default. */
  cutShort?: boolean[];
  stop?: (() => Promise<void>)[];
  upload?: ((file: File, options: UploadOptions | undefined) => Promise<Uploaded>)[];
}) {
  const log: string[] = [];
  const posted: Posted[] = [];
  const told: string[] = [];
  const details: Readonly<Record<string, unknown>>[] = [];
  const askedOfPage: HostAction[] = [];
  const expected = { count: 0, forgotten: 0 };
  const returns = new Set<(isCertain: boolean) => void>();
  const clock = { now: Date.UTC(2026, 10, 21, 5) };
  const unexpected = (name: string) => () => Promise.reject(new Error(`unexpected ${name}`));
  const client: Client = {
    agent: () => (script.agent?.shift() ?? (() => Promise.resolve(agent)))(),
    history: () => (log.push("history"), (script.history?.shift() ?? unexpected("history"))()),
    async post(messages, options) {
      log.push("post");
      const call = { messages, options };
      posted.push(call);
      await (script.post?.shift() ?? unexpected("post"))(call);
      return { token: "st_1", replayed: false };
    },
    follow(options) {
      log.push(`follow ${options.lastEventId?.split(".")[1] ?? "start"}`);
      return (script.follow?.shift() ?? unexpected("follow"))(options);
    },
    stop: () => (log.push("stop"), script.stop?.shift()?.() ?? Promise.resolve()),
    listen: () => Promise.reject(new Error("no test listens to a chat in which nothing runs")),
    askForPerson: () => Promise.reject(new Error("no test asks for a person")),
    backToAgent: () => Promise.reject(new Error("no test goes back to the agent")),
    erase: unexpected("erase"),
    openLink: unexpected("openLink"),
    rate: unexpected("rate"),
    image: unexpected("image"),
    upload: (file, options) => (script.upload?.shift() ?? unexpected("upload"))(file, options),
  };
  const token = createPersistedValue("token", [memoryArea()]);
  token.write(script.kept ?? "");
  let keys = 0;
  const chat = createChat({
    client,
    alone: script.alone ?? (() => Promise.resolve(() => undefined)),
    tokenOf: (agentId) => (agentId === agent.id ? token : createPersistedValue(agentId, [])),
    newKey: () => `key-${++keys}`,
    now: () => clock.now,
    wait: (milliseconds) => (
      log.push(`wait ${milliseconds}`),
      Promise.resolve(script.cutShort?.shift() ?? false)
    ),
    onReturn(run, signal) {
      returns.add(run);
      signal.addEventListener("abort", () => returns.delete(run));
    },
    throttleRender: (run) => queueMicrotask(run),
    expectAnswer: () => (expected.count += 1),
    tell(name, detail) {
      told.push(name);
      details.push(detail);
    },
    sayAction: (action, input) => sayAction(action, input, en),
    askPage: (action) => askedOfPage.push(action),
    readContext: () => Promise.resolve(script.context?.shift()),
    forgotten: () => (expected.forgotten += 1),
  });
  /** The network is back, or, less certain, the page becomes visible again. */
  const comeBack = (isCertain: boolean): void => returns.forEach((run) => run(isCertain));
  return { chat, log, posted, told, details, askedOfPage, expected, token, clock, comeBack };
}

export const events = (...types: (StreamEvent | string)[]): StreamEvent[] =>
  types.map((event) => (typeof event === "string" ? { type: "text", data: event } : event));
export const start: StreamEvent = { type: "start", data: {} };
export const done: StreamEvent = { type: "done", data: {} };

export function say(options: Pick<PostOptions, "onEvent">, list: readonly StreamEvent[], from = 1): void {
  list.forEach((event, n) => options.onEvent(event, `${replyId}.${n + from}`));
}

/** Lets everything happen that waits only for promises. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

export const accept = (options: PostOptions): void => options.onOpen?.({ token: "st_1", replayed: false });
export const answering =
  (...list: (StreamEvent | string)[]) =>
  ({ options }: Posted): Promise<void> => {
    accept(options);
    say(options, events(start, ...list, done));
    return Promise.resolve();
  };

/** A connection on which nobody responds: it lasts until it is abandoned. */
export const silent = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

/** Answers "Hel" to a message, and falls silent. */
export const halfSaid = ({ options }: Posted): Promise<void> => {
  accept(options);
  say(options, events(start, "Hel"));
  return silent(options.signal);
};

/** Sends the rest of it to those who resume, to its end. */
export const restSaid = (options: FollowOptions): Promise<boolean> => {
  say(options, events("lo", done), 3);
  return Promise.resolve(true);
};

export function replyText(chat: ReturnType<typeof scriptChat>["chat"]): string {
  const last = chat.conversation.value.at(-1);
  return last?.from === "agent" ? textOf(last) : "";
}
