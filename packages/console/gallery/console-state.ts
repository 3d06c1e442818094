import type { Scene } from "./scene.ts";

/** One state of one page: its address, and the service's responses. */
export interface ConsoleState {
  /** Short and permanent: lower-case letters and hyphens. */
  readonly name: string;
  /** One sentence for people who look at the gallery. */
  readonly title: string;
  /** Below `/console/`, with query and fragment. */
  readonly path: string;
  /** Responses that differ from those of a service that has been running for a while. */
  readonly scene?: Scene;
  /** Selectors of elements that are clicked one after the other once the page has loaded. */
  readonly press?: readonly string[];
  /** Keys that are pressed on the loaded page. */
  readonly keys?: readonly string[];
  /** A field for files, and the names, types and contents of those that are chosen in it. */
  readonly choose?: readonly [string, readonly (readonly [name: string, type: string, content: string])[]];
  /** A field, and the text that replaces its content. */
  readonly fill?: readonly [string, string];
  /** A field, and the text that is typed into it and sent with Enter. */
  readonly write?: readonly [string, string];
  /** A selector that matches once the state is reached. */
  readonly shows: string;
}
