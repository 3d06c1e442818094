import type { FileInfo } from "@servicechat/contract";

/** A file that the visitor has selected for the next message. */
export interface Attachment {
  /** Stable while it is on screen. */
  readonly key: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The fraction that has been sent, from 0 to 1, until it is complete or has failed. */
  readonly sent: number;
  /** Present once the service has it. */
  readonly file?: FileInfo;
  /** Why it cannot be sent, as a sentence. */
  readonly error?: string | undefined;
  /** Sends it again, if that may help. */
  readonly again?: (() => void) | undefined;
  /** The local URL of an image. */
  readonly preview?: string | undefined;
  /** Removes it, and cancels its upload. */
  readonly remove: () => void;
}

/** Whether it is still being uploaded. */
export const isUnderway = ({ file, error }: Attachment): boolean => !file && error === undefined;

/** The files that can currently be sent with a message. */
export const readyFiles = (attachments: readonly Attachment[]): readonly FileInfo[] =>
  attachments.flatMap(({ file }) => file ?? []);

/** Work that is done one after the other. */
export interface TaskLine {
  /** A name that is unique in this line. */
  readonly nextKey: () => string;
  /** Runs it once earlier work has ended, and `ready` too. It must not reject. */
  readonly add: (run: () => Promise<void>, ready?: Promise<unknown>) => void;
}

/** Creates a line. */
export function createTaskLine(): TaskLine {
  let end: Promise<unknown> = Promise.resolve();
  let added = 0;
  return {
    nextKey: () => `file-${++added}`,
    add(run, ready) {
      end = Promise.all([end, ready]).then(run);
    },
  };
}

/** Whether a browser can draw it as an image without running code. */
export const isPicture = (mediaType: string): boolean => /^image\/(?:png|jpeg|webp|gif)$/.test(mediaType);
