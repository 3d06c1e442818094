import {
  welcomeType,
  type HostAction,
  type maxContextBytes,
  type ToFrame,
  type ToLauncher,
  type Welcome,
} from "@servicechat/contract";
import { drawWidget } from "./draw-widget.ts";
import { isolate } from "./isolate.ts";
import { linkFrame } from "./link-frame.ts";
import { createListeners } from "./listeners.ts";
import { loadConfig, type LoadedConfig } from "./load-config.ts";
import { parseTheme, type Tag } from "./read-tag.ts";
import type { ServiceChat } from "./service-chat.ts";
import { warn } from "./warn.ts";
import { watchPage } from "./watch-page.ts";

/** The page as it is now, without what visitors and trackers write into its address. */
const readPage = (): ToFrame => ({
  type: "page",
  title: document.title,
  url: location.origin + location.pathname,
});

/**
 * One life of the widget: puts `window.ServiceChat` in place, asks for the configuration, stands on the page, and on any
 * end takes all of it away again. What is called before the configuration has come happens off the page, to widget and
 * frame as they will appear. A second tag makes no second widget.
 */
export function startLauncher(tag: Tag): void {
  const stub = window.ServiceChat;
  if (stub && !("q" in stub)) return;

  const { key, script } = tag;
  const life = new AbortController();
  const { signal } = life;
  const { on, emit } = createListeners();
  let { theme, lang } = tag;
  let loaded: LoadedConfig | undefined;

  const link = linkFrame({
    tag,
    // Without a configuration the frame is not on the page yet, and nobody asks.
    welcome: (): Welcome | undefined =>
      loaded && { type: welcomeType, key, ...loaded, theme, open: widget.isOpen(), lang },
    hear,
    signal,
  });
  const widget = drawWidget(link.createFrame, toggle);

  const api: ServiceChat = {
    open,
    close,
    toggle,
    isOpen: widget.isOpen,
    showLauncher: () => void widget.showBubble(true),
    hideLauncher: () => void widget.showBubble(false),
    sendMessage: (text) => post(() => ({ type: "send", text: `${text}` }), true),
    prefill: (text) => post(() => ({ type: "prefill", text: `${text}` }), true),
    newChat: () => post(() => ({ type: "new-chat" })),
    setContext,
    setUser: (user) => post(() => ({ type: "user", user: { id: user.id, token: user.token } })),
    setTheme,
    setLocale: (value) => post(() => ({ type: "locale", lang: (lang = `${value}`) })),
    on,
    destroy: () => destroy(),
  };

  /** Posts to the frame; one that is not there yet hears it when it is, and is made now if it must be. */
  function post(message: () => ToFrame, needsFrame = false): void {
    isolate(() => {
      link.post(message());
      if (needsFrame) widget.addFrame();
    });
  }

  function open(): void {
    if (signal.aborted) return;
    post(() => ({ type: "open" }), true);
    const wasOpen = widget.isOpen();
    widget.reveal();
    if (!wasOpen) emit("open");
  }

  function close(): void {
    if (signal.aborted || !widget.isOpen()) return;
    post(() => ({ type: "close" }));
    widget.conceal();
    emit("close");
  }

  function toggle(): void {
    if (widget.isOpen()) close();
    else open();
  }

  function setTheme(value: string): void {
    theme = parseTheme(value);
    widget.showTheme(theme);
    post(() => ({ type: "theme", theme }));
  }

  function setContext(context: Readonly<Record<string, unknown>>): void {
    post(() => {
      const json = JSON.stringify({ data: context });
      // What makes pages reactive cannot be cloned otherwise.
      if (new Blob([json]).size <= (8192 satisfies typeof maxContextBytes))
        return { type: "context", context: JSON.parse(json).data };
      emit("error", { code: "context_too_large", retryable: false });
      throw new Error("setContext: more than 8 KB");
    });
  }

  function hear(message: ToLauncher): void {
    if (message.type === "ready") widget.showReady(true);
    else if (message.type === "close") close();
    else if (message.type === "refresh-ticket") void answerTicket();
    else if (message.type === "read-page") post(readPage);
    else if (message.type === "action") passAction(message.action);
    else if (message.type === "unread") {
      widget.showUnread(message.count);
      emit("unread", { count: message.count });
    } else if (message.type === "event") emit(message.name, message.detail);
  }

  async function answerTicket(): Promise<void> {
    const fresh = await loadConfig(tag, signal, "no-cache").catch(() => {});
    loaded = fresh ?? loaded;
    post(() => ({ type: "ticket", ticket: fresh?.ticket ?? "" }));
  }

  /** Gives the action to the page's listeners, and what each returns, at once or later, to the frame, by itself. */
  function passAction(of: HostAction): void {
    for (const given of emit("action", of))
      void Promise.resolve(given).then((answer) => {
        if (answer !== undefined)
          post(() => ({ type: "results", of, answers: [JSON.parse(JSON.stringify(answer))] }));
      }, warn);
  }

  function attach(): void {
    link.unlink();
    widget.showReady(false);
    widget.place();
  }

  function draw(answer: LoadedConfig): void {
    loaded = answer;
    widget.dress(loaded.config);
    attach();
    if (widget.isOpen()) widget.reveal(); // what is off the page cannot take the focus
    emit("ready");
  }

  /** @param cause why there is no chat, where it could not begin */
  function destroy(cause?: Error): void {
    if (signal.aborted) return;
    if (cause) warn(cause);
    life.abort();
    link.unlink();
    widget.host.remove();
    if (window.ServiceChat === api) delete window.ServiceChat;
    emit("destroyed", cause);
  }

  window.ServiceChat = api;
  widget.showTheme(theme);
  watchPage({ script, isMissing: () => !!loaded && !widget.host.isConnected, attach, destroy, signal });
  if (tag.open) open();
  for (const [name, ...given] of stub?.q ?? []) isolate(() => Reflect.apply(api[name], api, given));
  loadConfig(tag, signal)
    .then((answer) => signal.aborted || draw(answer))
    .catch(destroy);
}
