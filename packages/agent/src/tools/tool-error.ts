import { OutboundError } from "@servicechat/outbound";

/**
 * A use of a tool that failed in a way the model may know about. The message is for the operator's log; the text for
 * the model is not a field of it, so that no log shows a server's response.
 */
export class ToolError extends Error {
  readonly #toldModel: string;
  /** Whether what the tool may change may have changed all the same. */
  readonly isUnsure: boolean;
  /** Whether it failed before anything was sent. */
  readonly nothingSent: boolean;

  constructor(
    message: string,
    options: {
      readonly toldModel: string;
      readonly isUnsure?: boolean;
      readonly nothingSent?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.isUnsure = options.isUnsure ?? false;
    this.nothingSent = options.nothingSent ?? false;
    this.name = "ToolError";
    this.#toldModel = options.toldModel;
  }

  /** In words for the model. Holds no secrets, and nothing of the inside of the operator's house. */
  forModel(): string {
    return this.#toldModel;
  }
}

/** A tool that gave no result in time. */
export class ToolTimeout extends Error {
  override readonly name = "ToolTimeout";
}

/** Whether time ran out, for the tool or for its request. */
export const isTimeout = (cause: unknown): boolean =>
  cause instanceof ToolTimeout || (cause instanceof OutboundError && cause.kind === "timeout");
