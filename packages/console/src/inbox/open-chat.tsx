import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Chat, Transcript } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { titleOf } from "../chats/chat-page.tsx";
import { readTranscript } from "../chats/read-transcript.ts";
import { useLiveReload } from "../chats/use-live-reload.ts";
import { useRunningAnswer } from "../chats/running-answer.ts";
import { Loaded } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import type { AgentNames } from "./agent-names.ts";
import { ChatActions, Conflict, useMoves } from "./chat-actions.tsx";
import { ChatState } from "./chat-state.tsx";
import { ColleaguesHere, usePresence } from "./colleagues.tsx";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { visitorOf } from "./inbox-chats.ts";
import { untilText } from "./snooze-times.ts";
import { newestOfVisitor, useSeen } from "./use-seen.ts";
import { VisitorFacts } from "./visitor-facts.tsx";

/** A chat for somebody who takes part in it: live, with a field to answer. */
export function OpenChat({
  id,
  agents,
  changed,
}: {
  id: string;
  agents: AgentNames;
  /** Called when the lists have to be read again. */
  changed: () => void;
}): JSX.Element {
  const { api } = useConsole();
  const transcript = useResource(id, (signal) => readTranscript(api, id, signal));
  useLiveReload(transcript.reload, (chat) => chat === undefined || chat === id);
  return (
    <Loaded resource={transcript}>
      {(read) => (
        <Opened
          transcript={read}
          agents={agents}
          reload={transcript.reload}
          replace={transcript.replace}
          changed={changed}
        />
      )}
    </Loaded>
  );
}

function Opened({
  transcript,
  agents,
  reload,
  replace,
  changed,
}: {
  transcript: Transcript;
  agents: AgentNames;
  reload: () => void;
  replace: (now: Transcript) => void;
  changed: () => void;
}): JSX.Element {
  const { words, toast } = useConsole();
  const { chat } = transcript;
  const agent = agents.get(chat.agent) ?? chat.agent;
  const entries = useRunningAnswer(chat.id, transcript.entries, reload);
  const mayAnswer = useMay("responder");
  const reportTypingToColleagues = usePresence(chat.id);
  const heading = useRef<HTMLHeadingElement>(null);
  useSeen(transcript, changed);
  const replaceChat = (now: Chat): void => {
    replace({ ...transcript, chat: now });
    changed();
  };
  const moves = useMoves(chat, (moved, what) => {
    if (what === "snooze")
      toast.value = moved.snoozedUntil
        ? words.inbox.snoozed(untilText(new Date(moved.snoozedUntil), new Date(), words.lang))
        : words.inbox.broughtBack;
    // The button that had the focus goes.
    if (what === "done") heading.current?.focus();
    replaceChat(moved);
    reload();
  });
  return (
    <div class="open-chat-beside">
      <section class="open-chat" aria-label={words.inbox.openChat}>
        <header class="open-chat-head">
          <div class="open-chat-title">
            <h2 ref={heading} tabIndex={-1} dir="auto">
              {showHidden(visitorOf(chat) ?? "") || titleOf(chat) || words.chats.noText}
            </h2>
            <ChatState chat={chat} agent={agent} />
          </div>
          {mayAnswer && (
            <ChatActions
              chat={chat}
              moves={moves}
              seen={newestOfVisitor(transcript.entries)}
              tagged={replaceChat}
            />
          )}
        </header>
        <Conversation chat={chat} entries={entries} />
        <ColleaguesHere chat={chat.id} />
        {mayAnswer ? (
          <footer class="open-chat-foot">
            <Conflict moves={moves} />
            <Composer chat={chat} agent={agent} writes={reportTypingToColleagues} />
          </footer>
        ) : (
          <p class="open-chat-foot muted">{words.inbox.readsOnly(words.vocabulary.roles.responder)}</p>
        )}
      </section>
      <VisitorFacts transcript={transcript} agent={agent} tagged={replaceChat} />
    </div>
  );
}
