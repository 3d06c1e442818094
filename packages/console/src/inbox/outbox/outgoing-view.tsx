import type { JSX } from "preact";
import type { Chat } from "@servicechat/contract/admin";
import { useState } from "preact/hooks";
import { asProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { icon } from "../../ui/icon.tsx";
import { problemText } from "../../ui/page.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import type { Outbox, OutgoingMessage } from "./outbox.ts";

/** A message on its way to the visitor, and the options if it does not arrive. */
export function OutgoingView({
  message,
  outbox,
}: {
  message: OutgoingMessage;
  outbox: Outbox | undefined;
}): JSX.Element {
  const { me, words } = useConsole();
  const name = me.value?.displayName ?? me.value?.name;
  return (
    <article class="entry person outgoing" aria-busy={message.state.kind === "sending"}>
      <Avatar name={name} isSmall />
      <div class="entry-body">
        <header class="entry-head">
          <b>{showHidden(name ?? words.chats.person)}</b>
        </header>
        <p class="said" dir="auto">
          {showHidden(message.text)}
        </p>
        <SendingLine message={message} outbox={outbox} />
      </div>
    </article>
  );
}

function SendingLine({
  message: { key, chat, state },
  outbox,
}: {
  message: OutgoingMessage;
  outbox: Outbox | undefined;
}): JSX.Element | null {
  const { api, words } = useConsole();
  const { inbox: text } = words;
  const [failure, setFailure] = useState("");
  const drop = (
    <button type="button" class="button small quiet" onClick={() => outbox?.drop(key)}>
      {text.discard}
    </button>
  );
  function takeAndSend(from: string): void {
    api
      .send<{ chat: Chat }>("POST", `chats/${encodeURIComponent(chat)}/take`, { body: { from } })
      .then(() => outbox?.retry(key))
      .catch((thrown: unknown) => setFailure(problemText(asProblem(thrown), words)));
  }
  switch (state.kind) {
    case "sent":
      return null;
    case "sending":
      return <p class="sending">{text.sending}</p>;
    case "offline":
      return (
        <p class="sending" role="status">
          {icon("retry", 14)}
          {text.offline}
        </p>
      );
    case "held":
      return (
        <div class="notice warn" role="alert">
          <span>{failure || text.notSentHeld(showHidden(state.holder.name))}</span>
          <button type="button" class="button small" onClick={() => takeAndSend(state.holder.id)}>
            {text.takeAndSend}
          </button>
          {drop}
        </div>
      );
    case "failed":
      return (
        <div class="notice danger" role="alert">
          <span>
            {text.notSent} {problemText(state.problem, words)}
          </span>
          <button type="button" class="button small" onClick={() => outbox?.retry(key)}>
            {words.common.retry}
          </button>
          {drop}
        </div>
      );
  }
}
