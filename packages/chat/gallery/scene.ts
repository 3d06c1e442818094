import type {
  ActionView,
  AgentView,
  ChatEventView,
  HandoffState,
  HistoryMessage,
  StreamEvent,
  WidgetConfig,
} from "@servicechat/contract";

/** One step of a scripted reply: an event, a pause in milliseconds, or the end of the connection. */
export type Step = StreamEvent | number | "cut";

/** A pause that outlasts every look at it. */
export const forAges = 3_600_000;

/** How what is asked of a path is refused, instead of answered. */
export interface Refusal {
  readonly path: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly retryable?: boolean;
  /** In seconds. */
  readonly retryAfter?: number;
}

/** What one run of the fake service shows. */
export interface Scene {
  readonly config: WidgetConfig;
  /** Absent: `acme`. */
  readonly agentId?: string;
  readonly starters: readonly string[];
  readonly actions?: readonly ActionView[];
  readonly history: readonly HistoryMessage[];
  /** People can be asked for. */
  readonly handoff?: AgentView["handoff"];
  /** What happened besides the messages. */
  readonly events?: readonly ChatEventView[];
  /** What the stream says that stays open; the last of it again and again where somebody is typing. */
  readonly heard?: readonly StreamEvent[];
  /** The answer to asking for a person; absent: somebody is asked. */
  readonly handoffState?: HandoffState;
  readonly uploads?: AgentView["uploads"];
  readonly pageContext?: true;
  readonly feedback?: boolean;
  /** The answer to every message; absent: its first word chooses one (test/fake-answers.ts). */
  readonly reply?: readonly Step[];
  /** The answer to what is no text, such as the answer to a question; absent: as to every message. */
  readonly replyToAnswer?: readonly Step[];
  readonly refuse?: Refusal | undefined;
  /** Paths whose connection is cut, and those that are never answered. */
  readonly cut?: readonly string[];
  readonly silent?: readonly string[];
  /** Holds uploads and images back until it is over. */
  readonly hold?: Promise<unknown>;
  /** Holds the answers to messages back, the refused ones too. */
  readonly holdPosts?: Promise<unknown>;
  readonly theme: "light" | "dark";
  /** What the launcher says of the page's language. */
  readonly lang?: string;
}

/** What every scene starts from. */
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
