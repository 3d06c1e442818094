import type {
  AiNotice,
  ActionView,
  AgentView,
  ChatEventView,
  HandoffState,
  HistoryMessage,
  StreamEvent,
  WidgetConfig,
} from "@servicechat/contract";

/** One step of a scripted reply: an event, a pause in milliseconds or until a promise resolves, or the connection's end. */
export type Step = StreamEvent | number | Promise<void> | "cut";

/** A pause that outlasts any look at it. */
export const forAges = 3_600_000;

/** How requests to a path are refused. */
export interface Refusal {
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly retryable?: boolean;
  /** In seconds. */
  readonly retryAfter?: number;
}

/** What one run of the fake service returns. */
export interface Scene {
  readonly config: WidgetConfig;
  /** Absent: `acme`. */
  readonly agentId?: string;
  readonly starters: readonly string[];
  readonly actions?: readonly ActionView[];
  readonly history: readonly HistoryMessage[];
  /** Whether people can be asked for. */
  readonly handoff?: AgentView["handoff"];
  /** What happened besides the messages. */
  readonly events?: readonly ChatEventView[];
  /** The events of the stream that stays open; the last one is repeated if somebody is typing. */
  readonly heard?: readonly StreamEvent[];
  /** The response to asking for a person; absent: people are available. */
  readonly handoffState?: HandoffState;
  readonly uploads?: AgentView["uploads"];
  readonly pageContext?: true;
  readonly feedback?: boolean;
  /** What says that an AI answers; absent: the chat's own sentence; `null`: nothing. */
  readonly notice?: AiNotice | null;
  /** The response to every message; absent: its first word chooses one (test/fake-answers.ts). */
  readonly reply?: readonly Step[];
  /** The response to anything but text, such as the answer to a question; absent: as to every message. */
  readonly replyToAnswer?: readonly Step[];
  readonly refuse?: Refusal | undefined;
  /** Paths whose connection is cut, and those that never get a response. */
  readonly cut?: readonly string[];
  readonly silent?: readonly string[];
  /** Holds uploads and images back until it resolves. */
  readonly hold?: Promise<unknown>;
  /** Holds the responses to messages back, including refusals. */
  readonly holdPosts?: Promise<unknown>;
  readonly theme: "light" | "dark";
  /** The page's language according to the launcher. */
  readonly lang?: string;
}

/** The basis of every scene. */
export const plainScene: Scene = {
  config: {
    agent: { name: "Acme Support", welcomeMessage: "Hi there! How can we help you today?" },
    branding: {
      primaryColor: "#0f766e",
      logo: null,
      position: "bottom-right",
      attribution: true,
      style: "windowed",
    },
    features: { actions: true, askUserQuestion: true },
  },
  starters: [],
  history: [],
  theme: "light",
};
