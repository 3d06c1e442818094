import { isUtf8 } from "node:buffer";
import type { uploadTypes } from "@servicechat/contract/agent-file";
import { isWordDocument } from "@servicechat/knowledge";
import { readImage, type ImageFacts } from "./read-image.ts";

/** A media type that visitors may send, where the agent allows it. */
export type UploadType = (typeof uploadTypes)[number];

const wordDocument = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** The type of a file according to its content. */
interface DetectedFile {
  readonly type: UploadType;
  /** Of an image, and of nothing else. */
  readonly image?: ImageFacts;
}

/**
 * The type of a file, by its content; its name only distinguishes kinds of text. `undefined` for everything that cannot
 * be sent, including SVG and HTML: they are text too, and a browser would run their scripts.
 */
export function detectType(bytes: Uint8Array, name: string): DetectedFile | undefined {
  const image = readImage(bytes);
  if (image) return { type: image.mediaType, image };
  if (Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-") return { type: "application/pdf" };
  if (isWordDocument(bytes)) return { type: wordDocument };
  const isText = isUtf8(bytes) && !bytes.includes(0);
  return isText && !isMarkup(startOfText(bytes, 65_536), name) ? { type: textType(name) } : undefined;
}

/** The beginning of what is known to be text, in whole characters: nobody waits for megabytes to be decoded. */
export function startOfText(bytes: Uint8Array, maxBytes: number): string {
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: bytes.length > maxBytes });
}

function isMarkup(start: string, name: string): boolean {
  if (/\.(?:svgz?|x?html?|xml)$/i.test(name)) return true;
  const first = start.replace(/^(?:\s|<!--[^]*?-->)+/, "");
  return /^<(?:!doctype|\?xml|html|head|body|script|svg|iframe)\b/i.test(first);
}

function textType(name: string): UploadType {
  if (/\.(?:md|markdown)$/i.test(name)) return "text/markdown";
  return /\.csv$/i.test(name) ? "text/csv" : "text/plain";
}
