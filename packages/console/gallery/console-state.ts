import type { Scene } from "./scene.ts";

/** One state of one page: where it is, and what the service answers there. */
export interface ConsoleState {
  /** Short and permanent: small letters and hyphens. */
  readonly name: string;
  /** One sentence for who looks. */
  readonly title: string;
  /** Below `/console/`, with query and fragment. */
  readonly path: string;
  /** What it answers differently from a service that has been running for a while. */
  readonly scene?: Scene;
  /** Is pressed once the page is there: selectors, one after the other. */
  readonly press?: readonly string[];
  /** A field, and what is written into it in place of what it has. */
  readonly fill?: readonly [string, string];
  /** A field, and what is written into it and sent with Enter. */
  readonly write?: readonly [string, string];
  /** What is there once the state is reached. */
  readonly shows: string;
}
