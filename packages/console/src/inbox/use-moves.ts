import { useState } from "preact/hooks";
import type { Chat } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";

/** Actions that change who holds a chat, and why the last one was refused. */
export interface Moves {
  readonly isMoving: boolean;
  readonly problem: ApiProblem | undefined;
  /** Takes the chat, even from the colleague whom `from` names. */
  readonly take: (from?: string) => void;
  readonly assign: (operator: string) => void;
  readonly handBack: () => void;
  readonly close: () => void;
  /** Takes the chat of a visitor who left an address, and needs no answer, from its list. */
  readonly done: () => void;
  readonly dismiss: () => void;
}

/** @param moved called with the chat after a move, and its name */
export function useMoves(chat: Chat, moved: (chat: Chat, what: string) => void): Moves {
  const { api } = useConsole();
  const [isMoving, setMoving] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  function move(what: string, body: object = {}, revision?: string): void {
    setMoving(true);
    setProblem(undefined);
    api
      .send<{ chat: Chat }>("POST", `chats/${encodeURIComponent(chat.id)}/${what}`, { body, revision })
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
    dismiss: () => setProblem(undefined),
  };
}
