import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { GivenAnswer } from "@servicechat/contract";
import type { Line } from "../conversation/conversation.ts";
import { enTools } from "../words/en-tools.ts";
import { useChat } from "../context/chat-context.ts";
import { DrawnEntry } from "../screens/drawn-entry.tsx";
import { icon } from "../screens/icon.tsx";
import { withWords } from "../words/service-words.ts";

/**
 * What the visitor has replaced, collapsed into one line.
 *
 * @param props.entries replaced ones, and perhaps others after them
 */
export function EarlierVersions({ entries }: { entries: readonly Line[] }): JSX.Element {
  const words = withWords(enTools, useChat().words);
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const end = entries.findIndex(({ replaced }) => !replaced);
  const replaced = end < 0 ? entries : entries.slice(0, end);
  const count = replaced.filter(({ from }) => from === "agent").length;
  return (
    <li class="earlier-versions">
      <button
        type="button"
        class="unfold"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        {icon("chevron", 14)}
        {words.earlierVersions(count)}
      </button>
      {isOpen && (
        <ul id={list} role="list" aria-label={words.earlierVersions(count)}>
          {replaced.map((entry, index) => (
            <DrawnEntry
              key={entry.key}
              entry={passedOver(entry)}
              last={false}
              isEnd={replaced[index + 1]?.from !== "visitor"}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A question that no form answered before its turn was replaced can no longer be answered. */
function passedOver(entry: Line): Line {
  if (entry.from !== "agent") return entry;
  const skipped: GivenAnswer = { answers: {}, skipped: true };
  const parts = entry.parts.map((part) => {
    if (part.type !== "question") return part;
    const { plainText: _open, ...answer } = part.answer ?? skipped;
    return { ...part, answer };
  });
  return { ...entry, parts };
}
