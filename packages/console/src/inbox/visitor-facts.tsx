import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Chat, Page, Transcript } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { Marks } from "../chats/marks.tsx";
import { TagEditor } from "../chats/tags.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { languageName } from "../ui/format.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { useResource } from "../ui/use-resource.ts";
import { visitorOf } from "./inbox-chats.ts";

/** Windows that have space for it beside the lists and the chat. */
const isWide = matchMedia("(min-width: 1200px)");

/** The number of the visitor's other chats that are shown. */
const maxOthers = 5;

/** Who the visitor of the open chat is, beside it; nothing in narrow windows, which have a link to the chat's details. */
export function VisitorFacts({
  transcript,
  agent,
  tagged,
}: {
  transcript: Transcript;
  /** The agent's name. */
  agent: string;
  /** Called with the chat after its tags have changed. */
  tagged: (chat: Chat) => void;
}): JSX.Element | null {
  const mayAnswer = useMay("responder");
  const { chats: text, inbox, lang } = useConsole().words;
  const hasSpace = useIsWide();
  if (!hasSpace) return null;
  const { chat, entries } = transcript;
  const { user, handoff } = chat;
  const name = visitorOf(chat);
  const notes = entries.filter((entry) => entry.type === "note");
  const language = chat.language && languageName(chat.language, lang);
  return (
    <aside class="visitor-facts" aria-label={text.visitor}>
      <div class="visitor-name">
        <Avatar name={name} />
        <h3 dir="auto">{name === undefined ? inbox.unnamed : showHidden(name)}</h3>
      </div>
      <dl>
        <Fact name={inbox.account}>
          {user === undefined ? inbox.notSignedIn : user.id === "masked" ? text.masked : showHidden(user.id)}
        </Fact>
        {handoff?.email && <Fact name={text.email}>{showHidden(handoff.email)}</Fact>}
        {language && <Fact name={text.language}>{showHidden(language)}</Fact>}
        {chat.page !== undefined && <Fact name={inbox.page}>{showHidden(chat.page)}</Fact>}
        <Fact name={text.agent}>
          <a href={hrefOf(`agents/${encodeURIComponent(chat.agent)}/file`)}>{showHidden(agent)}</a>
        </Fact>
        <Fact name={text.started}>
          <Time at={chat.startedAt} />
        </Fact>
        <Fact name={text.messageCount}>{chat.messages}</Fact>
        {chat.marks.length > 0 && (
          <Fact name={text.mark}>
            <Marks marks={chat.marks} />
          </Fact>
        )}
      </dl>
      <a href={hrefOf(`chats/${encodeURIComponent(chat.id)}`)}>{inbox.details}</a>
      {(mayAnswer || chat.tags) && (
        <section>
          <h3>{text.tags}</h3>
          <TagEditor chat={chat} mayEdit={mayAnswer} changed={tagged} />
        </section>
      )}
      {notes.length > 0 && (
        <section>
          <h3>{inbox.notes}</h3>
          <ul role="list">
            {notes.map(({ id, at, by, text: note }) => (
              <li key={id} class="visitor-note">
                <p dir="auto">{showHidden(note)}</p>
                <small>
                  {showHidden(by.name)} · <Time at={at} />
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {user && user.id !== "masked" && <OtherChats chat={chat.id} user={user.id} />}
    </aside>
  );
}

/** The visitor's newest other chats, if the site has signed them in: nothing else tells one visitor from another. */
function OtherChats({ chat, user }: { chat: Chat["id"]; user: string }): JSX.Element | null {
  const { api, words } = useConsole();
  const { chats: text, inbox } = words;
  const found = useResource(`chats of ${user}`, (signal) =>
    api.get<Page<Chat>>("chats", { user, limit: maxOthers + 1 }, signal),
  );
  const others = (found.value?.items ?? []).filter(({ id }) => id !== chat).slice(0, maxOthers);
  if (others.length === 0) return null;
  return (
    <section>
      <h3>{inbox.otherChats}</h3>
      <ul role="list">
        {others.map(({ id, first, lastAt }) => (
          <li key={id}>
            <a class="visitor-chat" href={hrefOf(`chats/${encodeURIComponent(id)}`)}>
              <span dir="auto">{showHidden(first) || text.noText}</span>
              <Time at={lastAt} />
            </a>
          </li>
        ))}
      </ul>
      {found.value?.next && <a href={hrefOf("chats", { user })}>{text.allOfUser}</a>}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function useIsWide(): boolean {
  const [matches, setMatches] = useState(isWide.matches);
  useEffect(() => {
    const update = (): void => setMatches(isWide.matches);
    isWide.addEventListener("change", update);
    return () => isWide.removeEventListener("change", update);
  }, []);
  return matches;
}
