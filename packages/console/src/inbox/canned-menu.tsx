import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CannedAnswer, Page } from "@servicechat/contract/admin";
import { foldText } from "@servicechat/contract/language";
import type { Api } from "../api/create-api.ts";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { showHidden } from "../ui/show-hidden.ts";

/** The number of answers offered at once. */
const maxAnswers = 8;

/** The word before the caret that starts with `/`. */
interface Query {
  readonly text: string;
  /** The position of the `/`. */
  readonly start: number;
  readonly end: number;
}

/** Canned answers that match the text being written. */
interface CannedMenu {
  readonly answers: readonly CannedAnswer[];
  /** Whether one is searched for, but there are none yet. */
  readonly hasNone: boolean;
  /** The name that is searched for, where none has it; `undefined` otherwise. */
  readonly unknownName: string | undefined;
  /** The index of the one that Enter chooses. */
  readonly active: number;
  /** Reads the text before the caret. */
  readonly update: (field: HTMLTextAreaElement) => void;
  readonly take: (answer: CannedAnswer) => void;
  /** Whether the menu handled the key. */
  readonly press: (event: KeyboardEvent) => boolean;
}

/**
 * Offers canned answers for a `/` and the words after it.
 *
 * @param agent the chat's agent: answers for other agents are left out
 * @param insert replaces the text between two positions with an answer
 */
export function useCannedMenu(
  agent: string,
  insert: (text: string, start: number, end: number) => void,
): CannedMenu {
  const { api } = useConsole();
  const [query, setQuery] = useState<Query>();
  const [all, setAll] = useState<readonly CannedAnswer[]>();
  const [active, setActive] = useState(0);
  const isAsked = query !== undefined;
  const asking = useRef<AbortController>(undefined);
  // They are read again on each use, since a colleague may just have written one.
  useEffect(() => {
    if (!isAsked) return undefined;
    asking.current = new AbortController();
    const { signal } = asking.current;
    readAll(api, signal)
      .then(setAll)
      .catch(() => undefined);
    return () => asking.current?.abort();
  }, [api, isAsked]);

  const words = foldText(query?.text ?? "").split(" ");
  const answers = query
    ? (all ?? [])
        .filter(({ agents }) => agents === null || agents.includes(agent))
        .filter(({ name }) => words.every((word) => foldText(` ${name}`).includes(` ${word}`)))
        .slice(0, maxAnswers)
    : [];
  // Whoever writes a path or a date is not looking for an answer: only one word is taken for a name.
  const isUnknown = (all?.length ?? 0) > 0 && answers.length === 0 && /^\p{L}+$/u.test(query?.text ?? "");
  const at = Math.min(active, Math.max(0, answers.length - 1));

  function take({ text }: CannedAnswer): void {
    if (query) insert(text, query.start, query.end);
    setQuery(undefined);
  }
  return {
    answers,
    hasNone: isAsked && all?.length === 0,
    unknownName: query && isUnknown ? query.text : undefined,
    active: at,
    update(field) {
      const next = queryIn(field);
      if (next?.text !== query?.text) setActive(0);
      setQuery(next);
    },
    take,
    press({ key, isComposing }) {
      const chosen = answers[at];
      if (!chosen || isComposing) return false;
      if (key === "ArrowDown") setActive((at + 1) % answers.length);
      else if (key === "ArrowUp") setActive((at + answers.length - 1) % answers.length);
      else if (key === "Enter" || key === "Tab") take(chosen);
      else if (key === "Escape") setQuery(undefined);
      else return false;
      return true;
    },
  };
}

function queryIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Query | undefined {
  if (selectionStart !== selectionEnd) return undefined;
  const before = value.slice(0, selectionStart);
  const start = before.lastIndexOf("/");
  const text = before.slice(start + 1);
  const beginsWord = start === 0 || /\s/.test(before[start - 1] ?? "x");
  return start >= 0 && beginsWord && text.length <= 60 && !text.includes("\n")
    ? { text, start, end: selectionStart }
    : undefined;
}

async function readAll(api: Api, signal: AbortSignal): Promise<readonly CannedAnswer[]> {
  const items: CannedAnswer[] = [];
  for (let after: string | undefined; ;) {
    const page = await api.get<Page<CannedAnswer>>("canned", { limit: 200, after }, signal);
    items.push(...page.items);
    if (page.next === null) return items;
    after = page.next;
  }
}

/** The matching canned answers, above the field in which one is searched. */
export function CannedList({ id, menu }: { id: string; menu: CannedMenu }): JSX.Element {
  const { inbox: text } = useConsole().words;
  const count = menu.answers.length;
  const status = (
    <p class={menu.hasNone || menu.unknownName !== undefined ? "canned-none" : "unseen"} role="status">
      {count > 0 && text.cannedCount(count)}
      {menu.unknownName !== undefined && (
        <>
          {text.cannedNoMatch(menu.unknownName)} <a href={hrefOf("settings/canned")}>{text.cannedManage}</a>
        </>
      )}
      {menu.hasNone && (
        <>
          {text.cannedNone} <a href={hrefOf("settings/canned")}>{text.cannedWrite}</a>
        </>
      )}
    </p>
  );
  if (count === 0) return status;
  return (
    <>
      {status}
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
