import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SuggestedTest, SuggestedTests } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import type { TestFields } from "./test-fields.ts";

/** Tests that were suggested and neither accepted nor dropped yet. */
export interface Suggestions {
  readonly value: SuggestedTests | undefined;
  readonly isLoading: boolean;
  /** Asks for some, other than these questions. */
  readonly load: (except: readonly string[]) => void;
  readonly keepOnly: (items: readonly SuggestedTest[]) => void;
}

/** Suggestions of the service for an agent's tests. */
export function useSuggestions(path: string): Suggestions {
  const { api, words, toast } = useConsole();
  const [value, setValue] = useState<SuggestedTests>();
  const [isLoading, setLoading] = useState(false);
  return {
    value,
    isLoading,
    load: (except) => {
      setLoading(true);
      api
        .send<SuggestedTests>("POST", `${path}/suggest`, { body: { except: except.slice(0, 1000) } })
        .then((suggested) => {
          setValue(suggested);
          if (suggested.items.length === 0) toast.value = words.agentTests.noSuggestions;
        })
        .catch((thrown: unknown) => {
          toast.value = problemText(asProblem(thrown), words);
        })
        .finally(() => setLoading(false));
    },
    keepOnly: (items) => setValue((before) => before && { ...before, items: [...items] }),
  };
}

/** Suggested tests, each to be accepted or dropped. */
export function SuggestedRows({
  suggestions: { value, keepOnly },
  accept,
}: {
  suggestions: Suggestions;
  accept: (test: Partial<TestFields>) => void;
}): JSX.Element | null {
  const text = useConsole().words.agentTests;
  if (!value || value.items.length === 0) return null;
  const { items, from } = value;
  const take = (chosen: readonly SuggestedTest[]): void => {
    for (const { question, mustSay, mustCite } of chosen)
      accept({ question, mustSay, mustCite, answers: true });
    keepOnly(items.filter((item) => !chosen.includes(item)));
  };
  return (
    <section class="suggested" aria-label={text.suggestions}>
      <header>
        <h2>{text.suggestions}</h2>
        <button type="button" class="button small" onClick={() => keepOnly([])}>
          {text.dropAll}
        </button>
        <button type="button" class="button small primary" onClick={() => take(items)}>
          {text.acceptAll}
        </button>
        <p>{from === "model" ? text.fromModel : text.fromHeadings}</p>
      </header>
      <ul class="rows" role="list">
        {items.map((item) => (
          <li key={item.question} class="row">
            <span class="row-main">
              <span class="row-title" dir="auto">
                {showHidden(item.question)}
              </span>
              {item.mustSay.map((wording) => (
                <span key={wording} class="row-detail" dir="auto">
                  {text.mustSay}: {showHidden(wording)}
                </span>
              ))}
              {item.mustCite.map((page) => (
                <span key={page} class="row-detail" dir="auto">
                  {text.mustCite}: {showHidden(page)}
                </span>
              ))}
            </span>
            <span class="row-actions">
              <button type="button" class="button small" onClick={() => take([item])}>
                {text.accept}
                <span class="unseen">: {showHidden(item.question)}</span>
              </button>
              <button
                type="button"
                class="button small quiet"
                onClick={() => keepOnly(items.filter((other) => other !== item))}
              >
                {text.drop}
                <span class="unseen">: {showHidden(item.question)}</span>
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
