import type { WebhookEvent } from "./event.ts";
import type { Mail } from "../smtp/create-mailer.ts";

/** An event as people read it in a chat tool: the service's own sentence, and separately the text of others. */
interface EventInWords {
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
  const writer = by?.kind === "visitor" ? "A visitor" : by?.kind === "agent" ? "The agent (an AI)" : by?.name;
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

/** The event that is the weekly letter. */
export const weekEnded = "week.ended";

/** The parts of a letter that are put into words. */
interface Week {
  readonly from: string;
  readonly to: string;
  readonly chats: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly ratings: { readonly up: number; readonly down: number };
  readonly cost: {
    readonly cost: number | null;
    readonly unpriced: number;
    readonly currency: string | null;
  };
  readonly gaps: readonly {
    readonly agent: string;
    readonly chats: number;
    readonly question?: string;
    readonly url?: string;
  }[];
  readonly flips: readonly {
    readonly agent: string;
    readonly broken: number;
    readonly fixed: number;
    readonly url?: string;
  }[];
  readonly erased: number;
  readonly expired: number;
}

/** Outcomes as people read them; each is listed separately. */
const outcomes: Readonly<Record<string, string>> = {
  confirmed: "confirmed as answered",
  assumed: "probably answered",
  unanswered: "unanswered",
  handed_over: "handed over to a person",
  abandoned: "abandoned while waiting",
  open: "still open",
};

/**
 * The weekly letter as one sentence, and as lines of text. Both quote visitors and names unescaped: escape them for
 * display.
 */
function weekInWords({ data }: WebhookEvent): { readonly sentence: string; readonly text: string } {
  // Only `readWeek` makes these events.
  const week = data as unknown as Week;
  const [from, to] = [week.from.slice(0, 10), week.to.slice(0, 10)];
  const paragraphs = [
    [
      `Chats: ${week.chats}`,
      ...Object.entries(outcomes).map(([name, words]) => `  ${week.outcomes[name] ?? 0} ${words}`),
      `Thumbs up: ${week.ratings.up}, down: ${week.ratings.down}`,
    ],
    week.gaps.length === 0
      ? ["No questions were left without a good answer."]
      : ["Questions without a good answer, most chats first:", ...week.gaps.flatMap(gapLines)],
    week.flips.length === 0
      ? ["No test results changed."]
      : ["Tests whose results changed:", ...week.flips.flatMap(flipLines)],
    [costLine(week.cost)],
    [`Chats erased by people: ${week.erased}`, `Chats deleted after their retention period: ${week.expired}`],
  ];
  return {
    sentence: `ServiceChat from ${from} to ${to}: ${week.chats} ${week.chats === 1 ? "chat" : "chats"}.`,
    text: paragraphs.map((lines) => lines.join("\n")).join("\n\n"),
  };
}

function gapLines({ agent, chats, question, url }: Week["gaps"][number]): readonly string[] {
  const what = question === undefined ? `A gap of ${agent}` : `"${oneLine(question)}" (${agent})`;
  return [`  ${what}, in ${chats} ${chats === 1 ? "chat" : "chats"}`, ...linked(url)];
}

function flipLines({ agent, broken, fixed, url }: Week["flips"][number]): readonly string[] {
  return [`  ${agent}: ${broken} broken, ${fixed} fixed`, ...linked(url)];
}

const linked = (url: string | undefined) => (url === undefined ? [] : [`  ${url}`]);

function costLine({ cost, unpriced, currency }: Week["cost"]): string {
  if (cost === null) return "Cost: no price entered";
  const without = unpriced > 0 ? `, not including ${unpriced} tokens without a price` : "";
  return `Cost: ${cost.toFixed(cost > 0 && cost < 1 ? 4 : 2)} ${currency ?? ""}${without}`;
}

/** A visitor's text must not start a line, and neither reverse nor hide what is beside it. */
const oneLine = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replaceAll(/[\p{Cf}--[\u200c\u200d]]/gv, "");

/** An event as a mail. Its subject has no words of a visitor: subjects are shown on locked screens. */
export function eventMail(event: WebhookEvent, { to, id }: Pick<Mail, "to" | "id">): Mail {
  const { sentence, quotes, url } = inWords(event);
  // A letter is what the service says itself.
  const isLetter = event.type === weekEnded;
  const quoted = quotes.map((text) => (isLetter ? text : text.replace(/^/gm, "> ")));
  return {
    to,
    id,
    subject: sentence.replaceAll(/\p{Cc}+/gu, " "),
    text: [sentence, ...quoted, ...(url === undefined ? [] : [url])].join("\n\n"),
  };
}
