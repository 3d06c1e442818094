import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { icon, type IconName } from "../ui/icon.tsx";
import { useMedia } from "../ui/use-media.ts";
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

/** What stands in the bar of a telephone, which has room for no more labels; the others are behind "More". */
const inBar: ReadonlySet<string> = new Set<Entry["name"]>(["home", "inbox", "chats", "agents"]);

/** The way to every page: all of them beside the page, or the most used ones below it. */
export function PageLinks({ here }: { here: string }): JSX.Element {
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
          <MorePages here={here} />
        </li>
      )}
    </ul>
  );
}

function PageLink({ entry: { path, name }, here }: { entry: Entry; here: string }): JSX.Element {
  const { words } = useConsole();
  return (
    <a href={hrefOf(path)} aria-current={here === path ? "page" : undefined}>
      {icon(name)}
      <span>{words.common[name]}</span>
      {name === "inbox" && <WaitingCount />}
    </a>
  );
}

/** A sheet above the bar. The browser closes it at Escape and at a press elsewhere. */
function MorePages({ here }: { here: string }): JSX.Element {
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
        onToggle={({ newState }) => {
          if (newState === "open") sheet.current?.querySelector("a")?.focus();
        }}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a")) sheet.current?.hidePopover();
        }}
      >
        <ul role="list">
          {others.map((entry) => (
            <li key={entry.name}>
              <PageLink entry={entry} here={here} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** How many visitors wait for a person. */
function WaitingCount(): JSX.Element | null {
  const { live, words } = useConsole();
  const waiting = live.value?.waiting.value ?? 0;
  if (waiting === 0) return null;
  return (
    <b class="rail-count">
      <span aria-hidden="true">{waiting > 99 ? "99+" : waiting}</span>
      <span class="unseen">{words.inbox.waitingCount(waiting)}</span>
    </b>
  );
}
