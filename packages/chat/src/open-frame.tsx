import { createRef, render } from "preact";
import { computed, effect, signal } from "@preact/signals";
import { createClient } from "@servicechat/client";
import type { PostedContext, SiteUser, ToLauncher } from "@servicechat/contract";
import { followLauncher } from "./connect/follow-launcher.ts";
import type { HandedOver } from "./connect/hand-over.ts";
import { createPageReader } from "./connect/page-reader.ts";
import { createTicketHolder } from "./connect/ticket-holder.ts";
import type { Chat } from "./conversation/chat.ts";
import { createChat } from "./conversation/create-chat.ts";
import { runningReply } from "./conversation/conversation.ts";
import { newIdempotencyKey } from "./conversation/new-idempotency-key.ts";
import { pageContext } from "./conversation/page-context.ts";
import { linkDevice } from "./device/link-device.ts";
import { sayAction } from "./forms/say-action.ts";
import { controls } from "./later/controls.ts";
import { applyBrand, applyTheme } from "./look/apply-look.ts";
import { loadMarkdown } from "./markdown/load-markdown.ts";
import { heedingFetch, onReturn } from "./network.ts";
import type { Draft } from "./open-draft.ts";
import { pauseAfter } from "./pause-after.ts";
import { ChatScreen } from "./screens/chat-screen.tsx";
import type { Editing } from "./screens/editing.ts";
import type { Offer } from "./screens/offers.ts";
import { soon } from "./soon.ts";
import type { Attachment } from "./uploads/attachment.ts";
import { waitOrOnline } from "./wait-or-online.ts";
import { en } from "./words/en.ts";
import { loadWords, type Words } from "./words/words.ts";

/** Milliseconds after its opening in which the chat keeps the focus that the page, too, gives it. */
const settling = 1_000;

