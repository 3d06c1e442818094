import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Chat, Colleague } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem } from "../api/api-problem.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { usePageAction } from "../app/shortcuts.ts";
import { TagEditor } from "../chats/tags.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { Loaded, problemText, SkeletonRows } from "../ui/page.tsx";
import { openMenu, PopoverMenu } from "../ui/popover-menu.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import { SnoozeMenu } from "./snooze.tsx";

/** Actions that change who holds a chat. */
export function ChatActions({
  chat,
  moves,
  seen,
  tagged,
}: {
  chat: Chat;
  moves: Moves;
  /** Id of the visitor's newest message that is drawn; `undefined` without one. */
  seen: string | undefined;
  /** Called with the chat after its tags have changed. */
  tagged: (chat: Chat) => void;
}): JSX.Element {
  const { words, me } = useConsole();
  const { inbox: text } = words;
  const [isAssigning, setAssigning] = useState(false);
  const isOwner = useMay("owner");
  const isMine = chat.operator !== null && chat.operator.id === me.value?.id;
  // A colleague must be asked first, but not by an owner.
  const mayMove = chat.holder !== "person" || isMine || isOwner;
  const isHeld = chat.holder === "person";
  const mayPress = !moves.isMoving && !isAssigning;
  const take = (): void => moves.take(chat.operator?.id);
  const finish = chat.addressSince !== undefined ? moves.done : mayMove && isHeld ? moves.close : undefined;
  usePageAction("take", !isMine && mayPress ? take : undefined);
  usePageAction("assign", mayMove && mayPress ? () => setAssigning(true) : undefined);
  usePageAction("done", mayPress ? finish : undefined);
  const maySnooze = isHeld || chat.holder === "waiting" || chat.addressSince !== undefined;
  usePageAction("snooze", maySnooze && mayPress ? () => openMenu(snoozeId) : undefined);
  usePageAction("tag", mayPress ? () => openMenu(tagId) : undefined);
  return (
    <div class="page-actions">
      {!isMine && (
        <button
          type="button"
          class={chat.holder === "person" ? "button" : "button primary"}
          disabled={moves.isMoving}
          onClick={take}
        >
          {chat.holder === "person" ? text.takeOver : text.take}
        </button>
      )}
      {mayMove && (
        <button type="button" class="button" disabled={moves.isMoving} onClick={() => setAssigning(true)}>
          {text.assign}
        </button>
      )}
      {mayMove && isHeld && (
        <>
          <button type="button" class="button" disabled={moves.isMoving} onClick={moves.handBack}>
            {text.handBack}
          </button>
          <button type="button" class="button" disabled={moves.isMoving} onClick={moves.close}>
            {text.close}
          </button>
        </>
      )}
      {chat.addressSince !== undefined && (
        <button type="button" class="button" disabled={moves.isMoving} onClick={moves.done}>
          {text.done}
        </button>
      )}
      {maySnooze && (
        <SnoozeMenu
          id={snoozeId}
          isSnoozed={chat.snoozedUntil !== undefined}
          choose={(until) => moves.snooze(until, seen)}
        />
      )}
      <PopoverMenu id={tagId} label={words.chats.tags} sign="tag" kind="icon-button" hasLabel={false}>
        <TagEditor chat={chat} mayEdit changed={tagged} />
      </PopoverMenu>
      {isAssigning && (
        <AssignDialog
          chat={chat}
          close={() => setAssigning(false)}
          assign={(operator) => {
            setAssigning(false);
            moves.assign(operator);
          }}
        />
      )}
    </div>
  );
}

/** Ids of the menus. */
const [snoozeId, tagId] = ["snooze-chat", "tag-chat"];

