import { historySchema } from "@servicechat/contract/schemas";
import { startConsole } from "./start-console.ts";
import type { TestConsole } from "./start-console.ts";
import type { StartOptions } from "./start-service.ts";
import type { HeardEvent } from "./visitor.ts";

/** The path of chats in the admin API. */
export const chats = "/console/api/chats";
const json = { "Content-Type": "application/json" };

/** A service with its console, whose agent hands over. */
export const startHandoff = (nodes: number, options: StartOptions = {}) =>
  startConsole({ nodes, ...options, agent: { handoff: {}, ...options.agent } });

/** Asks for a person, as the chat does. */
export const asksForPerson = (service: TestConsole, token: string | undefined, body: object = {}) =>
  service.fetch("/chat-bot/handoff", {
    method: "POST",
    headers: { ...json, ...(token !== undefined && { "X-Session-Token": token }) },
    body: JSON.stringify(body),
  });

/** The whole history. */
export async function readHistory(service: TestConsole, token: string) {
  const response = await service.fetch("/chat-bot/history", { headers: { "X-Session-Token": token } });
  return historySchema.parse(await response.json());
}

/** The most recently active chat. */
export async function chatOf(console: TestConsole, cookie: string) {
  const { body } = await console.ask("GET", chats, { cookie });
  return body.items[0];
}

const holderOf = ({ event, data }: HeardEvent) =>
  event === "holder" ? (data as { readonly holder: string }).holder : undefined;
/** Whether an event says that this one holds the chat. */
export const isHolder = (holder: string) => (event: HeardEvent) => holderOf(event) === holder;
/** Events by name; `holder` by who holds the chat. Places in the queue come whenever they are next looked at. */
export const names = (events: readonly HeardEvent[]) =>
  events
    .map((event) => holderOf(event) ?? event.event)
    .filter((name) => name !== "progress" && name !== "queue");
