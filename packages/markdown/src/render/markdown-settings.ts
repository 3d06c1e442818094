import { createContext, type ComponentType, type JSX } from "preact";
import { useContext } from "preact/hooks";
import type { MathBlock } from "../tree.ts";

/** Texts around the content, in the reader's language. */
export interface MarkdownWords {
  /** The name of a source's number. */
  readonly source: (number: number) => string;
  /** The heading of the sources below a text. */
  readonly sourceList: string;
  /** The name of code without a language. */
  readonly code: string;
  readonly copy: string;
  readonly copied: string;
  /** The name of a table that can be scrolled. */
  readonly table: string;
  readonly opensNewTab: string;
}

/** The caller's choices. Pass the same object as long as nothing changes: each new one renders everything again. */
export interface MarkdownSettings {
  readonly words: MarkdownWords;
  readonly icon: (name: "copy" | "check", size: number) => JSX.Element;
  /** Draws formulas, such as `Formula` of `markdown/formulas`; absent: as written. */
  readonly Formula?: ComponentType<{ math: MathBlock }>;
  /**
   * Draws code whose end has been written, such as `HighlightedCode` of `markdown/highlighting`; absent: as plain text.
   */
  readonly Code?: ComponentType<{ text: string; language: string }>;
  /** Whether an image may be loaded and drawn; absent: none may, and each is a link. */
  readonly mayLoadImage?: (href: string) => boolean;
}

const context = createContext<MarkdownSettings | undefined>(undefined);

/** Provides the settings to everything inside. */
export const MarkdownSettingsProvider = context.Provider;

/** The settings; throws if there is no provider. */
export function useMarkdownSettings(): MarkdownSettings {
  const settings = useContext(context);
  if (!settings) throw new Error("Markdown is drawn inside a MarkdownSettingsProvider.");
  return settings;
}