/** Actions that change who holds a chat, and why the last one was refused. */
interface Moves {
  readonly isMoving: boolean;
  readonly problem: ApiProblem | undefined;
  /** Takes the chat, even from the colleague whom `from` names. */
  readonly take: (from?: string) => void;
  readonly assign: (operator: string) => void;
  readonly handBack: () => void;
  readonly close: () => void;
  /** Takes the chat of a visitor who left an address, and needs no answer, from its list. */
  readonly done: () => void;
  /** Sets the chat aside until a time, or brings it back; a message of the visitor after `seen` brings it back too. */
  readonly snooze: (until: Date | null, seen?: string) => void;
  readonly dismiss: () => void;
}

/** @param moved called with the chat after a move, and its name */
export function useMoves(chat: Chat, moved: (chat: Chat, what: string) => void): Moves {
  const { api } = useConsole();
  const [isMoving, setMoving] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  function move(what: string, body: object | null = {}, revision?: string): void {
    setMoving(true);
    setProblem(undefined);
    const method = body ? "POST" : "DELETE";
    api
      .send<{ chat: Chat }>(method, `chats/${encodeURIComponent(chat.id)}/${what}`, {
        ...(body && { body }),
        revision,
      })
      .then((now) => moved(now.chat, what))
      .catch((thrown: unknown) => setProblem(asProblem(thrown)))
      .finally(() => setMoving(false));
  }
  return {
    isMoving,
    problem,
    take: (from) => move("take", from === undefined ? {} : { from }),
    assign: (operator) => move("assign", { operator }),
    handBack: () => move("hand-back"),
    close: () => move("close"),
    // What arrived since it was shown is not done.
    done: () => move("done", {}, chat.addressRevision ?? chat.revision),
    snooze: (until, message) =>
      move("snooze", until ? { until: until.toISOString(), ...(message && { message }) } : null),
    dismiss: () => setProblem(undefined),
  };
}

/** Why a chat could not be moved: names a colleague who was quicker, and offers to take over from them. */
export function Conflict({ moves }: { moves: Moves }): JSX.Element | null {
  const { words } = useConsole();
  const { problem } = moves;
  if (!problem) return null;
  const { holder } = problem;
  return (
    <div class={holder ? "notice warn" : "notice danger"} role="alert">
      {icon("alert", 16)}
      <span>{holder ? words.inbox.heldBy(showHidden(holder.name)) : problemText(problem, words)}</span>
      {holder && (
        <button type="button" class="button small" onClick={() => moves.take(holder.id)}>
          {words.inbox.takeOver}
        </button>
      )}
      <button type="button" class="icon-button" aria-label={words.common.close} onClick={moves.dismiss}>
        {icon("cross", 16)}
      </button>
    </div>
  );
}

/** Chooses the colleague who gets a chat. */
function AssignDialog({
  chat,
  assign,
  close,
}: {
  chat: Chat;
  assign: (operator: string) => void;
  close: () => void;
}): JSX.Element {
  const { api, words, me } = useConsole();
  const { inbox: text } = words;
  const colleagues = useResource(chat.agent, (signal) =>
    api.get<{ items: readonly Colleague[] }>(
      `agents/${encodeURIComponent(chat.agent)}/colleagues`,
      {},
      signal,
    ),
  );
  return (
    <Dialog title={text.assignTitle} close={close}>
      <Loaded resource={colleagues} skeleton={<SkeletonRows rows={3} />}>
        {({ items }) => {
          const others = items.filter(({ id }) => id !== me.value?.id && id !== chat.operator?.id);
          if (others.length === 0) return <p class="muted">{text.nobodyElse}</p>;
          return (
            <ul class="rows" role="list">
              {others.map(({ id, name, available }) => (
                <li key={id} class="row">
                  <span class="row-main">
                    <span class="row-title">{showHidden(name)}</span>
                    <span class="row-detail">{available ? text.available : text.unavailable}</span>
                  </span>
                  <button type="button" class="button small" onClick={() => assign(id)}>
                    {text.assignTo}
                    <span class="unseen"> {showHidden(name)}</span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
