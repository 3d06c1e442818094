import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Chat } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import type { Moves } from "./use-moves.ts";

/** Actions that change who holds a chat. */
export function ChatActions({ chat, moves }: { chat: Chat; moves: Moves }): JSX.Element {
  const { words, me } = useConsole();
  const { inbox: text } = words;
  const [isAssigning, setAssigning] = useState(false);
  const isOwner = useMay("owner");
  const isMine = chat.operator !== null && chat.operator.id === me.value?.id;
  // A colleague must be asked first, but not by an owner.
  const mayMove = chat.holder !== "person" || isMine || isOwner;
  const isHeld = chat.holder === "person";
  return (
    <div class="page-actions">
      {!isMine && (
        <button
          type="button"
          class={chat.holder === "person" ? "button" : "button primary"}
          disabled={moves.isMoving}
          onClick={() => moves.take(chat.operator?.id)}
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
