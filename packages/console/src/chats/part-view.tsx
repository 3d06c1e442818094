import type { JSX } from "preact";
import { safeLink } from "@servicechat/markdown";
import { OutsideLink } from "@servicechat/markdown/components";
import { useConsole } from "../app/console-context.ts";
import { ForeignText } from "../ui/foreign-text.tsx";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";

/** A part of an answer as the history stores it; its fields depend on its type. */
type Part = Readonly<Record<string, unknown>>;

/** Draws a part of an answer: text as in the chat, tools collapsed, and nothing that loads or runs. */
export function PartView({ part, isGrowing }: { part: Part; isGrowing: boolean }): JSX.Element | null {
  const { words } = useConsole();
  switch (part["type"]) {
    case "text":
      return <ForeignText text={textOf(part["text"])} isGrowing={isGrowing} />;
    case "tool":
      return <ToolPart part={part} />;
    case "image":
      return (
        <p class="part-line">
          {icon("out", 15)}
          <span>
            {words.chats.image}: {showHidden(textOf(part["alt"]))}
          </span>
        </p>
      );
    case "question":
      return <QuestionPart part={part} />;
    default:
      return null;
  }
}

function ToolPart({ part }: { part: Part }): JSX.Element {
  const rows = listOf(part["rows"]);
  const title = showHidden(textOf(part["summary"]) || textOf(part["title"]) || textOf(part["name"]));
  const line = (
    <>
      {icon(part["status"] === "failed" ? "alert" : "tool", 15)}
      <span dir="auto">{title}</span>
    </>
  );
  if (rows.length === 0) return <p class="part-line">{line}</p>;
  return (
    <details class="part-tool">
      <summary class="part-line">
        {line}
        {icon("chevron", 15)}
      </summary>
      <ul role="list">
        {rows.map((row, index) => (
          <li key={index}>
            <RowTitle row={row} />
            {textOf(row["detail"]) !== "" && <small dir="auto">{showHidden(textOf(row["detail"]))}</small>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function RowTitle({ row }: { row: Part }): JSX.Element {
  return <SourceLink title={textOf(row["title"])} url={textOf(row["url"])} />;
}

/** The title of a source, with a link if its address is safe. */
export function SourceLink({ title, url }: { title: string; url: string }): JSX.Element {
  const { words } = useConsole();
  const shown = showHidden(title) || showHidden(url);
  const link = url === "" ? undefined : safeLink(url, title);
  if (!link) return <span dir="auto">{shown}</span>;
  return (
    <OutsideLink href={link.href} title={words.common.openNewTab}>
      {shown}
      {link.host !== undefined && <span class="real-host"> ({link.host})</span>}
    </OutsideLink>
  );
}

function QuestionPart({ part }: { part: Part }): JSX.Element {
  const { chats: text } = useConsole().words;
  const answers = objectOf(objectOf(part["answer"])["answers"]);
  return (
    <dl class="part-question">
      {listOf(part["questions"]).map((question, index) => {
        const asked = textOf(question["question"]);
        const answer = Object.hasOwn(answers, asked) ? answers[asked] : undefined;
        return (
          <div key={index}>
            <dt>
              {text.question}: <span dir="auto">{showHidden(asked)}</span>
            </dt>
            {answer !== undefined && (
              <dd dir="auto">
                {text.answer}: {showHidden(Array.isArray(answer) ? answer.join(", ") : textOf(answer))}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

/** What a visitor has entered into the form of an action, by the names of its fields. */
export function EnteredFields({ parts }: { parts: readonly Part[] }): JSX.Element | null {
  const action = parts.find(({ type }) => type === "action");
  const fields = Object.entries(objectOf(action?.["input"]));
  if (fields.length === 0) return null;
  return (
    <dl class="part-fields">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{showHidden(name)}</dt>
          <dd dir="auto">{showHidden(typeof value === "string" ? value : JSON.stringify(value))}</dd>
        </div>
      ))}
    </dl>
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const objectOf = (value: unknown): Part =>
  typeof value === "object" && value !== null ? (value as Part) : {};
const listOf = (value: unknown): readonly Part[] => (Array.isArray(value) ? value.map(objectOf) : []);