/** Opens the chat in its frame once the launcher has handed over. This is where the real parts are chosen. */
export async function openFrame(
  { welcome, port }: HandedOver,
  parentOrigin: string,
  kept: Draft,
): Promise<void> {
  const tellLauncher = (message: ToLauncher): void => port.postMessage(message);
  const tickets = createTicketHolder(welcome.ticket, () => tellLauncher({ type: "refresh-ticket" }));
  const draft = kept.text;
  let proof: SiteUser = {};
  /** Who is there; `undefined` as long as neither the page nor this device has said so. */
  let present: string | undefined;
  const client = createClient({
    baseUrl: location.origin,
    key: welcome.key,
    fetch: heedingFetch,
    ticket: tickets.current,
    // Another tab may have changed who is there: nobody speaks with the proof of another.
    userToken: () => (proof.id === present ? proof.token : undefined),
    onTicketExpired: tickets.refresh,
  });

  let isOpen = welcome.open;
  let unread = 0;
  const count = (next: number): void => {
    if (next !== unread) tellLauncher({ type: "unread", count: next });
    unread = next;
  };

  const { config } = welcome;
  const words = signal<Words | undefined>(undefined);
  const loadControls = (): void => void controls.load(waitOrOnline);
  const expectAnswer = (): void => {
    void loadMarkdown(waitOrOnline);
    if (config.features.askUserQuestion) loadControls();
  };
  const page = createPageReader(() => tellLauncher({ type: "read-page" }));
  const attachments = signal<readonly Attachment[]>([]);
  const previews = new Map<string, string>();
  const editing = signal<Editing | undefined>(undefined);
  const filling = signal<Offer | undefined>(undefined);
  let said: unknown;

  effect(() => {
    if (draft.value !== "") expectAnswer();
  });
  const isComposing = (): boolean =>
    draft.peek() !== "" || attachments.peek().length > 0 || editing.peek() !== undefined;
  const link = linkDevice({
    client,
    parentOrigin,
    chat: () => chat,
    isComposing,
    isThere(user) {
      if (present && present !== user) {
        count(0);
        for (const dialog of document.querySelectorAll("dialog")) dialog.close();
      }
      present = user;
      kept.belongTo(user);
    },
  });
  const chat: Chat = createChat({
    client,
    tokenOf: link.tokenOf,
    alone: link.alone,
    newKey: newIdempotencyKey,
    now: Date.now,
    wait: waitOrOnline,
    onReturn,
    soon,
    expectAnswer,
    tell(name, detail) {
      tellLauncher({ type: "event", name, detail });
      if (name === "message:received" && !isOpen) count(unread + 1);
      // Nothing in the stream says so to the tabs that follow it.
      if (detail["status"] === "stopped") link.changed();
    },
    sayAction: (action, input) => sayAction(action, input, words.peek() ?? en),
    askPage: (action) => tellLauncher({ type: "action", action }),
    async readContext(agent): Promise<PostedContext | undefined> {
      return pageContext(said, agent?.pageContext ? await page.read() : undefined);
    },
    forgotten() {
      for (const { remove } of attachments.value) remove();
      for (const address of previews.values()) URL.revokeObjectURL(address);
      previews.clear();
      filling.value = undefined;
      editing.value?.cancel();
    },
  });

  // A message that the service does not have yet is answered on no other page.
  const isAnswered = computed(() => runningReply(chat.conversation.value)?.status === "streaming");
  effect(() => tellLauncher({ type: "answering", answering: isAnswered.value }));

  const root = document.documentElement;
  let wanted: string | undefined;
  /** Nothing is drawn before the first words are there; later ones take their place, English that of those that are missing. */
  async function speak(lang: string | undefined, losses = 0): Promise<void> {
    wanted = lang;
    const found = await loadWords([lang, ...navigator.languages], losses).catch(() => undefined);
    if (lang !== wanted) return;
    words.value = found ?? words.peek() ?? en;
    if (!found) void speakAgain(lang, losses + 1);
  }
  async function speakAgain(lang: string | undefined, losses: number): Promise<void> {
    await waitOrOnline(pauseAfter(losses - 1));
    if (lang === wanted) await speak(lang, losses);
  }
  const prompt = createRef<HTMLTextAreaElement>();
  const focusPrompt = (): void => prompt.current?.focus();
  const close = (): void => tellLauncher({ type: "close" });
  applyBrand(root, config.branding);
  applyTheme(root, welcome.theme);
  const host = document.getElementById("chat") ?? document.body;
  effect(() => {
    if (!words.value) return;
    root.lang = words.value.lang;
    root.dir = words.value.dir;
    document.title = config.agent.name;
    tellLauncher({ type: "name", name: words.value.widget(config.agent.name), lang: words.value.lang });
    const context = {
      chat,
      config,
      words: words.value,
      draft,
      attachments,
      previews,
      editing,
      filling,
      device: link.device,
      loadControls,
      ...(!welcome.inline && { close }),
    };
    render(<ChatScreen context={context} prompt={prompt} />, host);
  });

  function setUser({ id, token }: SiteUser): void {
    proof = id && token ? { id, token } : {};
    link.setUser(proof.id ?? "");
  }
  if (welcome.user) setUser(welcome.user);

  let openedAt = Number.NEGATIVE_INFINITY;
  // In Chromium a frame that has the focus and is given it again, by the page a moment after the prompt took it, has it in
  // no element any more.
  function keepFocus(): void {
    const isLost = isOpen && document.hasFocus() && document.activeElement === document.body;
    if (isLost && performance.now() - openedAt < settling) focusPrompt();
  }
  for (const type of ["focus", "focusout"])
    addEventListener(type, ({ target }) => {
      if (target === window || target === prompt.current) setTimeout(keepFocus);
    });

  followLauncher(port, {
    open() {
      isOpen = true;
      openedAt = performance.now();
      count(0);
      focusPrompt();
      // In Firefox a frame that is given the focus begins anew with it.
      if (!document.hasFocus()) addEventListener("focus", focusPrompt, { once: true });
    },
    close() {
      isOpen = false;
      prompt.current?.blur();
    },
    send: ({ text }) => chat.send(text),
    prefill: ({ text }) => {
      draft.value = text;
    },
    "new-chat": () => chat.startNew(),
    theme: ({ theme }) => applyTheme(root, theme),
    locale: ({ lang }) => void speak(lang),
    ticket: ({ ticket }) => tickets.receive(ticket),
    context: ({ context }) => {
      said = context;
    },
    user: ({ user }) => setUser(user),
    page: ({ title, url }) => page.receive({ title, url }),
    results: ({ of, answers }) => chat.tellResults(of, answers ?? []),
  });
  void chat.start();
  await speak(welcome.lang);
  tellLauncher({ type: "ready" });
  const mayFocus = !location.hash || document.hasFocus(); // a frame that loaded itself anew takes it from nobody
  if (isOpen && !welcome.inline && mayFocus) focusPrompt();
  link.join();
}
