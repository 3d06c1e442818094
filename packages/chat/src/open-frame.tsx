import { createRef, render } from "preact";
import { computed, effect, signal } from "@preact/signals";
import { createClient } from "@servicechat/client";
import { frameSettingsName } from "@servicechat/contract";
import type { FrameSettings, PostedContext, SiteUser, TellPage, ToLauncher } from "@servicechat/contract";
import { afterPanelEvent, type PanelEvent, type PanelState } from "./connect/panel.ts";
import { createComposerFocus } from "./connect/composer-focus.ts";
import { followLauncher, createPageReader } from "./connect/launcher-port.ts";
import { createTicketHolder } from "./connect/ticket-holder.ts";
import type { Handshake } from "./connect/handshake.ts";
import type { Chat } from "./conversation/chat.ts";
import { createChat } from "./conversation/create-chat.ts";
import { createFetchLater } from "./lazy/fetch-later.ts";
import { openLazyModules } from "./lazy/open-lazy-modules.ts";
import { runningReply } from "./conversation/conversation.ts";
import { newIdempotencyKey } from "./conversation/new-idempotency-key.ts";
import { pageContext } from "./conversation/page-data.ts";
import { joinHandoff, storeMailedLink } from "./context/join-handoff.ts";
import { linkDevice } from "./session/link-device.ts";
import { sayAction } from "./actions/offers.ts";
import { applyBrand, applyFont, applyTheme } from "./theme/apply-theme.ts";
import { createNetwork } from "./network/create-network.ts";
import { createUnsent, forgetUnsent, hasUnsent, type Draft } from "./context/unsent.ts";
import { ChatScreen } from "./screens/chat-screen.tsx";
import { createDialogs } from "./context/dialogs.ts";
import type { StorageArea } from "./session/storage-areas.ts";
import { createRenderThrottle } from "./conversation/render-batch.ts";
import { createSpeaker } from "./words/load-words.ts";
import { en } from "./words/en.ts";
import type { Words } from "./words/words.ts";

