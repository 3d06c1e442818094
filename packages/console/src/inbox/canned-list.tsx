import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { showHidden } from "../ui/show-hidden.ts";
import type { CannedMenu } from "./use-canned-menu.ts";

/** The matching canned answers, above the field in which one is searched. */
export function CannedList({ id, menu }: { id: string; menu: CannedMenu }): JSX.Element {
  const { inbox: text } = useConsole().words;
  const count = menu.answers.length;
  const told = (
    <p class="unseen" role="status">
      {count > 0 && text.cannedCount(count)}
    </p>
  );
  if (count === 0) return told;
  return (
    <>
      {told}
      <div class="canned" id={id} role="listbox" aria-label={text.canned}>
        {menu.answers.map((answer, index) => (
          <div
            key={answer.id}
            id={`${id}-${index}`}
            class="canned-item"
            role="option"
            aria-selected={index === menu.active}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => menu.take(answer)}
          >
            <b>{showHidden(answer.name)}</b>
            <span dir="auto">{showHidden(answer.text)}</span>
          </div>
        ))}
      </div>
    </>
  );
}
