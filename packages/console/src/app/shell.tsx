import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSignalEffect } from "@preact/signals";
import { icon, productLogo } from "../ui/icon.tsx";
import { useConsole, type ConsoleContext } from "./console-context.ts";
import { hrefOf } from "./navigation.ts";
import { PageLinks } from "./page-links.tsx";
import { CurrentPage } from "./pages.tsx";
import { PaletteLayer, SearchButton, type ShownLayer } from "./palette-layer.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { usePush } from "./push.ts";
import type { Session } from "./session.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useWaitingAlerts } from "./waiting-alerts.ts";

/** The frame around every page: navigation, and who is signed in. */
export function Shell({ session }: { session: Session }): JSX.Element {
  const context = useConsole();
  const { words, navigation, live, toast } = context;
  useToast(context);
  useWaitingAlerts(context);
  usePush(context);
  const [layer, setLayer] = useState<ShownLayer>();
  useShortcuts(setLayer);
  const path = navigation.location.value.path;
  const here = path.split("/")[0] ?? "";
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Screen readers announce the new page; for the first one, the browser does this.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
    // On a phone, the links are in a row that is wider than the window.
    document
      .querySelector(".rail-list [aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  const isInterrupted = live.value?.isOpen.value === false;

  return (
    <div class="shell">
      <a class="skip" href="#main">
        {words.common.skip}
      </a>
      <nav class="rail" aria-label={words.common.navigation}>
        <a class="product" href={hrefOf("")}>
          {productLogo()}
          <span>{words.common.product}</span>
        </a>
        <SearchButton open={() => setLayer("palette")} />
        <PageLinks here={here} search={() => setLayer("palette")} />
        <PersonMenu session={session} showHelp={() => setLayer("help")} />
      </nav>
      <main id="main" tabIndex={-1} ref={main}>
        <CurrentPage />
      </main>
      {layer && <PaletteLayer layer={layer} session={session} show={setLayer} />}
      <div class="toast-place" role="status">
        {toast.value !== "" && (
          <p class="toast">
            {icon("check", 16)}
            {toast.value}
          </p>
        )}
        {isInterrupted && (
          <InterruptedNotice
            text={live.value?.isRefused.value ? words.common.livePaused : words.common.offline}
          />
        )}
      </div>
    </div>
  );
}

/** Says that live updates are interrupted. CSS shows it only after a moment, since most interruptions are shorter. */
function InterruptedNotice({ text }: { text: string }): JSX.Element {
  return (
    <p class="toast late">
      {icon("retry", 16)}
      {text}
    </p>
  );
}

/** Hides a toast after a while. */
function useToast({ toast }: ConsoleContext): void {
  useSignalEffect(() => {
    if (toast.value === "") return;
    const timer = setTimeout(() => {
      toast.value = "";
    }, 4000);
    return () => clearTimeout(timer);
  });
}
