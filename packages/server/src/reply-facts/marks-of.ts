import type { ReplyOutcome } from "@servicechat/agent";
import { replyMarks, type ReplyDetails, type ReplyMark } from "@servicechat/storage";
import { handoffTool } from "@servicechat/contract/agent-file";
import { asksForPerson } from "./asks-for-person.ts";
import { findPersonalData } from "./find-personal-data.ts";
import { isRephrased } from "./is-rephrased.ts";
import { isSuspicious } from "./is-suspicious.ts";
import type { ReplyObservations } from "./observe-reply.ts";

/** The inputs of marks. */
export interface MarkedReply {
  readonly outcome: ReplyOutcome;
  readonly status: "complete" | "failed" | "incomplete" | "stopped";
  readonly details: Pick<ReplyDetails, "searches" | "tools">;
  readonly observed: Pick<ReplyObservations, "question" | "questionBefore">;
}

/**
 * The noteworthy properties of a reply, by deterministic rules:
 *
 * - `unanswered`: it looked for an answer and found none.
 * - `uncited`: it found passages, is complete, and names none of them as its source.
 * - `rephrased`: the visitor asks nearly the same as in the turn before.
 * - `asked_person`: the visitor asks for a person, or the agent does.
 * - `tool_failed`: a search or another tool failed.
 * - `cut`: it is incomplete, since its output limit was reached, a filter ended it or something broke off.
 * - `stopped`: the visitor stopped it.
 * - `budget`: its output limit was reached.
 * - `suspicious`: the visitor's words, a passage or a tool's result look like instructions to the model.
 * - `personal_data`: the visitor's words contain an email address, or a telephone, card or account number.
 *
 * `thumbs_down` comes with the visitor's rating.
 */
export function marksOf(reply: MarkedReply): readonly ReplyMark[] {
  const { outcome, status, details, observed } = reply;
  const passages = details.searches.flatMap((search) => search.passages);
  const isUnanswered = outcome.unanswered === true;
  const isWhole = status === "complete" && !outcome.ending && !outcome.question;
  const given = [...passages.map(({ text }) => text), ...details.tools.map(({ result }) => result)];
  const rules: Partial<Record<ReplyMark, boolean>> = {
    unanswered: isUnanswered,
    uncited: isWhole && !isUnanswered && passages.length > 0 && !passages.some(({ cited }) => cited),
    rephrased: isRephrased(observed.question, observed.questionBefore),
    asked_person: asksForPerson(observed.question) || details.tools.some(({ name }) => name === handoffTool),
    tool_failed: outcome.transcript.some((entry) => entry.role === "tool" && entry.failed),
    cut: outcome.ending !== null || status === "incomplete",
    stopped: status === "stopped",
    budget: outcome.ending === "length",
    suspicious: [observed.question, ...given].some(isSuspicious),
    personal_data: findPersonalData(observed.question).length > 0,
  };
  return replyMarks.filter((mark) => rules[mark]);
}
