import { linkPrefix, type PageEvents } from "@servicechat/contract";
import { drawBubble } from "./draw-bubble.ts";
import { hasNotes } from "./has-notes.ts";
import { isolate } from "./isolate.ts";
import { createListeners } from "./listeners.ts";
import { importLazy } from "./import-lazy.ts";
import { loadConfig, type LoadedConfig } from "./load-config.ts";
import { ownDocument } from "./own-document.ts";
import type { Call, Core, Panel } from "./core.ts";
import type { Tag } from "./read-tag.ts";
import type { ServiceChat, Stub } from "./service-chat.ts";
import { stayOnScreen } from "./stay-on-screen.ts";
import { warn } from "./warn.ts";
import { watchPage } from "./watch-page.ts";

/** How often a page may take the widget away before it is taken at its word. */
const patience = 10;

/**
 * One life of the widget: puts `window.ServiceChat` in place, asks for the configuration, stands on the page, and on any
 * end takes all of it away again. The panel is loaded when it is first needed, or as soon as somebody seems to want it;
 * what is called before waits for it in order. A second tag makes no second widget.
 */
export function startLauncher(tag: Tag): void {
  // An element or frame of that name is found in the window too, but is not its own.
  const stub = (Object.hasOwn(window, "ServiceChat") ? window.ServiceChat : undefined) as Stub | undefined;
  if (typeof stub?.destroy === "function" && !stub.q) return;

  const { target, greeting, open = "false" } = tag.data;
  const life = new AbortController();
  const { signal } = life;
  const { on, emit } = createListeners();
  const { host, dock, bubble, show, dress } = drawBubble();
  let waiting: Call[] = [];
  /** Of what is set, only the last counts, unless the panel is on its way: then something may be said before it. */
  let carry: Panel = (call) => {
    if (!panel) waiting = waiting.filter(([name]) => name !== call[0] || !name.startsWith("set"));
    waiting.push(call);
  };
  let panel: Promise<void> | undefined;
  /** A "?" for each loss of the panel's file: browsers keep an import that failed under its address. */
  let ending = "";
  let loaded: LoadedConfig | undefined;
  /** With an element of the page to stand in, the chat is open from the beginning, and the panel finds its place. */
  let isOpen = !!target;
  let mended = 0;

  const api: ServiceChat = {
    open: () => turn(true),
    close: () => turn(false),
    toggle: () => turn(!isOpen),
    isOpen: () => isOpen,
    showLauncher() {
      bubble.hidden = false;
    },
    hideLauncher() {
      bubble.hidden = true;
    },
    sendMessage: (text) => call("sendMessage", text, true),
    prefill: (text) => call("prefill", text, true),
    newChat: () => call("newChat"),
    setContext: (context) => call("setContext", context),
    setUser: (user) => call("setUser", user),
    setTheme: (theme) => call("setTheme", theme),
    setLocale: (lang) => call("setLocale", lang),
    on,
    destroy: () => destroy(),
  };

  /** Has something carried out with its argument as it is now, by a panel that is loaded if it must be. */
  function call(name: Call[0], given?: unknown, needsPanel?: boolean): void {
    isolate(() => {
      // `null` is what becomes of an argument that JSON does not have.
      const json = JSON.stringify(given ?? null) ?? "null";
      carry([name, JSON.parse(json)]);
      // The panel measures a context, and tells its author at once when it is too large.
      if (needsPanel || json.length > 2_000) loadPanel();
    });
  }

  function loadPanel(): void {
    if (signal.aborted) return;
    panel ??= importLazy(tag.base, ending).then(
      ({ openPanel }) => {
        if (signal.aborted) return;
        const opened = openPanel(core);
        for (const wish of waiting) opened(wish); // what is called meanwhile too
        carry = opened;
      },
      async (cause: unknown) => {
        panel = undefined;
        ending += "?";
        await drawn; // which has a warning of its own
        if (signal.aborted) return;
        warn(cause);
        // An element of the page has no bubble that could be pressed again.
        if (target) setTimeout(loadPanel, 2_000 * ending.length);
        else turn(false);
      },
    );
  }

  function turn(open: boolean): void {
    if (signal.aborted || (!open && !isOpen)) return;
    const name = open ? "open" : "close";
    const isNews = open !== isOpen;
    show((isOpen = open));
    call(name, undefined, open);
    if (isNews) emit(name);
  }

  function attach(): void {
    if (!target) ownDocument.documentElement.append(host);
    carry(["placed"]);
  }

  function destroy(detail?: PageEvents["destroyed"]): void {
    if (signal.aborted) return;
    life.abort();
    isOpen = false;
    host.remove();
    if (window.ServiceChat === api) {
      window.ServiceChat = undefined; // what a page declared with `var` cannot be deleted
      delete window.ServiceChat;
    }
    emit("destroyed", detail);
  }

  const core: Core = {
    tag,
    document: ownDocument,
    signal,
    dock,
    bubble,
    api,
    emit,
    isolate,
    reopen() {
      show((isOpen = true));
      emit("open");
    },
    loaded: () => loaded,
    reload: async () => (loaded = await loadConfig(tag, signal, "no-cache")),
  };

  window.ServiceChat = api;
  // The second click of two would take back what the first has done.
  bubble.onclick = (event) => event.detail > 1 || turn(!isOpen);
  bubble.onpointerenter = bubble.onfocus = loadPanel;
  show(isOpen);
  if (target || greeting || open === "quiet") loadPanel();
  // The tag gone is the launcher's end. The widget gone under a tag that stays is an accident of the page's framework.
  watchPage(tag, signal, (found) => {
    if (!found) destroy();
    else if (!(host.isConnected || target || !loaded)) {
      if (mended++ < patience) attach();
      else destroy();
    }
  });
  isolate(() => {
    const { hash, href } = location;
    if (!hash.startsWith(linkPrefix)) return;
    // Who shares the page's address shares no chat.
    history.replaceState(history.state, "", href.split("#")[0]);
    call("follow", hash.slice(linkPrefix.length), true);
    api.open();
  });
  // Quietly, the panel opens itself, as one that was left open.
  if (!/false|quiet/i.test(open)) api.open();
  const drawn = loadConfig(tag, signal)
    .then((answer) => {
      if (signal.aborted) return;
      loaded = answer;
      dress(answer.config);
      attach();
      if (!target) stayOnScreen(dock);
      // Not sooner: the page stands still while the browser looks for its storage.
      if (hasNotes(tag)) loadPanel();
      emit("ready");
    })
    .catch(async (cause: unknown) => {
      if (signal.aborted) return;
      const message = await importLazy(tag.base, ending).then(
        ({ explainFailure }) => explainFailure(tag, cause),
        () => `No configuration: ${String(cause)}`,
      );
      if (signal.aborted) return;
      warn(message);
      destroy({ message });
    });
  // Last, so that a page's own stub, whatever is in it, keeps nothing from being drawn.
  for (const [name, ...given] of stub?.q ?? [])
    isolate(() => (api[name] as (...given: unknown[]) => unknown)(...given));
}
