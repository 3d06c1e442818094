import { asObject } from "@servicechat/contract";
import { ClientError, lostConnection } from "./client-error.ts";

/** Milliseconds that a body has to end in, once all has been heard that was wanted of it. */
const toEnd = 1_000;

/**
 * Reads a body piece by piece, to its end or until `hear` returns `true`.
 *
 * @param silence Milliseconds without a byte after which the connection counts as dead.
 * @throws ClientError `stream_cut` when it fails or falls silent.
 */
export async function readBody<Piece extends Uint8Array>(
  body: ReadableStream<Piece>,
  silence: number,
  hear: (piece: Piece) => unknown,
): Promise<void> {
  const reader = body.getReader();
  let ending = 0;
  try {
    while (ending === 0) {
      const { done, value } = await withinSilence(reader.read(), silence);
      if (done) return;
      if (hear(value) === true) ending = toEnd;
    }
    // Reading to the end frees the connection for reuse.
    reader.read().catch(() => undefined);
  } finally {
    // Frees the connection; a reader that is at its end, or has failed already, has nothing to cancel.
    setTimeout(() => reader.cancel().catch(() => undefined), ending);
  }
}

/** Creates a decoder for pieces of text, including characters that are split between two of them. A byte order mark is kept. */
export function createDecoder(): (piece: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return (piece) => decoder.decode(piece, { stream: true });
}

/**
 * Reads the JSON object that an answer is; `undefined` when it is something else.
 *
 * @throws ClientError as `readBody` does.
 */
export async function readObject(
  { body }: Response,
  silence: number,
): Promise<Record<string, unknown> | undefined> {
  let text = "";
  const decode = createDecoder();
  if (body) await readBody(body, silence, (piece) => (text += decode(piece)));
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function withinSilence<T>(read: Promise<T>, silence: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alarm = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(cut()), silence);
  });
  try {
    return await Promise.race([read, alarm]);
  } catch (cause) {
    throw cause instanceof ClientError ? cause : cut(cause);
  } finally {
    clearTimeout(timer);
  }
}

/** The connection ended before what came over it did. */
export const cut = (cause?: unknown): ClientError =>
  lostConnection("stream_cut", "The connection was lost before the answer was complete.", cause);
