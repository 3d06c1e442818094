import type { FileInfo } from "@servicechat/contract";

/** A file that the visitor has chosen for the next message. */
export interface Attachment {
  /** Stable while it is on screen. */
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The part of it that has left, from 0 to 1, until it is there or has failed. */
  readonly sent: number;
  /** Present once the service has it. */
  readonly file?: FileInfo;
  /** Why it cannot go along, as a sentence. */
  readonly fault?: string | undefined;
  /** Sends it once more, where that may help. */
  readonly again?: (() => void) | undefined;
  /** Of an image: where its bytes lie in this browser. */
  readonly preview?: string | undefined;
  /** Takes it away, and ends its way to the service. */
  readonly remove: () => void;
}

/** Whether it is still on its way. */
export const isUnderway = ({ file, fault }: Attachment): boolean => !file && fault === undefined;

/** What can go along with a message now. */
export const readyFiles = (attachments: readonly Attachment[]): readonly FileInfo[] =>
  attachments.flatMap(({ file }) => file ?? []);
