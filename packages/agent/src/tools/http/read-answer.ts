import type { OutboundAnswer } from "@servicechat/outbound";
import type { ToolImage, ToolOutcome } from "../../agent.ts";
import { cleanJson } from "../../json.ts";
import { ToolError } from "../tool-error.ts";

/** How much of a refusal the model gets, in characters. */
const maxRefusalLength = 2000;

interface Reading {
  /** Alternative text, for those who cannot see it. */
  readonly alt: string;
  readonly hide: (text: string) => string;
}

/**
 * An answer as data for the model: `{"status": 200, "body": ...}`, where the body is what its JSON says, or a text.
 * An image is for the visitor.
 *
 * @throws ToolError for a status other than 2xx
 */
export function readAnswer(answer: OutboundAnswer, { alt, hide }: Reading): ToolOutcome {
  const { status } = answer;
  const type = mediaType(answer);
  if (status < 200 || status > 299) throw refusalOf(answer, hide);
  if (type.startsWith("image/") && type !== "image/svg+xml") {
    const image: ToolImage = { bytes: answer.body, alt };
    const result = cleanJson({ status, body: `An image (${type}).` });
    return { result, images: [image], summary: "An image", rows: [received(answer)] };
  }
  const body = hiddenBody(answer, hide);
  return { result: cleanJson({ status, body }), rows: [received(answer)] };
}

/** A server's text about a wrong request helps the model to do better. Its text about its own errors is of no use. */
function refusalOf(answer: OutboundAnswer, hide: Reading["hide"]): ToolError {
  const { status } = answer;
  const isClientError = status >= 400 && status <= 499 && status !== 401 && status !== 403;
  const says = isClientError && isJson(answer) ? cleanJson({ body: hiddenBody(answer, hide) }) : "";
  return new ToolError(`${new URL(answer.url).host} answered with status ${status}`, {
    toldModel:
      `The server answered with status ${status}. ${says.slice(0, maxRefusalLength).toWellFormed()}`.trim(),
  });
}

function hiddenBody(answer: OutboundAnswer, hide: Reading["hide"]): unknown {
  const type = mediaType(answer);
  const isText = /^text\/|[/+](json|xml)$|javascript|urlencoded/.test(type) || type === "";
  if (!isText) return `${answer.body.byteLength} bytes of ${type}, which are no text`;
  const text = hide(decode(answer));
  if (!isJson(answer)) return text;
  try {
    // Once more inside: what was escaped is readable only now.
    return JSON.parse(text, (_, value: unknown) => (typeof value === "string" ? hide(value) : value));
  } catch {
    return text;
  }
}

/** In the encoding that the server names; without one, or with an unknown one, UTF-8. */
function decode({ headers, body }: OutboundAnswer): string {
  const label = /;\s*charset="?([^\s;"]+)/i.exec(headers["content-type"] ?? "")?.[1];
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function isJson(answer: OutboundAnswer): boolean {
  return /[/+]json$/.test(mediaType(answer));
}

function mediaType({ headers }: OutboundAnswer): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function received({ body }: OutboundAnswer) {
  const detail =
    body.byteLength < 1000 ? `${body.byteLength} bytes` : `${Math.round(body.byteLength / 1000)} KB`;
  return { title: "Answer received", detail, status: "done" };
}
