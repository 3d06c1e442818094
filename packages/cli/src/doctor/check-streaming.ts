import { headers } from "@servicechat/contract";
import { reasonOf } from "@servicechat/contract";
import { ask } from "./ask.ts";
import type { Answer } from "./ask.ts";
import type { Check } from "./examination.ts";
import { problem, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { judgeArrival } from "./judge-arrival.ts";
import { findTestKey } from "./find-test-key.ts";
import type { TestKey } from "./find-test-key.ts";

const check = "streaming";
const question = "What can you help me with? Please answer in a few sentences.";
/** A model may think for a while before it writes. */
const answerMs = 60_000;

/**
 * Asks one question through the public address, as a page does, and checks whether the answer arrives while it is
 * written. Buffering on the way is the most common problem of a set-up, and is not visible anywhere else. The chat is
 * erased afterwards.
 */
export const checkStreaming: Check = {
  name: check,
  run: async (examination) => {
    const { publicUrl } = examination.settings;
    // Nothing answers there, which another check reports.
    const nearby = await ask(`${publicUrl}/healthz`).catch(() => undefined);
    if (nearby?.status !== 200) return [];
    const asking = await findTestKey(examination);
    if (!asking) {
      const advice =
        "specify a key and a site on its list: doctor --key ak_... --origin https://shop.example";
      return [warning(check, "not checked: there is no demo key to ask with", advice)];
    }
    return [await askOnce(publicUrl, asking, nearby.endedAt)];
  },
};

/** @param nearMs how long a request without any work takes, including connecting */
async function askOnce(publicUrl: string, { key, origin }: TestKey, nearMs: number): Promise<Finding> {
  const credentials = { Authorization: `Bearer ${key}`, Origin: origin };
  try {
    const answer = await ask(`${publicUrl}/chat-bot/`, {
      method: "POST",
      // As browsers ask: a proxy that compresses event streams would do so only for them.
      headers: { ...credentials, "Content-Type": "application/json", "Accept-Encoding": "gzip, deflate, br" },
      body: JSON.stringify({ messages: [{ type: "text", block: { value: question } }] }),
      limitMs: answerMs,
    });
    const token = answer.headers[headers.sessionToken.toLowerCase()];
    const erased =
      typeof token === "string" &&
      (await erase(publicUrl, { ...credentials, [headers.sessionToken]: token }));
    return (
      refusal(answer, origin) ??
      change(answer, origin) ??
      (erased === false ? noToken : remains(erased)) ??
      judgeArrival(check, answer, nearMs)
    );
  } catch (error) {
    const advice = "check the logs of the proxy and the service";
    return problem(check, `the answer broke off: ${reasonOf(error)}`, advice);
  }
}

/** Removes the chat. @returns the response; without a status if there was none */
async function erase(
  publicUrl: string,
  sent: Readonly<Record<string, string>>,
): Promise<{ status?: number }> {
  return ask(`${publicUrl}/chat-bot/session`, { method: "DELETE", headers: sent }).catch(() => ({}));
}

/** A remaining chat is harmless, but it means that visitors cannot erase or continue theirs either. */
function remains({ status }: { readonly status?: number }): Finding | undefined {
  if (status === 204) return undefined;
  const detail = `this question's chat was not deleted: DELETE was answered with ${status ?? "nothing"}`;
  if (status === 429)
    return warning(check, detail, "the key has reached its request limit: try again in a minute");
  return problem(check, detail, "have the proxy pass through every method and the X-Session-Token header");
}

const noToken = problem(
  check,
  "X-Session-Token is missing from the answer, so no chat can continue",
  "do not let the proxy remove headers",
);

function refusal({ status, headers, body }: Answer, origin: string): Finding | undefined {
  if (status === 200) return undefined;
  if (status === 401 && body.includes('"key_missing"')) return dropped("Authorization");
  if (status === 401) {
    const advice = "is it revoked, or does another service answer at the public address?";
    return problem(check, "the key is refused", advice);
  }
  // Every response names the origin that the service received.
  if (status === 403 && headers["access-control-allow-origin"] !== origin) return dropped("Origin");
  if (status === 403)
    return problem(
      check,
      `the key may not be used from ${origin}`,
      "specify a site on its list with --origin",
    );
  if (status === 429)
    return warning(check, "not checked: the key has reached its request limit", "try again in a minute");
  return problem(
    check,
    `the question was answered with ${status}`,
    "check the logs of the proxy and the service",
  );
}

function dropped(header: string): Finding {
  return problem(
    check,
    `the header ${header} does not arrive`,
    "have the proxy pass all headers through unchanged",
  );
}

/** What a proxy should not have changed. */
function change({ headers }: Answer, origin: string): Finding | undefined {
  if (headers["content-encoding"] !== undefined) {
    const detail = `the answer arrives compressed (${headers["content-encoding"]}), so it is held back while it is compressed`;
    return problem(check, detail, "exclude text/event-stream from the proxy's compression");
  }
  const allowed = headers["access-control-allow-origin"];
  if (allowed === origin) return undefined;
  const detail = `Access-Control-Allow-Origin is ${allowed ?? "missing"}, so pages at ${origin} cannot read answers`;
  return problem(check, detail, "do not let the proxy add or remove CORS headers");
}
