import type { ComponentChildren, JSX } from "preact";
import type { Chat, Transcript } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { languageName, money } from "../ui/format.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { Time } from "../ui/time.tsx";
import { TagEditor } from "./tags.tsx";
import { Marks, OutcomeBadge, RatingSign } from "./marks.tsx";

/** What is known about a chat besides its entries. */
export function ChatFacts({
  chat,
  cost,
  changed,
}: {
  chat: Chat;
  cost?: Transcript["cost"];
  /** Called after its tags have changed. */
  changed: () => void;
}): JSX.Element {
  const { words } = useConsole();
  const { chats: text, vocabulary } = words;
  const mayAnswer = useMay("responder");
  const language = chat.language && languageName(chat.language, words.lang);
  return (
    <aside class="facts" aria-label={text.facts}>
      <h2>{text.facts}</h2>
      <dl>
        <Fact name={text.outcome}>
          <OutcomeBadge outcome={chat.outcome} />
          <RatingSign rating={chat.rating} />
        </Fact>
        {chat.marks.length > 0 && (
          <Fact name={text.mark}>
            <Marks marks={chat.marks} />
          </Fact>
        )}
        {(mayAnswer || chat.tags) && (
          <Fact name={text.tags}>
            <TagEditor chat={chat} mayEdit={mayAnswer} changed={changed} />
          </Fact>
        )}
        <Fact name={text.agent}>
          <a href={hrefOf(`agents/${encodeURIComponent(chat.agent)}/file`)}>{showHidden(chat.agent)}</a>
        </Fact>
        <Fact name={text.holder}>{showHidden(chat.operator?.name ?? vocabulary.holders[chat.holder])}</Fact>
        {chat.handoff && (
          <Fact name={text.askedPerson}>
            <Time at={chat.handoff.since} />
            {mayAnswer && <a href={hrefOf("inbox", { chat: chat.id })}>{text.openInInbox}</a>}
          </Fact>
        )}
        {chat.handoff?.email && <Fact name={text.email}>{showHidden(chat.handoff.email)}</Fact>}
        <Fact name={text.started}>
          <Time at={chat.startedAt} />
        </Fact>
        <Fact name={text.lastActivity}>
          <Time at={chat.lastAt} />
        </Fact>
        <Fact name={text.messageCount}>{chat.messages}</Fact>
        {/* If no model was asked, there is nothing to price, and no price is missing. */}
        {cost && (cost.cost !== null || cost.unpriced > 0) && (
          <Fact name={text.cost}>
            {cost.cost === null ? text.costUnknown : money(cost.cost, cost.currency, words.lang)}
            {cost.cost !== null && cost.unpriced > 0 && (
              <small> {text.costWithout(cost.unpricedModels.map(showHidden).join(", "))}</small>
            )}
          </Fact>
        )}
        {language && <Fact name={text.language}>{showHidden(language)}</Fact>}
        {chat.user && (
          <Fact name={text.user}>
            {chat.user.id === "masked" ? (
              text.masked
            ) : (
              <a href={hrefOf("chats", { user: chat.user.id })} title={text.allOfUser}>
                {showHidden(chat.user.name ?? chat.user.id)}
              </a>
            )}
          </Fact>
        )}
        {chat.key && (
          <Fact name={text.key}>
            <a href={hrefOf("keys", { key: chat.key })}>
              <code>{showHidden(chat.key)}</code>
            </a>
          </Fact>
        )}
      </dl>
    </aside>
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
