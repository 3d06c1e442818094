import type { JSX } from "preact";
import type { Mark, Outcome, Rating } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { icon } from "../ui/icon.tsx";

const tones: Partial<Readonly<Record<Mark, string>>> = {
  unanswered: "bad",
  thumbs_down: "bad",
  flagged: "bad",
  tool_failed: "bad",
  suspicious: "warn",
  personal_data: "warn",
  rephrased: "warn",
  asked_person: "brand",
};

const outcomeTones: Readonly<Record<Outcome, string>> = {
  confirmed: "good",
  assumed: "good",
  unanswered: "bad",
  handed_over: "brand",
  abandoned: "warn",
  open: "",
};

/** What is notable about a chat or a reply. */
export function Marks({ marks }: { marks: readonly Mark[] }): JSX.Element | null {
  const { words } = useConsole();
  if (marks.length === 0) return null;
  return (
    <span class="marks">
      {marks.map((mark) => (
        <span key={mark} class={`badge ${tones[mark] ?? ""}`}>
          {words.vocabulary.marks[mark]}
        </span>
      ))}
    </span>
  );
}

/** How a chat ended. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }): JSX.Element {
  const { vocabulary } = useConsole().words;
  return (
    <span class={`badge ${outcomeTones[outcome]}`} title={vocabulary.outcomeHints[outcome]}>
      {vocabulary.outcomes[outcome]}
    </span>
  );
}

/** The visitor's rating of the answers. */
export function RatingSign({ rating }: { rating: Rating | null }): JSX.Element | null {
  const { vocabulary } = useConsole().words;
  if (!rating) return null;
  return (
    <span
      class={`rating ${rating}`}
      role="img"
      aria-label={vocabulary.ratings[rating]}
      title={vocabulary.ratings[rating]}
    >
      {icon(rating, 15)}
    </span>
  );
}