/** Opens the chat in its frame after the handshake. This is where the concrete dependencies are chosen. */
export async function openFrame(
  { welcome, port }: Handshake,
  parentOrigin: string,
  kept: Draft,
  storage: StorageArea,
): Promise<void> {
  const { config } = welcome;
  const settings = readSettings();
  const tellLauncher = (message: ToLauncher): void => port.postMessage(message);
  const tickets = createTicketHolder(welcome.ticket, () => tellLauncher({ type: "refresh-ticket" }));
  const page = createPageReader(() => tellLauncher({ type: "read-page" }));
  const network = createNetwork();
  const { now, onReturn, wait } = network;
  const lazyModuleParts = { fetchLater: createFetchLater(() => link.missed()), wait };
  const lazy = openLazyModules(lazyModuleParts);
  const below = signal<false | "more" | "news">(false);
  const unsent = createUnsent(kept);
  const composer = createRef<HTMLTextAreaElement>();
  const focus = createComposerFocus(composer);
  const dialogs = createDialogs();
  const words = signal<Words | undefined>(undefined);
  const speak = createSpeaker(words, lazyModuleParts);
  let panel: PanelState = { isOpen: welcome.open, unread: 0 };
  const unread = signal(0);
  function after(event: PanelEvent): void {
    panel = afterPanelEvent(panel, event);
    if (panel.unread !== unread.peek())
      tellLauncher({ type: "unread", count: (unread.value = panel.unread) });
    if (panel.focus) focus[panel.focus]();
    if (!panel.isOpen) dispatchEvent(new Event("close")); // what is heard ends with it
  }
  /** The page's context. */
  let said: unknown;
  let proof: SiteUser = {};
  /** Who is there; `undefined` until the page has said so. */
  let present: string | undefined;

  const client = createClient({
    baseUrl: location.origin,
    key: welcome.key,
    fetch: network.fetch,
    ticket: tickets.current,
    // Another tab may have changed who is there: a token must never be used for another user.
    userToken: () => (proof.id === present ? proof.token : undefined),
    onTicketExpired: tickets.refresh,
    // A person's message is mailed to a visitor who has not seen it.
    isSeen: () => !document.hidden,
  });
  const link = linkDevice({
    client,
    network,
    menuAndTabs: lazy.menuAndTabs,
    parentOrigin,
    storage,
    chat: () => chat,
    keptDays: settings.keptDays,
    isBusy: () => hasUnsent(unsent) || unsent.openForms.size > 0 || dialogs.isAnyOpen() || isMailedLinkOpen(),
    onUser(user) {
      if (present && present !== user) {
        after({ type: "user-changed" });
        dialogs.closeAll();
      }
      present = user;
      kept.belongTo(user);
    },
  });
  const tell: TellPage = (name, detail) => {
    tellLauncher({ type: "event", name, detail });
    if (name === "message:received") after({ type: "answered" });
    // The stream does not report this to the other tabs that follow it.
    if ("status" in detail && detail.status === "stopped") link.changed();
  };
  const chat: Chat = createChat({
    client,
    tokenOf: link.tokenOf,
    alone: link.alone,
    newKey: newIdempotencyKey,
    now,
    wait,
    onReturn,
    throttleRender: createRenderThrottle(() => below.peek() !== false),
    expectAnswer,
    tell,
    sayAction: (action, input) => sayAction(action, input, words.peek() ?? en),
    askPage: (action) => tellLauncher({ type: "action", action }),
    async readContext(agent): Promise<PostedContext | undefined> {
      return pageContext(said, agent?.pageContext ? await page.read() : undefined);
    },
    forgotten: () => forgetUnsent(unsent),
  });

  const root = document.documentElement;
  const mailed = storeMailedLink(history);
  const ratings = computed(() => lazy.messageTools.module.value?.createRatings(chat));
  const handoff = joinHandoff({
    ratings,
    handoffModule: lazy.handoff,
    chat,
    client,
    network,
    tell,
    expectPerson: (expected, last) => tellLauncher({ type: "person", expected, last }),
    lastSeen: welcome.person,
    mailed,
    device: link.device,
    async readMailSetting() {
      const { url = "" } = (await page.read()) ?? {};
      return { lang: root.lang, ...(url && { page: url }) };
    },
  });

  /**
   * Whether the visitor is being asked about a mailed link, or its chat is being opened: after a reload they would not
   * be asked again.
   */
  function isMailedLinkOpen(): boolean {
    const step = handoff.peek()?.mailed.state.peek()?.step;
    return step === "found" || step === "opening";
  }
  function expectAnswer(): void {
    void lazy.answerView.load();
    if (config.features.askUserQuestion) void lazy.inputControls.load();
  }
  function setUser({ id, token }: SiteUser): void {
    proof = id && token ? { id, token } : {};
    link.setUser(proof.id ?? "");
  }

  effect(() => {
    if (unsent.draft.value !== "") expectAnswer();
  });
  // A message that the service does not have yet cannot be answered on another page.
  const isAnswered = computed(() => runningReply(chat.conversation.value)?.status === "streaming");
  effect(() => tellLauncher({ type: "answering", answering: isAnswered.value }));

  applyBrand(root, config.branding);
  applyFont(root, settings.font);
  applyTheme(root, welcome.theme);
  document.title = config.agent.name;
  const host = document.getElementById("chat") ?? document.body;
  const close = (): void => tellLauncher({ type: "close" });
  const isBubbleSeen = signal(welcome.bubble);
  const isExpanded = signal(welcome.expanded);
  const context = {
    ...unsent,
    chat,
    config,
    settings,
    device: link.device,
    handoff,
    lazy,
    network,
    composer,
    scroller: createRef<HTMLElement>(),
    editButton: createRef<HTMLButtonElement>(),
    confirmCards: new Map<string, HTMLElement>(),
    confirmInView: signal<string | undefined>(undefined),
    dialogs,
    ratings,
    below,
    unread,
    canPreview: welcome.preview,
    isBubbleSeen,
    isExpanded,
    tellLauncher,
    ...(!welcome.inline && { close }),
  };
  effect(() => {
    if (!words.value) return;
    const { lang, dir, widget } = words.value;
    root.lang = lang;
    root.dir = dir;
    tellLauncher({ type: "name", name: widget(config.agent.name), lang });
    render(<ChatScreen context={{ ...context, words: words.value }} />, host);
  });
  if (welcome.user) setUser(welcome.user);
  else kept.belongTo("");

  followLauncher(port, {
    open: after,
    close: after,
    send: ({ text }) => chat.send(text),
    prefill: ({ text }) => kept.prefill(text),
    quote({ text }) {
      unsent.draft.value = `${unsent.draft.peek()}\n\n${text}`.trimStart();
    },
    "new-chat": () => chat.startNew(),
    bubble: ({ seen }) => {
      isBubbleSeen.value = seen;
    },
    expanded: ({ expanded }) => {
      isExpanded.value = expanded;
    },
    theme: ({ theme }) => applyTheme(root, theme),
    locale: ({ lang }) => void speak(`${lang},${welcome.lang}`),
    ticket: ({ ticket }) => tickets.receive(ticket),
    context: ({ context }) => {
      said = context;
    },
    user: ({ user }) => setUser(user),
    link: ({ link: of }) => (mailed.value = of),
    page: ({ title, url }) => page.receive({ title, url }),
    results: ({ of, answers }) => chat.tellResults(of, answers ?? []),
  });
  void chat.start();
  await speak(welcome.lang);
  tellLauncher({ type: "ready" });
  const isFirst = !location.hash || document.hasFocus(); // a frame that reloaded itself does not take the focus
  after({ type: "ready", mayFocus: !welcome.inline && !welcome.kept && isFirst });
  link.join();
}

/** The settings in the document, which the service writes; a document without any promises nothing. */
function readSettings(): FrameSettings {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=${frameSettingsName}]`);
  return JSON.parse(meta?.content ?? '{"notice":{}}') as FrameSettings;
}
