import {
  welcomeType,
  type HostAction,
  type maxContextBytes,
  type SiteUser,
  type ToFrame,
  type ToLauncher,
  type Welcome,
  type WidgetConfig,
  type Theme,
} from "@servicechat/contract";
import type { Call, Core, Panel } from "../core.ts";
import { askAboutSelection } from "./ask-about-selection.ts";
import { chime, countUnread } from "./count-unread.ts";
import { drawPanel, keepAboveKeyboard } from "./draw-panel.ts";
import { expandPanel } from "./expand-panel.ts";
import { greet } from "./greet.ts";
import { keepOpen } from "./keep-open.ts";
import { linkFrame } from "./link-frame.ts";
import { placeInline } from "./place-inline.ts";
import { riseAbove } from "./rise-above.ts";

/**
 * The panel: the frame and all messages to and from it. Calls are executed in order; messages to the frame wait until
 * it is ready.
 */
export function openPanel(given: Core): Panel {
  const core = { document, ...given };
  const { tag, signal, api, emit, isolate } = core;
  const { target, sound = "false", messagePreview = "" } = tag.data;
  const isInline = !!target;
  let theme = readTheme(tag.data["theme"]);
  /** As `Welcome.lang`: joined as text, a list has commas. */
  const written = [tag.data["lang"], core.document.documentElement.lang];
  let lang = written.join();
  let said: SiteUser | undefined;
  /** Open as on the previous page: the page keeps the focus until the visitor uses the chat. */
  let isKeptOpen = false;
  /** What the frame was told about the bubble, from the handshake on. */
  let wasSeen: boolean | undefined;

  const link = linkFrame({
    tag,
    document: core.document,
    // Without a configuration the frame is not on the page yet, so this is not called.
    welcome(): Welcome | undefined {
      unread.begun();
      const loaded = core.loaded();
      return (
        loaded && {
          type: welcomeType,
          key: tag.key,
          ticket: loaded.ticket,
          config: isInline ? withBar(loaded.config) : loaded.config,
          theme,
          open: api.isOpen(),
          lang,
          ...(said && { user: said }),
          ...(unread.person() && { person: unread.person() }),
          ...(isKeptOpen && { kept: true as const }),
          ...(isInline
            ? { inline: true as const }
            : { bubble: isBubbleSeen(), expanded: expansion.current() }),
          ...(!isInline && !/false/i.test(messagePreview) && { preview: true as const }),
        }
      );
    },
    hear,
    signal,
  });
  const { post } = link;
  const height = riseAbove(core);
  const panel = drawPanel(core, link.frame);
  const unread = countUnread(core, panel.showUnread);
  const expansion = expandPanel(core, (expanded) => isInline || post({ type: "expanded", expanded }));
  const askAbout = askAboutSelection(core, (text) => {
    post({ type: "quote", text });
    api.open();
  });
  keepAboveKeyboard(core);
  // It is hidden on phones, behind a floating card, and if the page hides it.
  new ResizeObserver(tellBubble).observe(core.bubble);

  const deeds: { readonly [Name in Call[0]]: (...given: unknown[]) => void } = {
    placed() {
      link.unlink();
      panel.place(isKeptOpen);
      if (isInline) placeInline(core, link.unlink);
    },
    open() {
      isKeptOpen = false;
      if (!isInline) height.rise();
      post({ type: "open" });
      tellBubble();
      panel.reveal();
      unread.see();
    },
    close() {
      isKeptOpen = false;
      post({ type: "close" });
      const wasRaised = height.isRaised();
      height.settle();
      panel.conceal(wasRaised);
    },
    sendMessage: (text) =>
      postFirst({ type: "send", text: readText(text, message, "A text up to 8,000 characters") }),
    prefill: (text) => postFirst({ type: "prefill", text: readText(text) }),
    follow: (link) => postFirst({ type: "link", link: readText(link) }),
    newChat: () => post({ type: "new-chat" }),
    askAboutSelection: (isOn) => askAbout(isOn !== false),
    setContext,
    setUser(user) {
      const { id, token } = Object(user) as SiteUser;
      // The previous user is signed out, even if the rest of this fails.
      said = {};
      try {
        // A token that no header can contain would block messages.
        if (token) said = { id: readText(id), token: readText(token, /^[!-~]*$/) };
      } finally {
        post({ type: "user", user: said });
        unread.belongTo(said.id);
      }
    },
    setTheme(value) {
      theme = readTheme(value);
      panel.showTheme(theme);
      post({ type: "theme", theme });
    },
    setLocale(value) {
      lang = [readText(value), ...written].join();
      post({ type: "locale", lang });
    },
  };

  function isBubbleSeen(): boolean {
    return (wasSeen = core.bubble.offsetWidth > 0);
  }

  /** Beside a closed chat, the bubble opens it. */
  function tellBubble(): void {
    const told = wasSeen;
    if (told !== undefined && api.isOpen() && isBubbleSeen() !== told) post({ type: "bubble", seen: !told });
  }

  /** Posts a message that creates the frame, visible or not. */
  function postFirst(message: ToFrame): void {
    post(message);
    panel.addFrame();
  }

  function setContext(context: unknown): void {
    // Besides `null`, which removes the context.
    const json = readText(JSON.stringify(context), /^[{n]/, "An object");
    if (new Blob([json]).size > (8192 satisfies typeof maxContextBytes) - '{"data":}'.length) {
      emit("error", { code: "context_too_large", retryable: false });
      throw new Error("setContext: more than 8 KB");
    }
    post({ type: "context", context: context as Readonly<Record<string, unknown>> });
  }

  function hear(message: ToLauncher): void {
    if (message.type === "ready") panel.showReady();
    else if (message.type === "close") api.close();
    else if (message.type === "open") api.open();
    else if (message.type === "preview") panel.preview(message.height);
    else if (message.type === "expand") expansion.change(message.expanded);
    else if (message.type === "refresh-ticket") void answerTicket();
    else if (message.type === "read-page") post(readPage(core.document));
    else if (message.type === "action") passAction(message.action);
    else if (message.type === "name") panel.showName(message.name, message.lang);
    else if (message.type === "answering") unread.expect(message.answering);
    else if (message.type === "person") unread.expectPerson(message.expected, message.last);
    else if (message.type === "unread") {
      if (unread.hear(message.count) && !/false/i.test(sound)) isolate(chime);
    } else if (message.type === "event") emit(message.name, message.detail);
  }

  async function answerTicket(): Promise<void> {
    const fresh = await core.reload().catch(() => {});
    post({ type: "ticket", ticket: fresh?.ticket ?? "" });
  }

  /** Passes the action to the page's listeners, and each result, immediate or later, to the frame separately. */
  function passAction(of: HostAction): void {
    for (const given of emit("action", of))
      Promise.resolve(given)
        .then((answer) => {
          if (answer === undefined) return;
          post({ type: "results", of, answers: [JSON.parse(JSON.stringify(answer))] });
        })
        .catch((cause: unknown) =>
          isolate(() => {
            throw cause;
          }),
        );
  }

  const reopen = keepOpen(core, () => {
    if (!core.reopen) return;
    isKeptOpen = true;
    core.reopen();
    panel.addFrame();
  });

  panel.showTheme(theme);
  api.on("ready", () => {
    if (!isInline) {
      reopen();
      greet(core);
    }
    if (unread.person() !== undefined) panel.addFrame();
    setTimeout(unread.begin); // so that new listeners are called too
  });
  // The launcher may be older or newer, and know other calls.
  return ([name, ...given]) => isolate(() => (deeds as Partial<typeof deeds>)[name]?.(...given));
}

/** A floating card has no bar, and inside the page there is nothing to float over. */
function withBar(config: WidgetConfig): WidgetConfig {
  return { ...config, branding: { ...config.branding, style: "windowed" } };
}

/**
 * The current page, without what visitors and trackers add to its URL. A document that a page wrote itself, as `srcdoc`
 * or a blob, has no URL that leads to it.
 */
function readPage({ title }: Document): ToFrame {
  const { host, origin, pathname } = location;
  return { type: "page", title, url: host && origin + pathname };
}

/** What the service accepts and is visible, as in the composer; otherwise the visitor would see the refusal. */
const message = /^(?=[^]*[^\s\p{DI}])[^]{0,8000}$/u;

/** Reads a text that the page passes. @throws if it is not a string: "undefined" must not be sent in the visitor's name */
function readText(value: unknown, fits = /^/, what = "A text"): string {
  if (!/number|string/.test(typeof value) || !fits.test(`${value as string}`))
    throw new Error(`${what} was expected.`);
  return `${value as string}`;
}

/** Parses a theme; anything unknown is `auto`. */
function readTheme(value: unknown): Theme {
  return value === "light" || value === "dark" ? value : "auto";
}
