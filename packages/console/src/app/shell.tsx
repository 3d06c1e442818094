import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { icon, productMark, type IconName } from "../ui/icon.tsx";
import { useConsole } from "./console-context.ts";
import { hrefOf } from "./navigation.ts";
import { CurrentPage } from "./pages.tsx";
import { PersonMenu } from "./person-menu.tsx";
import type { Session } from "./session.ts";
import { useToast } from "./use-toast.ts";
import { useWaitingAlerts } from "./use-waiting-alerts.ts";

const entries = [
  { path: "", name: "home" },
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

/** What stands around every page: the way to the others, and who is signed in. */
export function Shell({ session }: { session: Session }): JSX.Element {
  const context = useConsole();
  const { words, navigation, live, toast } = context;
  useToast(context);
  useWaitingAlerts(context);
  const path = navigation.place.value.path;
  const here = path.split("/")[0] ?? "";
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Whoever hears the console is told that the page has changed; at the start, the browser does so.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
    // On a telephone the pages stand in a row that is wider than the window.
    document
      .querySelector(".rail-list [aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  const isOffline = live.value?.isOpen.value === false;

  return (
    <div class="shell">
      <a class="skip" href="#main">
        {words.common.skip}
      </a>
      <nav class="rail" aria-label={words.common.navigation}>
        <a class="product" href={hrefOf("")}>
          {productMark()}
          <span>{words.common.product}</span>
        </a>
        <ul role="list" class="rail-list">
          {entries.map(({ path: target, name }) => (
            <li key={name}>
              <a href={hrefOf(target)} aria-current={here === target ? "page" : undefined}>
                {icon(name)}
                <span>{words.common[name]}</span>
                {name === "inbox" && <WaitingCount />}
              </a>
            </li>
          ))}
        </ul>
        <PersonMenu session={session} />
      </nav>
      <main id="main" tabIndex={-1} ref={main}>
        <CurrentPage />
      </main>
      <div class="toast-place" role="status">
        {toast.value !== "" && (
          <p class="toast">
            {icon("check", 16)}
            {toast.value}
          </p>
        )}
        {isOffline && <OfflineNotice text={words.common.offline} />}
      </div>
    </div>
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

/** Says that nothing arrives live. Style shows it only after a moment: most interruptions are over sooner. */
function OfflineNotice({ text }: { text: string }): JSX.Element {
  return (
    <p class="toast late">
      {icon("retry", 16)}
      {text}
    </p>
  );
}
