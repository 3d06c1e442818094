import type { FailureCode } from "@servicechat/contract";
import type { en } from "./en.ts";
import type { enInputControls } from "./en-input-controls.ts";
import type { enMenuAndTabs } from "./en-menu-and-tabs.ts";
import type { enHandoff } from "./en-handoff.ts";
import type { enPictures } from "./en-pictures.ts";
import type { enAnswerView } from "./en-answer-view.ts";
import type { enTools } from "./en-tools.ts";

type Widened<T> = T extends string ? string : T;

/** The service's English sentences about its work. */
type ServiceSentence =
  | "Answer by the team"
  | "Answer received"
  | "An image"
  // Why a tool failed, and what is known about its effect.
  | "An error was reported"
  | "It may have taken effect"
  | "It took too long"
  | "It was stopped"
  | "Nothing was sent"
  | "There was no answer"
  | "Searching the knowledge base"
  | "Thinking"
  | "Waiting for an answer"
  | "Waiting for the previous answer"
  // The result of a row.
  | "done"
  | "failed"
  | "found"
  | "running";

/** A dictionary with the entries of an English one. */
export type WordsLike<English> = { readonly [Name in keyof English]: Widened<English[Name]> };

/** Translations of the service's sentences. English has none: the service speaks it. */
interface ServiceWords {
  /** The text of each failure. */
  readonly failures: Readonly<Record<FailureCode, string>>;
  readonly service: Readonly<Record<ServiceSentence, string>>;
}

/** The texts that the first screen may need: the same entries for every language. */
export type Words = WordsLike<typeof en> & Partial<ServiceWords>;

/** A whole dictionary of another language than English, including texts of lazily loaded parts. */
export type Translation = WordsLike<
  typeof en &
    typeof enInputControls &
    typeof enMenuAndTabs &
    typeof enHandoff &
    typeof enPictures &
    typeof enAnswerView &
    typeof enTools
> &
  ServiceWords;

/** A dictionary with the texts of the controls (`withWords`). */
export type InputControlWords = Words & WordsLike<typeof enInputControls>;

/** A dictionary with the texts of the menu (`withWords`). */
export type MenuAndTabsWords = Words & WordsLike<typeof enMenuAndTabs>;

/** A dictionary with the texts of formatted answers (`withWords`). */
export type AnswerViewWords = Words & WordsLike<typeof enAnswerView>;

/** A dictionary with the texts for people taking part (`withWords`). */
export type HandoffWords = Words & WordsLike<typeof enHandoff>;
