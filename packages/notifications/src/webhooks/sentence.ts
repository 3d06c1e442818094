import type { WebhookEvent } from "./event.ts";
import { weekEnded, weekInWords } from "./week-in-words.ts";

/** An event as people read it in a chat tool: what the service says, and the words of somebody else apart from it. */
export interface EventInWords {
  readonly sentence: string;
  /** People's text: hostile until it is escaped for its destination. */
  readonly quotes: readonly string[];
  /** Of the chat in the console. */
  readonly url: string | undefined;
}

const says: Readonly<Record<string, (event: EventWords) => string>> = {
  "chat.started": ({ agent }) => `A new chat with ${agent} has started.`,
  "chat.waiting": ({ agent }) => `A visitor chatting with ${agent} is waiting for a person.`,
  "chat.taken": ({ agent, person }) => `${person} has taken over a chat with ${agent}.`,
  "chat.closed": ({ agent }) => `A chat with ${agent} was closed.`,
  "chat.erased": ({ agent }) => `A chat with ${agent} was erased.`,
  "address.left": ({ agent }) => `A visitor chatting with ${agent} has left an email address.`,
  "message.created": ({ agent, person }) => `${person} wrote in a chat with ${agent}.`,
  "feedback.created": ({ agent, rating }) =>
    `A visitor rated an answer from ${agent} as ${rating === "up" ? "helpful" : "not helpful"}.`,
  "gap.opened": ({ agent }) => `Visitors have asked ${agent} something that it does not answer well.`,
  "tests.flipped": ({ agent, broken, fixed }) =>
    `Test results for ${agent} have changed: ${broken} broken, ${fixed} fixed.`,
  "webhook.test": () => "This is a test from ServiceChat: messages will arrive here.",
};

interface EventWords {
  readonly agent: string;
  readonly person: string;
  readonly rating: string | undefined;
  readonly broken: number;
  readonly fixed: number;
}

/** Puts an event into words, for chat tools. Names are as foreign as texts: escape the whole. */
export function inWords(event: WebhookEvent): EventInWords {
  const { type, data } = event;
  const word = (name: string) => {
    const value = data[name];
    return typeof value === "string" ? value : undefined;
  };
  if (type === weekEnded) {
    const { sentence, text } = weekInWords(event);
    return { sentence, quotes: [text], url: word("url") };
  }
  const by = data["by"] as { readonly kind?: string; readonly name?: string } | undefined;
  const writer = by?.kind === "visitor" ? "A visitor" : by?.kind === "agent" ? "The agent" : by?.name;
  const words = {
    agent: word("agent") ?? "an agent",
    person: word("operator") ?? writer ?? "Somebody",
    rating: word("rating"),
    broken: Number(data["broken"] ?? 0),
    fixed: Number(data["fixed"] ?? 0),
  };
  return {
    sentence: says[type]?.(words) ?? type,
    quotes: ["email", "reason", "summary", "text", "comment", "question"].flatMap((name) => word(name) || []),
    url: word("url"),
  };
}
