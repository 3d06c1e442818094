import { linkPrefix, publicKeyId, type PageEvents } from "@servicechat/contract";
import { drawBubble, stayOnScreen } from "./draw-bubble.ts";
import { importLazy } from "./import-lazy.ts";
import { isolate, warn } from "./isolate.ts";
import { createListeners } from "./listeners.ts";
import { loadConfig, type LoadedConfig } from "./load-config.ts";
import { ownDocument } from "./own-document.ts";
import type { Tag } from "./read-tag.ts";
import type { Call, Core, Panel } from "./core.ts";
import type { ServiceChat, Stub } from "./service-chat.ts";

/**
 * Whether the browser has a note that there are unread messages in this chat (`lazy/count-unread.ts`), or that it was
 * left open (`lazy/keep-open.ts`). In a tab's first page there is none, unless that was reloaded, so it is not read:
 * the first access to storage would block the page.
 */
function hasNotes({ keyId }: Tag): boolean | void {
  try {
    // oxlint-disable-next-line no-deprecated -- what replaces it takes three times the bytes
    if (history.length + performance.navigation.type > 1)
      return [`unread`, `open`].some((kind) => `servicechat:${kind}:${keyId}` in sessionStorage);
  } catch {} // a page without storage
}

/**
 * Calls `onChange` at every change of the page, with our tag if the page still contains it: the same element, or one in
 * another place, as after a navigation that replaced the body.
 */
function watchPage(tag: Tag, signal: AbortSignal, onChange: (found: Element | null) => void): void {
  let script: Element | null = tag.script;
  const observer = new MutationObserver(() => {
    if (!script?.isConnected) script = ownDocument.querySelector(`script[data-agent-key=${tag.key}]`);
    onChange(script);
  });
  observer.observe(document, { childList: true, subtree: true });
  signal.onabort = () => observer.disconnect(); // nothing else sets it
}

/** How often a page may remove the widget before it stays removed. */
const patience = 10;

/**
 * One life of the widget: creates `window.ServiceChat`, requests the configuration, adds itself to the page, and
 * removes all of it again at the end. The panel is loaded when it is first needed, or as soon as the visitor seems to want
 * it; earlier calls wait for it in order. A second tag creates no second widget.
 */
export function startLauncher(tag: Tag): void {
  // An element or frame of that name is also a property of the window, but not its own.
  const stub = (Object.hasOwn(window, "ServiceChat") ? window.ServiceChat : undefined) as Stub | undefined;
  if (typeof stub?.destroy === "function" && !stub.q) {
    const other = ownDocument.querySelector<HTMLElement>(
      `script[data-agent-key]:not([data-agent-key=${tag.key}])`,
    );
    const shown = publicKeyId(other?.dataset["agentKey"] ?? "");
    if (shown) warn(`This page shows the chat of ${shown}: the tag with ${tag.keyId} adds none.`);
    return;
  }

  const { target, greeting, open = "false" } = tag.data;
  const life = new AbortController();
  const { signal } = life;
  const { on, emit } = createListeners();
  const { host, dock, bubble, show, dress } = drawBubble();
  let waiting: Call[] = [];
  /** Of settings, only the last one matters, unless the panel is loading: then messages may come before it. */
  let carry: Panel = (call) => {
    if (!panel) waiting = waiting.filter(([name]) => name !== call[0] || !name.startsWith("set"));
    waiting.push(call);
  };
  let panel: Promise<void> | undefined;
  /** A "?" for each failure to load the panel's file: browsers remember failed imports by URL. */
  let ending = "";
  let loaded: LoadedConfig | undefined;
  /** If the page has an element for it, the chat is open from the beginning, and the panel finds its place. */
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
    askAboutSelection(isOn = true) {
      call("askAboutSelection", isOn);
      ownDocument.addEventListener("selectionchange", loadPanel, { once: true, signal });
    },
    setContext: (context) => call("setContext", context),
    setUser: (user) => call("setUser", user),
    setTheme: (theme) => call("setTheme", theme),
    setLocale: (lang) => call("setLocale", lang),
    on,
    destroy: () => destroy(),
  };

  /** Executes something with its current argument, by a panel that is loaded if necessary. */
  function call(name: Call[0], given?: unknown, needsPanel?: boolean): void {
    isolate(() => {
      // JSON turns undefined arguments into `null`.
      const json = JSON.stringify(given ?? null) ?? "null";
      carry([name, JSON.parse(json)]);
      // The panel checks the size of a context, and warns the author at once if it is too large.
      if (needsPanel || json.length > 2_000) loadPanel();
    });
  }

  function loadPanel(): void {
    if (signal.aborted) return;
    panel ??= importLazy(tag.base, ending).then(
      ({ openPanel }) => {
        if (signal.aborted) return;
        const opened = openPanel(core);
        for (const wish of waiting) opened(wish); // including calls in the meantime
        carry = opened;
      },
      async (cause: unknown) => {
        panel = undefined;
        ending += "?";
        await drawn; // which has its own warning
        if (signal.aborted) return;
        warn(cause);
        // An element of the page has no bubble for another click.
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
      window.ServiceChat = undefined; // a variable that a page declared with `var` cannot be deleted
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
  // The second click of a double click would undo the first.
  bubble.onclick = (event) => event.detail > 1 || turn(!isOpen);
  bubble.onpointerenter = bubble.onfocus = loadPanel;
  show(isOpen);
  if (target || greeting || open === "quiet") loadPanel();
  // Removing the tag ends the launcher. Removing only the widget is an accident of the page's framework.
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
    // Sharing the page's URL must not share the chat.
    history.replaceState(history.state, "", href.split("#")[0]);
    call("follow", hash.slice(linkPrefix.length), true);
    api.open();
  });
  // If quiet, the panel opens itself, like one that was left open.
  if (!/false|quiet/i.test(open)) api.open();
  const drawn = loadConfig(tag, signal)
    .then((answer) => {
      if (signal.aborted) return;
      loaded = answer;
      dress(answer.config);
      attach();
      if (!target) stayOnScreen(dock);
      // Not earlier: the page is blocked while the browser looks for its storage.
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
  // Last, so that a page's own stub, whatever it contains, prevents nothing from being drawn.
  for (const [name, ...given] of stub?.q ?? [])
    isolate(() => (api[name] as (...given: unknown[]) => unknown)(...given));
}
