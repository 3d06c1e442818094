import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { asLines, fromLines, TestCell } from "./test-cell.tsx";
import type { TestFields } from "./test-fields.ts";

const empty = { question: "", mustSay: "", mustCite: "" };

/** The line below the tests: with a question it becomes one, by Enter or when it is left. */
export function NewRow({ add }: { add: (test: Partial<TestFields>) => void }): JSX.Element {
  const text = useConsole().words.agentTests;
  const [, draw] = useState(0);
  // A field is left in the same moment as its line: what was typed last must count.
  const fields = useRef(empty);
  const set = (changed: typeof empty): void => {
    fields.current = changed;
    draw((count) => count + 1);
  };
  const submit = (): void => {
    const { question, mustSay, mustCite } = fields.current;
    if (question.trim() === "") return;
    set(empty);
    add({ question: question.trim(), mustSay: fromLines(mustSay), mustCite: fromLines(mustCite) });
  };
  const cell = (field: keyof typeof empty, placeholder: string) => (
    <TestCell
      id={`new ${field}`}
      label={{ column: text[field], name: text.newCell(text[field]) }}
      placeholder={placeholder}
      value={field === "question" ? fields.current.question : asLines(fromLines(fields.current[field]))}
      change={(typed) => set({ ...fields.current, [field]: typed })}
      keys={{
        next: () => {
          submit();
          document.querySelector<HTMLElement>('[data-cell="new question"]')?.focus();
        },
        move: () => undefined,
      }}
      mayEdit
    />
  );
  return (
    <div
      class="test-line new"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
        submit();
      }}
    >
      <span class="test-number" aria-hidden="true">
        +
      </span>
      {cell("question", text.newQuestion)}
      {cell("mustSay", text.mustSayExample)}
      {cell("mustCite", text.mustCiteExample)}
      <div class="test-tools">
        <button type="button" class="button small" onClick={submit}>
          {text.add}
        </button>
      </div>
    </div>
  );
}
