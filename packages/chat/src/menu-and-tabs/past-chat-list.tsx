import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { cleanText } from "@servicechat/contract";
import type { Device, PastChat } from "../context/device.ts";
import { useDialog } from "../context/dialogs.ts";
import { AskFirst } from "./ask-first.tsx";
import { icon } from "../screens/icon.tsx";
import { useChatSearch } from "./chat-search-field.tsx";
import type { MenuAndTabsWords } from "../words/words.ts";

/** The chats that this browser stores, over the whole frame: each can be found, reopened, or removed from the list. */
export function PastChatList(props: {
  device: Device;
  current: string | undefined;
  words: MenuAndTabsWords;
  closed: () => void;
}): JSX.Element {
  const { device, current, words, closed } = props;
  const { dialog, close } = useDialog(closed);
  const [said, setSaid] = useState("");
  const [leaving, setLeaving] = useState<PastChat>();
  const id = useId();
  const time = new Intl.DateTimeFormat(words.lang, { dateStyle: "medium", timeStyle: "short" });
  const { found, field, more } = useChatSearch(device, words);

  async function open(token: string): Promise<void> {
    if (token === current) return close();
    setSaid("");
    try {
      if (await device.open(token)) close();
      else setSaid(words.chatGone);
    } catch {
      setSaid(words.openFailed);
    }
  }

  return (
    <dialog class="past-chats" ref={dialog} aria-labelledby={id}>
      <header class="past-head">
        <h2 id={id}>{words.pastChats}</h2>
        <button
          type="button"
          class="round quiet"
          aria-label={words.closeList}
          title={words.closeList}
          onClick={close}
        >
          {icon("cross")}
        </button>
      </header>
      <p class="past-said" role="alert">
        {said}
      </p>
      {field}
      <ul role="list" class="past-list">
        {found.map(({ chat, passage }) => (
          <li key={chat.token} class="past-chat">
            <button
              type="button"
              class="past-open"
              aria-current={chat.token === current}
              onClick={() => void open(chat.token)}
            >
              <span class="past-title" dir="auto">
                {titleOf(chat)}
              </span>
              {passage && (
                <span class="past-passage" dir="auto">
                  {passage.before}
                  <mark>{passage.found}</mark>
                  {passage.after}
                </span>
              )}
              <small>
                {time.format(chat.at)}
                {chat.token === current && ` · ${words.currentChat}`}
              </small>
            </button>
            {chat.token !== current && (
              <button
                type="button"
                class="round quiet"
                aria-label={words.removeChat(titleOf(chat))}
                title={words.removeIt}
                onClick={() => setLeaving(chat)}
              >
                {icon("cross", 18)}
              </button>
            )}
          </li>
        ))}
      </ul>
      {more}
      <p class="past-note">{words.keptHere}</p>
      {leaving && (
        <AskFirst
          question={words.removeQuestion}
          detail={words.removeDetail}
          cancel={() => setLeaving(undefined)}
        >
          <button
            type="button"
            class="button danger"
            onClick={() => {
              device.remove(leaving.token);
              setLeaving(undefined);
            }}
          >
            {words.removeIt}
          </button>
        </AskFirst>
      )}
    </dialog>
  );

  function titleOf({ title, at }: PastChat): string {
    return cleanText(title) || time.format(at);
  }
}
