import type { FailureCode } from "@servicechat/contract";
import type { en } from "./en.ts";
import type { enControls } from "./en-controls.ts";
import type { enDevice } from "./en-device.ts";
import type { enHandoff } from "./en-handoff.ts";
import type { enPictures } from "./en-pictures.ts";
import type { enReading } from "./en-reading.ts";
import type { enTools } from "./en-tools.ts";

type Widened<T> = T extends string ? string : T;

/** What the service says in English of what it does. */
type ServiceSentence =
  | "Answer received"
  | "An image"
  // Why a tool failed, and what is known of its effect.
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
  // What became of a row.
  | "done"
  | "failed"
  | "found"
  | "running";

/** A dictionary with the entries of one in English. */
export type WordsLike<English> = { readonly [Name in keyof English]: Widened<English[Name]> };

/** What a dictionary has for the sentences of the service. English has none of this: the service speaks it. */
interface ServiceWords {
  /** What is said of each failure. */
  readonly failures: Readonly<Record<FailureCode, string>>;
  readonly service: Readonly<Record<ServiceSentence, string>>;
}

/** The words that the first screen may need: the same entries for every language. */
export type Words = WordsLike<typeof en> & Partial<ServiceWords>;

/** A whole dictionary of another language than English, the words of later parts included. */
export type Translation = WordsLike<
  typeof en &
    typeof enControls &
    typeof enDevice &
    typeof enHandoff &
    typeof enPictures &
    typeof enReading &
    typeof enTools
> &
  ServiceWords;

/** A dictionary with the words of the controls (`withWords`). */
export type ControlWords = Words & WordsLike<typeof enControls>;

/** A dictionary with the words of the menu (`withWords`). */
export type DeviceWords = Words & WordsLike<typeof enDevice>;

/** A dictionary with the words of answers that are formatted (`withWords`). */
export type ReadingWords = Words & WordsLike<typeof enReading>;

/** A dictionary with the words of a person taking part (`withWords`). */
export type HandoffWords = Words & WordsLike<typeof enHandoff>;
