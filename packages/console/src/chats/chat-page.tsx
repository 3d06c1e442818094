import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Chat, Entry } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { Loaded, Page } from "../ui/page.tsx";
import { PopoverMenu } from "../ui/popover-menu.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import { ChatFacts } from "./chat-facts.tsx";
import { EntryView } from "./entry-view.tsx";
import { readTranscript } from "./read-transcript.ts";
import { useLiveReload } from "./use-live-reload.ts";
import { useRunningAnswer } from "./running-answer.ts";

/** A chat: what was said, why, and the available actions. */
export function ChatPage({ id }: { id: string }): JSX.Element {
  const { api, words, navigation } = useConsole();
  const { chats: text } = words;
  const path = `chats/${encodeURIComponent(id)}`;
  const transcript = useResource(id, (signal) => readTranscript(api, id, signal));
  const [isErasing, setErasing] = useState(false);
  const mayErase = useMay("responder");
  const mayEdit = useMay("editor");
  useLiveReload(transcript.reload, (chat) => chat === undefined || chat === id);

  return (
    <Page
      title={titleOf(transcript.value?.chat) || text.title}
      back={{ href: navigation.lastOf("chats"), label: text.title }}
      actions={
        transcript.value && (
          <>
            <PopoverMenu id="export-chat" label={text.exportChat} sign="download">
              <a class="menu-item" href={api.address(`${path}/export`, { as: "markdown" })} download>
                {text.exportMarkdown}
              </a>
              <a class="menu-item" href={api.address(`${path}/export`, { as: "json" })} download>
                {text.exportJson}
              </a>
            </PopoverMenu>
            {mayEdit && (
              <a
                class="button"
                href={hrefOf(`tests/${encodeURIComponent(transcript.value.chat.agent)}`, { chat: id })}
              >
                {icon("tests", 16)}
                {words.agentTests.make}
              </a>
            )}
            {mayErase && (
              <button type="button" class="button" onClick={() => setErasing(true)}>
                {icon("trash", 16)}
                {text.erase}
              </button>
            )}
          </>
        )
      }
    >
      <Loaded resource={transcript}>
        {({ chat, entries, cost }) => (
          <div class="chat-layout">
            <TranscriptView chat={chat.id} agent={chat.agent} entries={entries} reload={transcript.reload} />
            <ChatFacts chat={chat} cost={cost} changed={transcript.reload} />
          </div>
        )}
      </Loaded>
      {isErasing && <EraseDialog id={id} path={path} close={() => setErasing(false)} />}
    </Page>
  );
}

/** The entries of a chat, including one being written. */
function TranscriptView({
  chat,
  agent,
  entries,
  reload,
}: {
  chat: string;
  agent: string;
  entries: readonly Entry[];
  reload: () => void;
}): JSX.Element {
  const shown = useRunningAnswer(chat, entries, reload);
  return (
    <section class="transcript" aria-label={useConsole().words.chats.transcript}>
      {shown.map((entry) => (
        <EntryView key={entry.id} entry={entry} chat={chat} agent={agent} changed={reload} />
      ))}
    </section>
  );
}

function EraseDialog({ path, close }: { id: string; path: string; close: () => void }): JSX.Element {
  const { api, words, navigation, toast } = useConsole();
  const { chats: text } = words;
  return (
    <ConfirmDialog
      title={text.eraseTitle}
      text={<p>{text.eraseText}</p>}
      action={text.erase}
      close={close}
      run={async () => {
        await api.send("DELETE", path);
        toast.value = text.erased;
        navigation.go(navigation.lastOf("chats") || hrefOf("chats"), "replace");
      }}
    />
  );
}

/** The beginning of the chat, short enough for a heading. */
export function titleOf(chat: Chat | undefined): string {
  const first = showHidden(chat?.first ?? "").replaceAll(/\s+/gu, " ");
  return first.length > 90 ? `${first.slice(0, 90)}…` : first;
}
