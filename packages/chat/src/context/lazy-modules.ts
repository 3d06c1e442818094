import type { ComponentChildren, ComponentType, RefObject } from "preact";
import type {
  AgentView,
  ConfirmRequest,
  FileInfo,
  GivenAnswer,
  HistoryMessage,
  ImageInfo,
  Question,
  QuestionPart,
  TextPart,
  ToolPart,
} from "@servicechat/contract";
import type { MathBlock } from "@servicechat/markdown";
import type {
  Conversation,
  Line,
  PeopleLine,
  ReplyEntry,
  VisitorEntry,
} from "../conversation/conversation.ts";
import type { Offer } from "../forms/offers.ts";
import type { LazyModule } from "../lazy/create-lazy-module.ts";
import type { Words } from "../words/words.ts";
import type { Device, DeviceParts } from "./device.ts";
import type { Handoff, HandoffParts } from "./handoff.ts";
import type { Editing, EditingContext } from "./unsent.ts";
import type { WritingParts } from "./writing-parts.ts";

/** The elements of a list of sources, by the numbers that the answer cites them by. */
export type SourceEntries = Map<number, HTMLElement>;

/** What a text of an answer is drawn from. */
export interface AnswerTextProps {
  /** The answer that the text is of: what it has found can be cited. */
  readonly reply: ReplyEntry;
  /** What the agent wrote, or as much as has come. */
  readonly part: TextPart;
  /** The text is still growing. */
  readonly live: boolean;
  /** The list below the answer, once it is drawn. */
  readonly sources: SourceEntries;
}

/** What the use of a tool is drawn from. */
export interface ToolProps {
  readonly reply: ReplyEntry;
  readonly tool: ToolPart;
  /** The reply is still on its way. */
  readonly live: boolean;
}

/** Reads, draws and writes down answers: wanted once there is something to answer. */
export interface Reading {
  readonly AnswerSources: ComponentType<{ reply: ReplyEntry; sources: SourceEntries }>;
  readonly AnswerText: ComponentType<AnswerTextProps>;
  readonly DayLine: ComponentType<{ entries: readonly Line[]; index: number }>;
  readonly ImageView: ComponentType<{ image: ImageInfo; isSafe: boolean }>;
  readonly TimeNote: ComponentType<{ at: number }>;
  readonly ToolLine: ComponentType<ToolProps>;
  readonly copyText: (reply: ReplyEntry, conversation: Conversation, words: Words) => string;
  readonly toMarkdown: (messages: readonly HistoryMessage[], parts: WritingParts) => string;
  readonly wordsOfReply: (reply: ReplyEntry, conversation: Conversation) => string;
}

/** What fills in, confirms, answers and attaches: wanted once there is something to fill in. */
export interface Controls {
  readonly ActionForm: ComponentType<{ offer: Offer }>;
  readonly AnsweredQuestion: ComponentType<{ questions: readonly Question[]; answer: GivenAnswer }>;
  readonly AttachButton: ComponentType<{
    button: RefObject<HTMLButtonElement | null>;
    uploads: NonNullable<AgentView["uploads"]>;
  }>;
  readonly AttachmentBar: ComponentType<{ attachButton: RefObject<HTMLButtonElement | null> }>;
  readonly ConfirmCard: ComponentType<{ part: QuestionPart; confirm: ConfirmRequest }>;
  readonly FileView: ComponentType<{ file: FileInfo }>;
  readonly LateAnswer: ComponentType<{ entry: VisitorEntry }>;
  readonly QuestionForm: ComponentType<{ part: QuestionPart }>;
  readonly WaitingRequest: ComponentType;
}

/** What one can do once a message is there: copy it, say what it was worth, change it, choose an action beside the prompt. */
export interface MessageTools {
  readonly EarlierVersions: ComponentType<{ entries: readonly Line[] }>;
  readonly EditBar: ComponentType<{ edit: Editing }>;
  readonly EditButton: ComponentType<{ entry: VisitorEntry }>;
  readonly OfferMenu: ComponentType;
  readonly ReplyTools: ComponentType<{ reply: ReplyEntry; last: boolean }>;
  readonly ToEnd: ComponentType<{ go: () => void }>;
  readonly onComposerKey: (event: KeyboardEvent, context: EditingContext) => void;
}

/** What ties the tabs of this device together, tells a screen reader what is new, and asks before something is done. */
export interface DeviceModule {
  readonly AskFirst: ComponentType<{
    question: string;
    detail: string;
    failure?: string;
    cancel: () => void;
    children: ComponentChildren;
  }>;
  readonly BarControls: ComponentType;
  readonly Unseen: ComponentType;
  readonly openDevice: (parts: DeviceParts) => Device;
}

/** One line of the menu that concerns people taking part. */
export interface HandoffItem {
  readonly icon: "person" | "back";
  readonly label: string;
  readonly choose: () => void;
}

/** What lets people take part, wanted by agents that have some to hand over to. */
export interface HandoffModule {
  readonly AskButton: ComponentType<{ handoff: Handoff }>;
  readonly HandoffBar: ComponentType<{ handoff: Handoff }>;
  readonly PeopleLine: ComponentType<{ line: PeopleLine }>;
  readonly menuItems: (handoff: Handoff, words: Words) => readonly HandoffItem[];
  readonly openHandoff: (parts: HandoffParts) => Handoff;
}

/** What fetches, draws and enlarges the images of answers. */
export interface Pictures {
  readonly Picture: ComponentType<{
    image: ImageInfo;
    isSafe: boolean;
    size: Readonly<Record<string, string>>;
  }>;
}

/** What draws formulas, wanted by the first answer that has one. */
export interface Formulas {
  readonly Formula: ComponentType<{ math: MathBlock }>;
}

/** What colours code, wanted by the first finished block that names a language. */
export interface Highlighting {
  readonly HighlightedCode: ComponentType<{ text: string; language: string }>;
}

/** The parts that are loaded when they are needed. */
export interface LazyModules {
  readonly reading: LazyModule<Reading>;
  readonly controls: LazyModule<Controls>;
  readonly messageTools: LazyModule<MessageTools>;
  /** Fetched soon after the first screen: an empty chat, too, follows what another tab does. */
  readonly device: LazyModule<DeviceModule>;
  readonly handoff: LazyModule<HandoffModule>;
  readonly pictures: LazyModule<Pictures>;
  readonly formulas: LazyModule<Formulas>;
  readonly highlighting: LazyModule<Highlighting>;
}
