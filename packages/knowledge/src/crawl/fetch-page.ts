import { OutboundError, type Outbound, type OutboundAnswer } from "@servicechat/outbound";
import { createExtractor } from "../extract/create-extractor.ts";
import type { PageTags } from "../extract/extract-tags.ts";
import { ReadingError } from "../extract/reading-error.ts";
import { crawlerName } from "./fetch-web.ts";

/** A page that was asked for, and what of it decides whether a chat works on it. */
export type FetchedPage =
  | {
      /** Where it is, after redirects. */
      readonly url: string;
      readonly status: number;
      /** Content security policies of its headers. */
      readonly policies: readonly string[];
      /** `undefined` where it is no HTML, or an error page. */
      readonly tags: PageTags | undefined;
    }
  /** A sentence that says why there was no answer, or none that can be read. */
  | { readonly failure: string; readonly status: number | null };

const timeoutMs = 10_000;
/** Bytes, unpacked. */
const maxBytes = 5 * 1024 * 1024;
const maxRedirects = 3;

/** Asks for a page and reads its tags, in a process of its own. @throws the signal's reason when it was aborted */
export async function fetchPage(
  outbound: Pick<Outbound, "request">,
  url: string,
  signal?: AbortSignal,
): Promise<FetchedPage> {
  let answer: OutboundAnswer;
  try {
    answer = await outbound.request({
      url,
      headers: { "user-agent": `${crawlerName} (checks a page for its chat)`, accept: "text/html,*/*;q=0.5" },
      timeoutMs,
      maxBytes,
      maxRedirects,
      ...(signal && { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return { failure: failureOf(error), status: null };
  }
  const { status, headers, body } = answer;
  const [type = "", ...parameters] = (headers["content-type"] ?? "text/html").split(";");
  const isPage = status < 400 && /^(?:text\/html|application\/xhtml\+xml)$/i.test(type.trim());
  const charset = /charset\s*=\s*"?([^"\s;]+)/i.exec(parameters.join(";"))?.[1];
  const found = {
    url: answer.url,
    status,
    policies: (headers["content-security-policy"] ?? "").split(",").filter((policy) => policy.trim() !== ""),
  };
  if (!isPage) return { ...found, tags: undefined };
  await using extractor = createExtractor({ maxSeconds: 10, maxMegabytes: 512 });
  try {
    const page = { bytes: body, ...(charset !== undefined && { charset }) };
    return { ...found, tags: await extractor.readTags(page, signal) };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ReadingError)) throw error;
    return { failure: "The page is too damaged to be read.", status };
  }
}

function failureOf({ kind, message }: OutboundError): string {
  switch (kind) {
    case "refused":
      return `The service may not fetch this address: ${message}.`;
    case "timeout":
      return "The page did not arrive within 10 seconds.";
    case "too_large":
      return "The page is larger than 5 MB.";
    case "too_many_redirects":
      return "The page redirects more than three times.";
    case "unreachable":
      return `The page cannot be reached: ${message}.`;
  }
}
