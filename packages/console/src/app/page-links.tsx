import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { icon, type IconName } from "../ui/icon.tsx";
import { useConsole } from "./console-context.ts";
import { hrefOf } from "./navigation.ts";

const home = { path: "", name: "home" } as const;
const entries = [
  home,
  { path: "inbox", name: "inbox" },
  { path: "chats", name: "chats" },
  { path: "gaps", name: "gaps" },
  { path: "answers", name: "answers" },
  { path: "agents", name: "agents" },
  { path: "tests", name: "tests" },
  { path: "usage", name: "usage" },
  { path: "keys", name: "keys" },
  { path: "settings", name: "settings" },
] as const satisfies readonly { path: string; name: IconName }[];
type Entry = (typeof entries)[number];

/** The pages in the bar on a phone, which has room for no more labels; the others are behind "More". */
const inBar: ReadonlySet<string> = new Set<Entry["name"]>(["home", "inbox", "chats", "agents"]);

/** Links to every page: all of them beside the page, or the most important ones below it. */
export function PageLinks({ here, search }: { here: string; search: () => void }): JSX.Element {
  const isNarrow = useMedia("(max-width: 760px)");
  const shown = isNarrow ? entries.filter(({ name }) => inBar.has(name)) : entries;
  return (
    <ul role="list" class="rail-list">
      {shown.map((entry) => (
        <li key={entry.name}>
          <PageLink entry={entry} here={here} />
        </li>
      ))}
      {isNarrow && (
        <li key="more">
          <MorePages here={here} search={search} />
        </li>
      )}
    </ul>
  );
}

function PageLink({
  entry: { path, name },
  here,
  isFirst = false,
}: {
  entry: Entry;
  here: string;
  /** Whether it has the focus as soon as its sheet opens. */
  isFirst?: boolean;
}): JSX.Element {
  const { words } = useConsole();
  return (
    <a href={hrefOf(path)} aria-current={here === path ? "page" : undefined} autofocus={isFirst}>
      {icon(name)}
      <span>{words.common[name]}</span>
      {name === "inbox" && <InboxCounts />}
    </a>
  );
}

/** A sheet above the bar. The browser closes it on Escape and on a click elsewhere. */
function MorePages({ here, search }: { here: string; search: () => void }): JSX.Element {
  const { words } = useConsole();
  const sheet = useRef<HTMLDivElement>(null);
  const others = entries.filter(({ name }) => !inBar.has(name));
  const isHere = others.some(({ path }) => path === here);
  return (
    <>
      <button
        type="button"
        class={isHere ? "more-button here" : "more-button"}
        popovertarget="more-pages"
        aria-haspopup="dialog"
      >
        {icon("more")}
        <span>{words.common.more}</span>
      </button>
      <div
        id="more-pages"
        class="menu"
        popover="auto"
        role="dialog"
        aria-label={words.common.more}
        ref={sheet}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a")) sheet.current?.hidePopover();
        }}
      >
        <ul role="list">
          {others.map((entry, at) => (
            <li key={entry.name}>
              <PageLink entry={entry} here={here} isFirst={at === 0} />
            </li>
          ))}
          <li>
            <button
              type="button"
              class="more-button"
              onClick={() => {
                sheet.current?.hidePopover();
                search();
              }}
            >
              {icon("search")}
              <span>{words.palette.open}</span>
            </button>
          </li>
        </ul>
      </div>
    </>
  );
}

/** How many visitors are waiting for a person, and how many who left an address for an answer. */
function InboxCounts(): JSX.Element {
  const { live, words } = useConsole();
  return (
    <span class="rail-counts">
      <Count kind="quiet" of={live.value?.addresses.value ?? 0} label={words.inbox.addressCount} />
      <Count kind="" of={live.value?.waiting.value ?? 0} label={words.inbox.waitingCount} />
    </span>
  );
}

function Count({
  of,
  kind,
  label,
}: {
  of: number;
  kind: string;
  label: (count: number) => string;
}): JSX.Element | null {
  if (of === 0) return null;
  return (
    <b class={`rail-count ${kind}`} title={label(of)}>
      <span aria-hidden="true">{of > 99 ? "99+" : of}</span>
      <span class="unseen">{label(of)}</span>
    </b>
  );
}

/** Whether a media query matches; the component re-renders when that changes. */
function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const read = (): void => setMatches(media.matches);
    read();
    media.addEventListener("change", read);
    return () => media.removeEventListener("change", read);
  }, [query]);
  return matches;
}
