import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useConsole } from "../../app/console-context.ts";
import { icon } from "../../ui/icon.tsx";

/** States that the list can be narrowed to. */
export const knowledgeStates = ["waiting", "read", "failed"] as const;
/** A state that the list can be narrowed to. */
export type KnowledgeState = (typeof knowledgeStates)[number];

/** What of an agent's knowledge is listed. */
export interface KnowledgeFilter {
  /** Part of title, path or address. */
  readonly q: string;
  readonly state: KnowledgeState | undefined;
}

/** The filter in the query of an address. */
export function filterIn(query: URLSearchParams): KnowledgeFilter {
  const wanted = query.get("state");
  return { q: query.get("q") ?? "", state: knowledgeStates.find((state) => state === wanted) };
}

/** Milliseconds without typing after which the list is read again. */
const typingPause = 300;

/** The fields of the filter; each change is another address, so that it survives a reload. */
export function KnowledgeFilterBar({
  filter,
  change,
}: {
  filter: KnowledgeFilter;
  change: (filter: KnowledgeFilter) => void;
}): JSX.Element {
  const text = useConsole().words.knowledge.list;
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(filter);
  latest.current = filter;
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Changed elsewhere, such as by going back; what is being typed is left alone.
    if (field.current && document.activeElement !== field.current) field.current.value = filter.q;
  }, [filter.q]);
  return (
    <div class="filter-bar" role="search" aria-label={text.filter}>
      <label class="search-field">
        <span class="unseen">{text.filter}</span>
        {icon("search", 16)}
        <input
          ref={field}
          type="search"
          placeholder={text.filter}
          maxLength={300}
          defaultValue={filter.q}
          onInput={({ currentTarget }) => {
            clearTimeout(timer.current);
            const q = currentTarget.value.trim();
            timer.current = setTimeout(() => change({ ...latest.current, q }), typingPause);
          }}
        />
      </label>
      <label class={filter.state ? "filter active" : "filter"}>
        <span class="unseen">{text.state}</span>
        <select
          value={filter.state ?? ""}
          onChange={({ currentTarget }) =>
            change({ ...filter, state: knowledgeStates.find((state) => state === currentTarget.value) })
          }
        >
          <option value="">{text.anyState}</option>
          {knowledgeStates.map((state) => (
            <option key={state} value={state}>
              {text.states[state]}
            </option>
          ))}
        </select>
      </label>
      {(filter.q !== "" || filter.state) && (
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            if (field.current) field.current.value = "";
            change({ q: "", state: undefined });
          }}
        >
          {text.clear}
        </button>
      )}
    </div>
  );
}
