import { createRequire } from "node:module";
import type { Busboy as MultipartParser, BusboyHeaders } from "@fastify/busboy";
import { ServiceError } from "@servicechat/contract";
import type { RequestContext } from "../request-context.ts";
import { malformed } from "./malformed.ts";
import { takeBody } from "./read-body.ts";

/** A file as it was sent. Nothing of it is checked but its size. */
interface ReceivedFile {
  readonly name: string | undefined;
  readonly bytes: Uint8Array;
}

/** A body whose headers are as they should be, and none of which was read. */
interface ExpectedFile {
  /** Its maximum size in bytes: as declared, or as much as may arrive. */
  readonly maxRequestBytes: number;
  /** @throws ServiceError with what is wrong with the body */
  readonly receive: () => Promise<ReceivedFile>;
}

type Parser = InstanceType<typeof MultipartParser>;

const require = createRequire(import.meta.url);

/** The one field that is read. */
const fieldName = "file";
/** Everything around the file in the body, such as headers of parts and other fields, in bytes. */
const overhead = 16_384;

/**
 * Looks at the headers of a multipart body, its size that is declared first (413), then the media type (415) and its
 * boundary (400), and returns what reads it: one file, in the field `file`, of at most this many bytes.
 *
 * @throws ServiceError with what is wrong with the headers
 */
export function expectFile(context: RequestContext, maxBytes: number): ExpectedFile {
  const { headers } = context.request;
  const maxRequestBytes = Number(headers["content-length"] ?? maxBytes + overhead);
  if (maxRequestBytes > maxBytes + overhead) throw tooLarge(maxBytes);
  const contentType = headers["content-type"];
  if (contentType === undefined || !/^multipart\/form-data[ \t]*(?:;|$)/i.test(contentType)) {
    throw new ServiceError("unsupported_media_type", { detail: "Send the file as multipart/form-data." });
  }
  const parser = createParser({ ...headers, "content-type": contentType }, maxBytes);
  return { maxRequestBytes, receive: () => receive(context, parser, maxBytes) };
}

function createParser(headers: BusboyHeaders, maxBytes: number): Parser {
  // Loaded with the first file: most services at rest have never received one.
  const { Busboy } = require("@fastify/busboy") as typeof import("@fastify/busboy");
  try {
    return new Busboy({
      headers,
      limits: { fileSize: maxBytes, parts: 20, fieldSize: 1024, headerPairs: 20, headerSize: 4096 },
    });
  } catch {
    throw malformed("Content-Type: must name the boundary of the parts");
  }
}

function receive(
  { request, response }: RequestContext,
  parser: Parser,
  maxBytes: number,
): Promise<ReceivedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedFile>();
  let received: { readonly name: string | undefined; readonly chunks: Buffer[] } | undefined;
  let refusal: ServiceError | undefined;
  let size = 0;
  const refuse = (error: ServiceError) => reject((refusal ??= error));

  parser.on("file", (field, stream, name) => {
    // Each has its own listener: an unhandled error would end the process.
    stream.on("error", () => refuse(incomplete()));
    stream.on("limit", () => refuse(tooLarge(maxBytes)));
    if (field !== fieldName) refuse(malformed(`the field of the file must be named '${fieldName}'`));
    if (received) refuse(malformed(`contains more than one file: send each file in a separate request`));
    const chunks: Buffer[] = [];
    received = { name, chunks };
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  });
  parser.on("partsLimit", () => refuse(malformed("the body has too many parts")));
  parser.on("error", () => refuse(incomplete()));
  parser.on("finish", () => {
    const bytes = Buffer.concat(received?.chunks ?? []);
    if (!received) refuse(malformed(`the body contains no file in a field named '${fieldName}'`));
    else if (bytes.length === 0) refuse(malformed(`${fieldName}: the file is empty`));
    else resolve({ name: received.name, bytes });
  });

  takeBody(request, (piece) => {
    size += piece.length;
    if (size > maxBytes + overhead) throw tooLarge(maxBytes);
    if (refusal) throw refusal;
    parser.write(piece);
  }).then(() => parser.end(), reject);
  if (/100-continue/i.test(request.headers.expect ?? "")) response.writeContinue();
  return promise;
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError("payload_too_large", {
    detail: `${fieldName}: must be at most ${maxBytes} bytes`,
  });
}

function incomplete(): ServiceError {
  return malformed(
    "the body is not complete multipart/form-data, or its boundary does not match the Content-Type",
  );
}
