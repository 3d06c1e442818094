import type { JSX } from "preact";
import { chatLanguages } from "@servicechat/contract";
import { useConsole } from "../app/console-context.ts";
import { Field, InputField } from "../ui/form.tsx";
import { languageName } from "../ui/format.ts";
import { asLines, fromLines } from "./test-cell.tsx";
import type { RowActions } from "./table-row.tsx";
import type { TestRow } from "./test-fields.ts";

/** The fields of a test that have no column, and what only the file shows. */
export function MoreFields({
  row,
  index,
  count,
  actions,
  mayEdit,
  fileHref,
}: {
  row: TestRow;
  index: number;
  count: number;
  actions: RowActions;
  mayEdit: boolean;
  fileHref: string;
}): JSX.Element {
  const { words } = useConsole();
  const text = words.agentTests;
  const expected = row.answers === undefined ? "either" : row.answers ? "answer" : "none";
  const languages = [...new Set([...chatLanguages, ...(row.language === "" ? [] : [row.language])])]
    .map((tag) => ({ tag, label: languageName(tag, words.lang) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, words.lang));
  return (
    <div class="test-more">
      <fieldset disabled={!mayEdit} class="test-fields" aria-label={text.more(index + 1)}>
        <Field label={text.mustNotSay} hint={text.oneEach} optional>
          {(tied) => (
            <textarea
              {...tied}
              rows={2}
              dir="auto"
              value={asLines(row.mustNotSay)}
              onChange={({ currentTarget }) => actions.change({ mustNotSay: fromLines(currentTarget.value) })}
            />
          )}
        </Field>
        <Field label={text.expected}>
          {(tied) => (
            <select
              {...tied}
              value={expected}
              onChange={({ currentTarget: { value } }) =>
                actions.change({ answers: value === "either" ? undefined : value === "answer" })
              }
            >
              <option value="answer">{text.expectAnswer}</option>
              <option value="none">{text.expectNone}</option>
              <option value="either">{text.expectEither}</option>
            </select>
          )}
        </Field>
        <Field label={text.language}>
          {(tied) => (
            <select
              {...tied}
              value={row.language}
              onChange={({ currentTarget }) => actions.change({ language: currentTarget.value })}
            >
              <option value="">{text.anyLanguage}</option>
              {languages.map(({ tag, label }) => (
                <option key={tag} value={tag}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <InputField
          label={text.name}
          hint={text.nameHint}
          dir="auto"
          maxLength={200}
          value={row.name}
          onText={() => undefined}
          onChange={({ currentTarget }) => actions.change({ name: currentTarget.value })}
        />
      </fieldset>
      {mayEdit && (
        <p class="test-moves">
          <button
            type="button"
            class="button small"
            disabled={index === 0}
            onClick={() => actions.move(-1, "mustSay")}
          >
            {text.moveUp}
          </button>
          <button
            type="button"
            class="button small"
            disabled={index === count - 1}
            onClick={() => actions.move(1, "mustSay")}
          >
            {text.moveDown}
          </button>
        </p>
      )}
      {row.others !== "" && (
        <section class="test-others">
          <h2>{text.inFile}</h2>
          <pre tabIndex={0} aria-label={text.inFile}>
            <code>{row.others}</code>
          </pre>
          <p class="hint">
            {text.inFileHint} <a href={fileHref}>{text.openFile}</a>
          </p>
        </section>
      )}
    </div>
  );
}
