import type { WebhookEvent } from "./event.ts";

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
export function weekInWords({ data }: WebhookEvent): { readonly sentence: string; readonly text: string } {
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
