/** A piece of running text. Every string is as the author wrote it: clean it where it is drawn. */
export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "break" }
  | MathBlock
  /** Where an answer names its sources, such as `[1]`; drawn as it was written where there are none of these. */
  | {
      readonly type: "cite";
      readonly labels: readonly CitationLabel[];
      readonly text: string;
      /** It begins a line: it cites nothing but what its own answer has found. */
      readonly leads?: true;
      /** The link directly before it, and the space between them. */
      readonly behind?: { readonly href: string; readonly gap: string };
    }
  | { readonly type: "strong" | "emphasis" | "deleted"; readonly children: readonly Inline[] }
  | {
      readonly type: "link";
      /** http, https, mailto or tel, as the URL parser wrote it. */
      readonly href: string;
      /** The host it really leads to, when its text looks like another address. */
      readonly host?: string;
      /** What it leads to was written as an image. It is drawn as one only where the caller allows that. */
      readonly isImage?: true;
      readonly children: readonly Inline[];
    };

/** A formula in TeX. */
export interface MathBlock {
  readonly type: "math";
  readonly tex: string;
  /** It stands by itself, rather than in a line of text. */
  readonly display: boolean;
  /** What was written, its signs included. */
  readonly text: string;
}

/** One point of a list. */
export interface ListItem {
  /** Whether a task is done; absent: no task. */
  readonly checked?: boolean;
  readonly children: readonly Block[];
}

type Alignment = "left" | "center" | "right" | null;

/** What a source is cited by: its number, or the name that an answer has given to its own footnote. */
export type CitationLabel = number | string;

/** A footnote: what its label stands for. It is no part of the text, and is listed with the sources. */
export interface NoteBlock {
  readonly type: "note";
  readonly label: CitationLabel;
  readonly children: readonly Inline[];
}

/** A block of an answer. There is no kind for HTML: markup in an answer is text. */
export type Block =
  | { readonly type: "paragraph" | "line"; readonly children: readonly Inline[] }
  | { readonly type: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | {
      readonly type: "code";
      readonly language: string;
      readonly text: string;
      /** Whether its end has been written. */
      readonly closed: boolean;
    }
  | MathBlock
  | NoteBlock
  | { readonly type: "quote"; readonly children: readonly Block[] }
  | {
      readonly type: "list";
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly ListItem[];
    }
  | {
      readonly type: "table";
      readonly align: readonly Alignment[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly type: "rule" };
