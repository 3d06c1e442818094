import type { ReplyOutcome } from "@servicechat/agent";
import type { ReplyDraft } from "./compose-reply.ts";

/**
 * What is kept of a reply in whose text a model's thoughts were found after they had been sent: not them. Otherwise what
 * was sent is what is kept.
 */
export function withoutThoughts(
  { content, parts }: ReplyDraft,
  thoughts: ReplyOutcome["thoughts"] = [],
): ReplyDraft {
  if (thoughts.length === 0) return { content, parts };
  /** How much of the text before a place is kept. */
  const placeOf = (place: number) =>
    place - thoughts.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(place, end) - start), 0);
  let kept = "";
  let from = 0;
  for (const { start, end } of thoughts) {
    kept += content.slice(from, start);
    from = end;
  }
  kept += content.slice(from);
  const moved = parts.map((part) => (part.type === "text" ? { ...part, start: placeOf(part.start) } : part));
  return { content: kept, parts: moved.filter((part, at) => part.type !== "text" || !isEmpty(at)) };

  function isEmpty(at: number): boolean {
    const part = moved[at];
    const next = moved.slice(at + 1).find(({ type }) => type === "text");
    const end = next?.type === "text" ? next.start : kept.length;
    return part?.type === "text" && part.start >= end;
  }
}
