import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Chat, Gap, Page } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { readTranscript } from "../chats/read-transcript.ts";
import { Dialog } from "../ui/dialog.tsx";
import { LoadMore, Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { usePages, useResource } from "../ui/use-resource.ts";
import { questionsIn } from "./test-sources.ts";

/** What a test is made of: a message of a chat, a whole chat (`message` is null), or a gap. */
export type ChosenSource =
  | { readonly chat: string; readonly message: string | null }
  | { readonly gap: string };

/** A dialog in which one chooses what a test is made of. */
export function ChooseSource({
  from,
  agent,
  choose,
  close,
}: {
  from: "chat" | "gap";
  agent: string;
  choose: (source: ChosenSource) => void;
  close: () => void;
}): JSX.Element {
  const text = useConsole().words.agentTests;
  const [chat, setChat] = useState<string>();
  const title = from === "gap" ? text.chooseGap : chat === undefined ? text.chooseChat : text.chooseMessage;
  return (
    <Dialog title={title} close={close}>
      {from === "gap" ? (
        <GapList agent={agent} choose={(gap) => choose({ gap })} />
      ) : chat === undefined ? (
        <ChatList agent={agent} choose={setChat} />
      ) : (
        <MessageList chat={chat} choose={(message) => choose({ chat, message })} />
      )}
    </Dialog>
  );
}

function ChatList({ agent, choose }: { agent: string; choose: (chat: string) => void }): JSX.Element {
  const { api, words } = useConsole();
  const list = usePages<Chat>(
    `chats of ${agent}`,
    (request, signal) => api.get<Page<Chat>>("chats", { ...request, agent }, signal),
    30,
  );
  return (
    <Loaded resource={list}>
      {(chats) =>
        chats.length === 0 ? (
          <p>{words.agentTests.noChats}</p>
        ) : (
          <>
            <Choices
              items={chats.map(({ id, first, lastAt }) => ({
                id,
                title: showHidden(first) || words.chats.noText,
                detail: <Time at={lastAt} />,
              }))}
              choose={choose}
            />
            <LoadMore list={list} />
          </>
        )
      }
    </Loaded>
  );
}

function MessageList({
  chat,
  choose,
}: {
  chat: string;
  choose: (message: string | null) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const transcript = useResource(`messages of ${chat}`, (signal) => readTranscript(api, chat, signal));
  return (
    <Loaded resource={transcript}>
      {(read) => {
        const asked = questionsIn(read);
        return (
          <>
            <Choices
              items={asked.map(({ id, text, at }) => ({
                id,
                title: showHidden(text),
                detail: <Time at={at} />,
              }))}
              choose={choose}
            />
            {asked.length > 1 && (
              <p class="test-whole">
                <button type="button" class="button" onClick={() => choose(null)}>
                  {words.agentTests.wholeChat}
                </button>
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function GapList({ agent, choose }: { agent: string; choose: (gap: string) => void }): JSX.Element {
  const { api, words } = useConsole();
  const list = usePages<Gap>(
    `gaps of ${agent}`,
    (request, signal) => api.get<Page<Gap>>("gaps", { ...request, agent }, signal),
    30,
  );
  return (
    <Loaded resource={list}>
      {(gaps) =>
        gaps.length === 0 ? (
          <p>{words.agentTests.noGaps}</p>
        ) : (
          <>
            <Choices
              items={gaps.map(({ id, question, state }) => ({
                id,
                title: showHidden(question),
                detail: words.gaps.states[state],
              }))}
              choose={choose}
            />
            <LoadMore list={list} />
          </>
        )
      }
    </Loaded>
  );
}

function Choices({
  items,
  choose,
}: {
  items: readonly {
    readonly id: string;
    readonly title: string;
    readonly detail: JSX.Element | string;
  }[];
  choose: (id: string) => void;
}): JSX.Element {
  return (
    <ul class="rows test-choices" role="list">
      {items.map(({ id, title, detail }) => (
        <li key={id}>
          <button type="button" class="row" onClick={() => choose(id)}>
            <span class="row-main">
              <span class="row-title clamped" dir="auto">
                {title}
              </span>
              <span class="row-detail">{detail}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
