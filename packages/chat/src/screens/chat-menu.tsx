import type { JSX, TargetedFocusEvent, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Device } from "../device/open-device.ts";
import { downloadChat, type DownloadKind } from "../download/download-chat.ts";
import { markdown } from "../markdown/load-markdown.ts";
import type { Block } from "../markdown/tree.ts";
import { deviceWords } from "../words/device-words.ts";
import { AskFirst } from "./ask-first.tsx";
import { useChat } from "./chat-context.ts";
import { EraseQuestion } from "./erase-question.tsx";
import { MenuIcon, type MenuIconName } from "./menu-icon.tsx";
import { PastChatList } from "./past-chat-list.tsx";

/** What the menu has opened. */
type Shown = "new" | "past" | "erase" | undefined;

/** One line of the menu. */
interface Item {
  readonly icon: MenuIconName;
  readonly label: string;
  readonly choose: () => void;
}

/**
 * The menu in the title bar: a new chat, past ones, downloading and erasing. By keyboard as a menu button is (WAI-ARIA):
 * arrows, Home and End go through it, Escape and Tab leave it. There is none where there is nothing to choose.
 */
export function ChatMenu({ device }: { device: Device }): JSX.Element | null {
  const { chat, config, ...context } = useChat();
  const words = deviceWords(context.words);
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const [failure, setFailure] = useState("");
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const past = device.pastChats.value;
  const hasBegun = device.hasBegun.value;
  const kept = hasBegun ? chat.session() : undefined;

  useEffect(() => {
    if (isOpen) itemsOf(menu.current)[0]?.focus();
  }, [isOpen]);

  const items: Item[] = [];
  if (hasBegun) items.push({ icon: "compose", label: words.newChat, choose: beginNew });
  if (past.some(({ token }) => token !== kept)) {
    items.push({ icon: "past", label: words.pastChats, choose: () => setShown("past") });
  }
  if (kept) {
    items.push(
      { icon: "download", label: words.downloadText, choose: () => void download("text") },
      { icon: "download", label: words.downloadData, choose: () => void download("data") },
      { icon: "erase", label: words.eraseChat, choose: () => setShown("erase") },
    );
  }
  const isAbsent = items.length === 0 && !shown && !failure;

  // A focus that went with the menu or with a dialog of it goes back to its button, or without one to the prompt.
  const wasAbsent = useRef(true);
  useLayoutEffect(() => {
    const isLost = document.hasFocus() && document.activeElement === document.body;
    const next = opener.current ?? document.querySelector<HTMLElement>(".composer textarea");
    if (isLost && !wasAbsent.current) next?.focus();
    wasAbsent.current = isAbsent;
  }, [isAbsent, shown, failure]);

  if (isAbsent) return null;

  function fold(): void {
    setOpen(false);
    opener.current?.focus();
  }

  function leave(): void {
    setShown(undefined);
    setFailure("");
    opener.current?.focus();
  }

  function beginNew(): void {
    // What can be opened again is not lost, but for what could not be sent.
    const last = chat.conversation.peek().at(-1);
    const isUnsent = last?.from === "agent" && last.error !== undefined;
    if (!isUnsent && past.some(({ token }) => token === kept)) chat.startNew();
    else setShown("new");
  }

  async function download(kind: DownloadKind): Promise<void> {
    if (!kept) return;
    const base = location.origin;
    const read = markdown.peek()?.blocksOf ?? asText;
    const parts = { client: device.client, token: kept, agentName: config.agent.name, words, base, read };
    await downloadChat(kind, { ...parts, savedAt: new Date() }).catch(() => setFailure(words.downloadFailed));
  }

  function onKeyDown(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const all = itemsOf(menu.current);
    const at = all.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") event.stopPropagation(); // the frame would close
    else if (next === undefined) return event.key === "Tab" ? setOpen(false) : undefined;
    event.preventDefault();
    if (next === undefined) fold();
    else all.at(next % all.length)?.focus();
  }

  function onFocusOut({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLDivElement>): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
  }

  function toggle(): void {
    if (isOpen) return fold();
    device.lookAtList();
    setOpen(true);
  }

  // Safari gives pressed buttons no focus: it would leave the menu, which folds then and is opened by the same press.
  return (
    <div class="chat-menu" onFocusOut={onFocusOut} onMouseDown={(event) => isOpen && event.preventDefault()}>
      <button
        ref={opener}
        type="button"
        class="round quiet"
        aria-label={words.menu}
        title={words.menu}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <MenuIcon name="more" />
      </button>
      {isOpen && (
        <div id={id} ref={menu} class="menu" role="menu" aria-label={words.menu} onKeyDown={onKeyDown}>
          {items.map(({ icon, label, choose }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              class="menu-item"
              tabIndex={-1}
              onClick={() => {
                fold();
                choose();
              }}
            >
              <MenuIcon name={icon} size={18} />
              {label}
            </button>
          ))}
        </div>
      )}
      {shown === "new" && (
        <AskFirst question={words.newChatQuestion} detail={words.newChatDetail} cancel={leave}>
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
      {shown === "past" && <PastChatList device={device} current={kept} words={words} close={leave} />}
      {shown === "erase" && <EraseQuestion erase={device.erase} words={words} close={leave} />}
      {failure && (
        <AskFirst question={failure} detail="" cancel={leave}>
          {null}
        </AskFirst>
      )}
    </div>
  );
}

const asText = (text: string): readonly Block[] => [
  { type: "paragraph", children: [{ type: "text", text }] },
];

const itemsOf = (menu: HTMLElement | null): readonly HTMLElement[] =>
  Array.from(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);
