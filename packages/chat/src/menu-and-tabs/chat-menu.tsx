import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Device } from "../context/device.ts";
import { downloadChat, type DownloadKind } from "./download-chat.ts";
import { enMenuAndTabs } from "../words/en-menu-and-tabs.ts";
import { AiNoticeText } from "../screens/ai-notice.tsx";
import { AskFirst } from "./ask-first.tsx";
import { useChat } from "../context/chat-context.ts";
import { MenuButton, type MenuItem } from "./menu-button.tsx";
import { PastChatList } from "./past-chat-list.tsx";
import { withWords } from "../words/service-words.ts";
import type { MenuAndTabsWords } from "../words/words.ts";

/** What the menu has opened. */
type Shown = "new" | "past" | "about" | "erase" | undefined;

/**
 * The menu in the title bar: a new chat, past ones, downloading and erasing, and the keys. There is none if there is
 * nothing else to choose.
 */
export function ChatMenu(props: { device: Device; listKeys: () => void }): JSX.Element | null {
  const { device, listKeys } = props;
  const { chat, config, settings, handoff, lazy, network, composer, ...context } = useChat();
  const words = withWords(enMenuAndTabs, context.words);
  const [shown, setShown] = useState<Shown>();
  const [failure, setFailure] = useState("");
  const opener = useRef<HTMLButtonElement>(null);
  const past = device.pastChats.value;
  const hasBegun = device.hasBegun.value;
  const kept = hasBegun ? chat.session() : undefined;
  const isListed = past.some(({ token }) => token === kept);

  const people = lazy.handoff.module.value;
  const items: MenuItem[] =
    people && handoff.value ? [...people.menuItems(handoff.value, context.words)] : [];
  if (hasBegun) items.push({ icon: "compose", label: words.newChat, choose: beginNew });
  if (past.some(({ token }) => token !== kept)) {
    items.push({ icon: "past", label: words.pastChats, choose: () => setShown("past") });
  }
  // Before the first message it is on the screen.
  if (hasBegun && settings.notice)
    items.push({ icon: "about", label: words.aboutChat, choose: () => setShown("about") });
  if (kept) {
    items.push(
      { icon: "download", label: words.downloadText, choose: () => void download("text") },
      { icon: "download", label: words.downloadData, choose: () => void download("data") },
      { icon: "erase", label: words.eraseChat, choose: () => setShown("erase") },
    );
  }
  // Where nothing can hover, there is hardly a keyboard.
  if (items.length > 0 && matchMedia("(any-hover: hover)").matches)
    items.splice(kept ? -1 : items.length, 0, { icon: "keys", label: words.shortcuts, choose: listKeys });
  const isAbsent = items.length === 0 && !shown && !failure;

  // The browser returns the focus when a dialog is closed. One that disappeared with the menu or its dialog returns to its
  // button, or without one to the composer.
  const wasAbsent = useRef(true);
  useLayoutEffect(() => {
    const isLost = document.hasFocus() && document.activeElement === document.body;
    const next = opener.current ?? composer.current;
    if (isLost && !wasAbsent.current) next?.focus();
    wasAbsent.current = isAbsent;
  }, [isAbsent, shown, failure]);

  if (isAbsent) return null;

  function leave(): void {
    setShown(undefined);
    setFailure("");
  }

  function beginNew(): void {
    // A chat that can be reopened is not lost, except for an unsent message.
    const last = chat.conversation.peek().at(-1);
    const isUnsent = last?.from === "agent" && last.error !== undefined;
    if (!isUnsent && isListed) chat.startNew();
    else setShown("new");
  }

  async function download(kind: DownloadKind): Promise<void> {
    if (!kept) return;
    const base = location.origin;
    const toMarkdown = lazy.answerView.module.peek()?.toMarkdown;
    const parts = {
      toMarkdown,
      client: device.client,
      token: kept,
      agentName: config.agent.name,
      words,
      base,
    };
    await downloadChat(kind, { ...parts, savedAt: new Date(network.now()) }).catch(() =>
      setFailure(words.downloadFailed),
    );
  }

  return (
    <MenuButton
      label={words.menu}
      items={items}
      note={() => (kept && !device.isKept() ? words.notKept : undefined)}
      opener={opener}
      opens={device.refreshList}
    >
      {shown === "new" && (
        <AskFirst
          question={words.newChatQuestion}
          detail={kept && !isListed ? words.newChatLost : words.newChatDetail}
          cancel={leave}
        >
          <button
            type="button"
            class="button primary"
            onClick={() => {
              leave();
              chat.startNew();
            }}
          >
            {words.newChat}
          </button>
        </AskFirst>
      )}
      {shown === "past" && <PastChatList device={device} current={kept} words={words} closed={leave} />}
      {shown === "erase" && <EraseQuestion erase={device.erase} words={words} close={leave} />}
      {shown === "about" && (
        <AskFirst question={words.aboutChat} detail={<AiNoticeText />} cancel={leave} leave={words.closeList}>
          {null}
        </AskFirst>
      )}
      {failure && (
        <AskFirst question={failure} detail="" cancel={leave}>
          {null}
        </AskFirst>
      )}
    </MenuButton>
  );
}

/** Asks whether to permanently erase the chat, and says if that failed. */
function EraseQuestion(props: {
  erase: () => Promise<void>;
  words: MenuAndTabsWords;
  close: () => void;
}): JSX.Element {
  const { erase, words, close } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  async function onClick(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure("");
    try {
      await erase();
      close();
    } catch {
      setFailure(words.eraseFailed);
      setBusy(false);
    }
  }

  return (
    <AskFirst question={words.eraseQuestion} detail={words.eraseDetail} failure={failure} cancel={close}>
      <button type="button" class="button danger" aria-disabled={isBusy} onClick={() => void onClick()}>
        {words.eraseIt}
      </button>
    </AskFirst>
  );
}
