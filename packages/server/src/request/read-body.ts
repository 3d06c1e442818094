import type { IncomingMessage } from "node:http";
import { ServiceError } from "@servicechat/contract";
import { pathText } from "@servicechat/contract/agent-file";
import type { RequestContext } from "../request-context.ts";
import { malformed } from "./malformed.ts";

/** Largest request body, in bytes (docs/security.md, "Limits against overload"). */
const maxBodyBytes = 65_536;
/** Deepest nesting of arrays and objects; far below where serializing again would overflow the stack. */
const maxDepth = 32;

/**
 * Reads a JSON body: a size that is declared first (413), then the media type and coding (415), the size as it comes
 * (413), then encoding, depth and syntax (400), so that a large or wrong body costs little. Returns the bytes too, for
 * comparing repeated requests. A client that waits for `100 Continue` hears it now: its request is admitted (RFC 9110,
 * 10.1.1).
 */
export async function readJsonBody(
  { request, response }: Pick<RequestContext, "request" | "response">,
  maxBytes: number = maxBodyBytes,
): Promise<{
  readonly value: unknown;
  readonly bytes: Uint8Array;
}> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw new ServiceError("payload_too_large");
  if (!isJson(request)) throw new ServiceError("unsupported_media_type");
  // A coding that is not undone would be taken for wrong text (RFC 9110, 8.4).
  if (!/^(?:identity)?$/i.test(request.headers["content-encoding"] ?? ""))
    throw new ServiceError("unsupported_media_type", { detail: "Send the body without a Content-Encoding." });
  if (/100-continue/i.test(request.headers.expect ?? "")) response.writeContinue();
  const bytes = await readBytes(request, maxBytes);
  const text = decode(bytes);
  checkDepth(text);
  const value = parse(text);
  if (text.includes("\\u0000")) refuseNul(value);
  return { value, bytes };
}

/** Whether a request says that its body is JSON. */
export function isJson({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return /^application\/json[ \t]*(?:;|$)/i.test(headers["content-type"] ?? "");
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  await takeBody(request, (piece) => {
    size += piece.byteLength;
    if (size > maxBytes) throw new ServiceError("payload_too_large");
    pieces.push(piece);
  });
  return Buffer.concat(pieces);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed("the body is not valid UTF-8");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("the body is not valid JSON");
  }
}

/** NUL cannot be stored by every database. Its depth is known to be bounded. */
function refuseNul(value: unknown, path: readonly PropertyKey[] = []): void {
  const field = pathText(path) || "the body";
  if (typeof value === "string" && value.includes("\0"))
    throw malformed(`${field}: contains the character NUL (U+0000)`);
  if (typeof value !== "object" || value === null) return;
  for (const [name, inside] of Object.entries(value)) {
    if (name.includes("\0")) throw malformed(`${field}: has a name with the character NUL (U+0000) in it`);
    refuseNul(inside, [...path, Array.isArray(value) ? Number(name) : name]);
  }
}

/** Measures nesting before parsing: a parser would accept a depth of a million. */
function checkDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === 0x5c) at++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > maxDepth) throw malformed(`the body is nested deeper than ${maxDepth} levels`);
    } else if (unit === 0x5d || unit === 0x7d) depth--;
  }
}

/**
 * Gives the pieces of a body to `use` as they come, until the last one has, or until `use` throws: then nothing more is
 * taken, and node discards the rest unread once the answer has left.
 *
 * @throws ServiceError `request_timeout` when the connection goes, or has gone, before the whole body has come
 */
export function takeBody(request: IncomingMessage, use: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (piece: Buffer) => {
      try {
        use(piece);
      } catch (refusal) {
        request.off("data", take);
        reject(refusal);
      }
    };
    const finish = () => {
      // The request stays as long as its answer, and must not keep the body.
      request.off("data", take).off("close", breakOff).off("error", breakOff);
      resolve();
    };
    const breakOff = () => {
      if (!request.complete) reject(new ServiceError("request_timeout"));
    };
    if (request.destroyed) return reject(new ServiceError("request_timeout"));
    request.on("data", take).once("end", finish).on("close", breakOff).on("error", breakOff);
  });
}
