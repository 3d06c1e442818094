import type { CitationLabel } from "@servicechat/contract";

/** A piece of running text. Every string is as the author wrote it: sanitise it when it is drawn. */
export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "break" }
  | MathBlock
  /** A citation, such as `[1]`; drawn as written if it has no matching source. */
  | {
      readonly type: "cite";
      readonly labels: readonly CitationLabel[];
      readonly text: string;
      /** It begins a line, so it can only cite what its own answer has found. */
      readonly startsLine?: true;
      /** The link directly before it, and the space between them. */
      readonly precedingLink?: { readonly href: string; readonly gap: string };
      /** Once it is numbered (`withNumbers`): the safe address of the source of each label, if it has one. */
      readonly hrefs?: readonly (string | undefined)[];
    }
  | { readonly type: "strong" | "emphasis" | "deleted"; readonly children: readonly Inline[] }
  | {
      readonly type: "link";
      /** http, https, mailto or tel, as the URL parser wrote it. */
      readonly href: string;
      /** The host it really leads to, if its text looks like another address. */
      readonly host?: string;
      /** It was written as an image. It is drawn as one only if the caller allows that. */
      readonly isImage?: true;
      readonly children: readonly Inline[];
    };

/** A formula in TeX. */
export interface MathBlock {
  readonly type: "math";
  readonly tex: string;
  /** It is displayed separately, not within a line of text. */
  readonly display: boolean;
  /** The source as written, including its delimiters. */
  readonly text: string;
}

/** A list item. */
export interface ListItem {
  /** Whether a task is done; absent: it is not a task. */
  readonly checked?: boolean;
  readonly children: readonly Block[];
}

type Alignment = "left" | "center" | "right" | null;

/** A footnote with the text for its label. It is not part of the text, and is listed with the sources. */
export interface NoteBlock {
  readonly type: "note";
  readonly label: CitationLabel;
  readonly children: readonly Inline[];
}

/** A block of an answer. There is no type for HTML: markup in an answer is text. */
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
