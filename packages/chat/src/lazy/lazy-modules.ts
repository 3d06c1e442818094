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
import type { Chat } from "../conversation/chat.ts";
import type { Ratings } from "../message-tools/create-ratings.ts";
import type { Offer } from "../actions/offers.ts";
import type { LazyModule } from "./create-lazy-module.ts";
import type { Words } from "../words/words.ts";
import type { Device, DeviceDependencies } from "../context/device.ts";
import type { Handoff, HandoffDependencies } from "../context/handoff.ts";
import type { Editing, EditingContext } from "../context/unsent.ts";
import type { PlaceInGroup } from "../answer-view/groups.ts";
import type { ExportOptions } from "../answer-view/export.ts";
import type { MenuButtonProps } from "../menu-and-tabs/menu-button.tsx";

/** The elements of a list of sources, by the numbers that the answer cites them by. */
export type SourceEntries = Map<number, HTMLElement>;

/** The properties of a text of an answer. */
export interface AnswerTextProps {
  /** The answer that contains the text: its results can be cited. */
  readonly reply: ReplyEntry;
  /** The agent's text, or as much as has arrived. */
  readonly part: TextPart;
  /** Whether the text is still growing. */
  readonly live: boolean;
  /** The list below the answer, once it is drawn. */
  readonly sources: SourceEntries;
}

/** The properties of a use of a tool. */
export interface ToolProps {
  readonly reply: ReplyEntry;
  readonly tool: ToolPart;
  /** Whether the reply is still in progress. */
  readonly live: boolean;
}

/** Parses, draws and exports answers: needed once there is something to answer. */
export interface AnswerView {
  readonly AnswerSources: ComponentType<{ reply: ReplyEntry; sources: SourceEntries }>;
  readonly AnswerText: ComponentType<AnswerTextProps>;
  readonly TimeLine: ComponentType<{ entries: readonly Line[]; index: number }>;
  readonly ImageView: ComponentType<{ image: ImageInfo; isSafe: boolean }>;
  readonly TimeNote: ComponentType<{ at: number; isEnd: boolean | undefined }>;
  readonly ToolLine: ComponentType<ToolProps>;
  readonly answerMarkdown: (reply: ReplyEntry, conversation: Conversation, words: Words) => string;
  readonly answerPlainText: (reply: ReplyEntry, conversation: Conversation, words: Words) => string;
  readonly placeInGroup: (entries: readonly Line[], index: number) => PlaceInGroup;
  readonly spokenText: (reply: ReplyEntry, conversation: Conversation) => readonly string[];
  readonly toMarkdown: (messages: readonly HistoryMessage[], dependencies: ExportOptions) => string;
  readonly wordsOfReply: (reply: ReplyEntry, conversation: Conversation) => string;
}

/** For filling in, confirming, answering and attaching: needed once there is something to fill in. */
export interface InputControls {
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

/** Actions on a message: copy it, rate it, edit it, choose an action beside the composer. */
export interface MessageTools {
  readonly EarlierVersions: ComponentType<{ entries: readonly Line[] }>;
  readonly EditBar: ComponentType<{ edit: Editing }>;
  readonly EditButton: ComponentType<{ entry: VisitorEntry }>;
  readonly GoOn: ComponentType;
  readonly OfferMenu: ComponentType;
  readonly ReplyTools: ComponentType<{ reply: ReplyEntry; last: boolean }>;
  readonly ToEnd: ComponentType<{ go: () => void }>;
  readonly createRatings: (chat: Pick<Chat, "rate">) => Ratings;
  readonly onComposerKey: (event: KeyboardEvent, context: EditingContext) => void;
}

/** Keeps this device's tabs in step, announces news to screen readers, and asks for confirmation. */
export interface MenuAndTabs {
  readonly AskFirst: ComponentType<{
    question: string;
    detail: ComponentChildren;
    failure?: string;
    cancel: () => void;
    leave?: string;
    children: ComponentChildren;
  }>;
  readonly BarControls: ComponentType;
  readonly MenuButton: ComponentType<MenuButtonProps>;
  readonly BackgroundTasks: ComponentType;
  readonly openDevice: (dependencies: DeviceDependencies) => Device;
}

/** A menu item about people taking part. */
export interface HandoffItem {
  readonly icon: "person" | "back";
  readonly label: string;
  readonly choose: () => void;
}

/** Lets people take part; needed by agents that can hand over. */
export interface HandoffModule {
  readonly AskButton: ComponentType<{ handoff: Handoff }>;
  readonly HandoffBar: ComponentType<{ handoff: Handoff }>;
  readonly PeopleLine: ComponentType<{ line: PeopleLine } & PlaceInGroup>;
  readonly PersonTitle: ComponentType<{ name: string }>;
  readonly PeopleHere: ComponentType;
  readonly menuItems: (handoff: Handoff, words: Words) => readonly HandoffItem[];
  readonly openHandoff: (dependencies: HandoffDependencies) => Handoff;
}

/** Loads, draws and enlarges images in answers. */
export interface Pictures {
  readonly Picture: ComponentType<{
    image: ImageInfo;
    isSafe: boolean;
    size: Readonly<Record<string, string>>;
  }>;
}

/** Draws formulas; needed by the first answer with one. */
export interface Formulas {
  readonly Formula: ComponentType<{ math: MathBlock }>;
}

/** Highlights code; needed by the first finished block that names a language. */
export interface Highlighting {
  readonly HighlightedCode: ComponentType<{ text: string; language: string }>;
}

/** The parts that are loaded when they are needed. */
export interface LazyModules {
  readonly answerView: LazyModule<AnswerView>;
  readonly inputControls: LazyModule<InputControls>;
  readonly messageTools: LazyModule<MessageTools>;
  /** Loaded soon after the first screen, because even an empty chat follows changes in other tabs. */
  readonly menuAndTabs: LazyModule<MenuAndTabs>;
  readonly handoff: LazyModule<HandoffModule>;
  readonly pictures: LazyModule<Pictures>;
  readonly formulas: LazyModule<Formulas>;
  readonly highlighting: LazyModule<Highlighting>;
}
