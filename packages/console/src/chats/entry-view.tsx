import type { JSX } from "preact";
import type { Entry } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";
import { ForeignText } from "../ui/foreign-text.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { icon } from "../ui/icon.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { exact } from "../ui/time.tsx";
import { Marks } from "./marks.tsx";
import { ReplyActions } from "./reply-actions.tsx";
import { EnteredFields, PartView } from "./part-view.tsx";
import { Why } from "./why.tsx";

type MessageEntry = Extract<Entry, { type: "message" }>;

/** One entry of a transcript: a message, an event, or a note. */
export function EntryView({
  entry,
  chat,
  agent,
  changed = () => undefined,
}: {
  entry: Entry;
  /** The entry's chat, if there are actions for its replies. */
  chat?: string;
  /** The chat's agent, if its replies can become tests. */
  agent?: string;
  /** Called after an action. */
  changed?: () => void;
}): JSX.Element {
  const { words } = useConsole();
  switch (entry.type) {
    case "message":
      return <Message entry={entry} chat={chat} agent={agent} changed={changed} />;
    case "event":
      return (
        <p class="entry-event">
          <span>
            {words.vocabulary.events[entry.event]}
            {entry.name && `: ${showHidden(entry.name)}`}
          </span>{" "}
          <Clock at={entry.at} />
        </p>
      );
    case "note":
      return (
        <article class="entry note">
          <header class="entry-head">
            <b>{words.chats.note}</b>
            <span class="muted">{showHidden(entry.by.name)}</span>
            <Clock at={entry.at} />
          </header>
          <ForeignText text={entry.text} />
        </article>
      );
  }
}

function Message({
  entry,
  chat,
  agent,
  changed,
}: {
  entry: MessageEntry;
  chat: string | undefined;
  agent: string | undefined;
  changed: () => void;
}): JSX.Element {
  const { words } = useConsole();
  const { chats: text, vocabulary } = words;
  const { by, facts } = entry;
  const names = { visitor: text.visitor, agent: text.agent, person: text.person };
  return (
    <article class={`entry ${by.kind}`} aria-busy={entry.status === "streaming"}>
      {by.kind === "person" ? (
        <Avatar name={by.name} isSmall />
      ) : (
        <span class="entry-sign">{icon(by.kind === "agent" ? "agents" : "person", 16)}</span>
      )}
      <div class="entry-body">
        <header class="entry-head">
          <b>{showHidden(by.name ?? names[by.kind])}</b>
          <Clock at={entry.at} />
          {entry.status !== "complete" && <span class="badge warn">{vocabulary.statuses[entry.status]}</span>}
          {facts && <Marks marks={facts.marks} />}
        </header>
        <MessageContent entry={entry} />
        {facts && <Why facts={facts} />}
        {chat !== undefined && by.kind !== "visitor" && (
          <ReplyActions chat={chat} agent={agent} entry={entry} changed={changed} />
        )}
      </div>
    </article>
  );
}

function MessageContent({ entry }: { entry: MessageEntry }): JSX.Element {
  const { words } = useConsole();
  const { text, parts, files, by } = entry;
  const isGrowing = entry.status === "streaming";
  const drawn =
    by.kind === "agent" && parts.length > 0 ? (
      parts.map((part, index) => <PartView key={index} part={part} isGrowing={isGrowing} />)
    ) : by.kind === "agent" ? (
      <ForeignText text={text} isGrowing={isGrowing} />
    ) : (
      <>
        <p class="said" dir="auto">
          {showHidden(text)}
        </p>
        <EnteredFields parts={parts} />
      </>
    );
  return (
    <>
      {drawn}
      {files.length > 0 && (
        <ul class="files" role="list" aria-label={words.chats.files}>
          {files.map(({ id, name, mediaType, bytes }) => (
            <li key={id} class="file">
              {icon("link", 15)}
              <span>{showHidden(name)}</span>
              <small>
                {showHidden(mediaType)}, {sizeOf(bytes, words.lang)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Clock({ at }: { at: string }): JSX.Element {
  const { lang } = useConsole().words;
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact(date, lang)} class="clock">
      {new Intl.DateTimeFormat(lang, {
        ...(date.toDateString() !== new Date().toDateString() && { dateStyle: "medium" }),
        timeStyle: "short",
      }).format(date)}
    </time>
  );
}

function sizeOf(bytes: number, lang: string): string {
  const [unit, divisor] = bytes < 1e6 ? (["kilobyte", 1e3] as const) : (["megabyte", 1e6] as const);
  return new Intl.NumberFormat(lang, { style: "unit", unit, maximumFractionDigits: 1 }).format(
    bytes / divisor,
  );
}
