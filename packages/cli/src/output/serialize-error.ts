/**
 * Errors whose messages were written by this service or the operator. Messages of all others may repeat what a server
 * said: a parser quotes its input, a certificate names hosts, a library keeps whole responses.
 */
const ownErrors = new Set([
  "CopyFailed",
  "DatabaseUnfit",
  "EmbeddingError",
  "McpError",
  "McpCallError",
  "ModelError",
  "OutboundError",
  "ReadersBusy",
  "RedisLost",
  "CommandError",
  "ServiceError",
  "StorageUnavailable",
  "ToolError",
  "ToolTimeout",
]);

/** Maximum number of nested causes that are logged. */
const maxCauses = 5;
/** Codes of Node, of libraries and of PostgreSQL. */
const codeShape = /^(?:[A-Z][A-Z0-9_]{2,60}|[0-9A-Z]{5})$/;

/**
 * An error as the log shows it. It contains no text from a server: neither the message nor a field of a foreign error.
 */
export interface SerializedError {
  readonly type: string;
  readonly message?: string;
  readonly code?: string;
  readonly status?: number;
  /** Where in the program it was thrown. */
  readonly stack?: string;
  readonly cause?: SerializedError;
}

/** Turns an error into what the log may contain: its kind, code and location, and its message if it is one of ours. */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause } = error;
  const { code, status, syscall } = error as Error & Readonly<Record<string, unknown>>;
  const isOwn = ownErrors.has(error.constructor.name) || typeof syscall === "string";
  return {
    type: isOwn ? name : error.constructor.name,
    ...(isOwn && { message }),
    ...(typeof code === "string" && (isOwn || codeShape.test(code)) && { code }),
    ...(typeof status === "number" && { status }),
    ...(stack !== undefined && { stack: placesIn(stack, message) }),
    ...(cause instanceof Error && depth < maxCauses && { cause: serializeError(cause, depth + 1) }),
  };
}

/** A stack without its beginning, which repeats the message: lines of the message could look like locations. */
function placesIn(stack: string, message: string): string {
  const at = stack.indexOf(message);
  const places = at === -1 ? "" : stack.slice(at + message.length);
  return places.split("\n").slice(1).join("\n");
}
