import { setImmediate as nextTick } from "node:timers/promises";
import type { HistoryMessage } from "@servicechat/contract";
import type { Visit } from "../visit.ts";

/** One page of a history and where the next begins; `undefined` after the last. */
export interface HistoryPage {
  readonly messages: readonly HistoryMessage[];
  readonly next: number | undefined;
}

/**
 * Sends a history page by page, giving way to others in between. The first page is read before the head leaves, so
 * that a storage failure is still a status.
 */
export async function sendHistory(
  { response, head }: Visit,
  readPage: (after: number) => Promise<HistoryPage>,
): Promise<void> {
  let page = await readPage(0);
  head["Content-Type"] = "application/json; charset=utf-8";
  head["Cache-Control"] = "no-store";
  response.writeHead(200, head);
  let text = `{"messages":[${join(page.messages)}`;
  while (page.next !== undefined && !response.destroyed) {
    if (!response.write(text)) await drained(response);
    await nextTick();
    page = await readPage(page.next);
    text = page.messages.length > 0 ? `,${join(page.messages)}` : "";
  }
  response.end(`${text}]}`);
}

function join(messages: readonly HistoryMessage[]): string {
  return messages.map((message) => JSON.stringify(message)).join(",");
}

/** A socket that closes never drains: either ends the wait. */
function drained(response: Visit["response"]): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
