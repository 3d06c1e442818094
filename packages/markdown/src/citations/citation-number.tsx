import { createContext, type JSX } from "preact";
import { useContext } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import { useMarkdownSettings } from "../render/markdown-settings.ts";
import { sourceName, type Citations, type NumberedSource } from "./citations.ts";

/** What one text cites, and how to reach its list of sources. */
export interface CitationView extends Pick<Citations, "of"> {
  /** Shows the list entry of a number; absent while the list is not drawn yet. */
  readonly show?: (number: number) => void;
}

const nothing: CitationView = { of: () => undefined };

const context = createContext<CitationView>(nothing);

/** Provides the citations to everything inside; without one, citations are drawn as written. */
export const CitationProvider = context.Provider;

/** The citations of this text. */
export const useCitations = (): CitationView => useContext(context);

/** A small number that leads to the source in the list below the text. */
export function CitationNumber({ number, source }: NumberedSource): JSX.Element {
  const { words } = useMarkdownSettings();
  const { show } = useCitations();
  if (!show) return <sup class="cite">{number}</sup>;
  const name = `${words.source(number)}: ${cleanText(sourceName(source))}`;
  return (
    <button type="button" class="cite" aria-label={name} title={name} onClick={() => show(number)}>
      {number}
    </button>
  );
}
