import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import {
  addressStates,
  holders,
  marks,
  outcomes,
  ratings,
  type AgentItem,
  type Page,
} from "@servicechat/contract/admin";
import type { Query } from "../api/create-api.ts";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { icon } from "../ui/icon.tsx";
import { PopoverMenu } from "../ui/popover-menu.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import { useKnownTags } from "./tags.tsx";

/** Milliseconds without typing after which the search starts. */
const typingPause = 300;

/** The kinds of input, by the type attribute. */
const typed = { text: { type: "text" }, date: { type: "date" }, number: { type: "number" } } as const;

const rare: readonly FilterName[] = ["holder", "address", "language", "version", "key", "user", "from", "to"];

/** The filters of the list: each change is a new URL. */
export function FilterBar({ filters }: { filters: Query }): JSX.Element {
  const { api, words, navigation } = useConsole();
  const { chats: text, vocabulary } = words;
  const agents = useResource("agents", (signal) =>
    api.get<Page<AgentItem>>("agents", { limit: 200 }, signal),
  ).value;
  const tags = useKnownTags(true);
  const value = (name: FilterName): string => firstOf(filters[name]);
  const rareCount = rare.filter((name) => filters[name] !== undefined).length;

  function change(name: FilterName, next: string): void {
    navigation.go(hrefOf("chats", { ...filters, [name]: next }), name === "q" ? "replace" : "push");
  }
  const options = <Name extends string>(names: readonly Name[], named: Readonly<Record<Name, string>>) =>
    names.map((name) => (
      <option key={name} value={name}>
        {named[name]}
      </option>
    ));
  const select = (name: FilterName, label: string, children: ComponentChildren): JSX.Element => (
    <label class={value(name) === "" ? "filter" : "filter active"}>
      <span class="unseen">{label}</span>
      <select value={value(name)} onChange={({ currentTarget }) => change(name, currentTarget.value)}>
        <option value="">{label}</option>
        {children}
      </select>
    </label>
  );
  const input = (name: FilterName, label: string, type: "text" | "date" | "number" = "text"): JSX.Element => (
    <label class="field">
      <span class="legend">{label}</span>
      <input
        {...typed[type]}
        value={value(name).slice(0, type === "date" ? 10 : undefined)}
        onChange={({ currentTarget }) => change(name, currentTarget.value.trim())}
      />
    </label>
  );

  return (
    <div class="filter-bar" role="search">
      <SearchField value={value("q")} change={(next) => change("q", next)} />
      {(agents?.items.length ?? 0) > 1 &&
        select(
          "agent",
          text.agent,
          agents?.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          )),
        )}
      {select("outcome", text.outcome, options(outcomes, vocabulary.outcomes))}
      {select("mark", text.mark, options(marks, vocabulary.marks))}
      {(tags.length > 0 || value("tag") !== "") &&
        select(
          "tag",
          text.tag,
          Array.from(new Set([...tags, value("tag")]), (tag) =>
            tag === "" ? null : (
              <option key={tag} value={tag}>
                {showHidden(tag)}
              </option>
            ),
          ),
        )}
      {select("rating", text.rating, options(ratings, vocabulary.ratings))}
      <PopoverMenu
        id="more-filters"
        kind={rareCount > 0 ? "button filter-more active" : "button filter-more"}
        sign="settings"
        label={rareCount > 0 ? text.filtersActive(rareCount) : text.moreFilters}
      >
        <div class="filter-fields">
          <label class="field">
            <span class="legend">{text.holder}</span>
            <select
              value={value("holder")}
              onChange={({ currentTarget }) => change("holder", currentTarget.value)}
            >
              <option value="">{text.any}</option>
              {options([...holders, "me"] as const, vocabulary.holders)}
            </select>
          </label>
          <label class="field">
            <span class="legend">{text.address}</span>
            <select
              value={value("address")}
              onChange={({ currentTarget }) => change("address", currentTarget.value)}
            >
              <option value="">{text.any}</option>
              {options(addressStates, vocabulary.addresses)}
            </select>
          </label>
          {input("from", text.from, "date")}
          {input("to", text.to, "date")}
          {input("language", text.language)}
          {input("version", text.version, "number")}
          {input("user", text.user)}
          {input("key", text.key)}
        </div>
      </PopoverMenu>
      {Object.keys(filters).length > 0 && (
        <a class="button quiet" href={hrefOf("chats")}>
          {text.clear}
        </a>
      )}
    </div>
  );
}

function SearchField({ value, change }: { value: string; change: (next: string) => void }): JSX.Element {
  const { chats: text } = useConsole().words;
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    // The URL was changed elsewhere, such as by going back; text that is being typed is left alone.
    if (field.current && document.activeElement !== field.current) field.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label class="search-field">
      <span class="unseen">{text.search}</span>
      {icon("search", 16)}
      <input
        ref={field}
        type="search"
        placeholder={text.search}
        title={text.searchHint}
        maxLength={200}
        defaultValue={value}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => change(currentTarget.value.trim()), typingPause);
        }}
      />
    </label>
  );
}

function firstOf(value: Query[string]): string {
  return String((typeof value === "object" ? value[0] : value) ?? "");
}

/** The filters of a list of chats, by their names in the API and the URL. */
const filterNames = [
  "q",
  "agent",
  "outcome",
  "mark",
  "tag",
  "rating",
  "holder",
  "language",
  "version",
  "key",
  "user",
  "address",
  "from",
  "to",
] as const;

/** The name of a filter. */
type FilterName = (typeof filterNames)[number];

/** The filters in a URL. Other parameters are ignored. */
export function filtersOf(query: URLSearchParams): Query {
  const filters: Record<string, readonly string[]> = {};
  for (const name of filterNames) {
    const values = query.getAll(name).filter((value) => value !== "");
    if (values.length > 0) filters[name] = values;
  }
  return filters;
}
