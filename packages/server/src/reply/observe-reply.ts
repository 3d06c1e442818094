import type { AgentEvent } from "@servicechat/agent";
import type { RecentTurn } from "@servicechat/storage";

/** Observations about a reply in progress, for its facts. They cost nothing for each piece of text but the first. */
export interface ReplyObserver {
  /** The visitor's messages in this turn, and in the one before; empty if there was none. */
  readonly question: string;
  readonly questionBefore: string;
  /** From the moment its turn came; `null` before the first text. */
  readonly firstTextMs: number | null;
  /** From the same moment until now. */
  totalMs(): number;
  /** How long each use of a tool took, by its id on the wire. */
  readonly toolMs: ReadonlyMap<string, number>;
  /** The agent is given these turns; the one that is answered has this number. */
  readTurns(turns: readonly RecentTurn[], number: number): void;
  firstText(): void;
  hear(event: AgentEvent): void;
}

/** @param now a clock that only grows, in milliseconds. The reply's turn has come */
export function observeReply(now: () => number): ReplyObserver {
  const beganAt = now();
  const startedAt = new Map<string, number>();
  const toolMs = new Map<string, number>();
  const since = (moment: number) => Math.round(now() - moment);

  const observer = {
    question: "",
    questionBefore: "",
    firstTextMs: null as number | null,
    toolMs,
    totalMs: () => since(beganAt),
    readTurns(turns: readonly RecentTurn[], number: number): void {
      observer.question = textOf(turns.find((turn) => turn.number === number));
      observer.questionBefore = textOf(turns.findLast((turn) => turn.number < number));
    },
    firstText(): void {
      observer.firstTextMs ??= since(beganAt);
    },
    hear(event: AgentEvent): void {
      if (event.type === "tool_usage_start") startedAt.set(event.data.id, now());
      const started = event.type === "tool_usage_stop" ? startedAt.get(event.data.id) : undefined;
      if (event.type === "tool_usage_stop" && started !== undefined)
        toolMs.set(event.data.id, since(started));
    },
  };
  return observer;
}

function textOf(turn: RecentTurn | undefined): string {
  return turn?.messages.map(({ content }) => content).join("\n") ?? "";
}
