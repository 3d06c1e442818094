import { useState } from "preact/hooks";
import type { Chat } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";

/** What can be done with who holds a chat, and why the last of it was refused. */
export interface Moves {
  readonly isMoving: boolean;
  readonly problem: ApiProblem | undefined;
  /** Takes the chat, also from the colleague whom `from` names. */
  readonly take: (from?: string) => void;
  readonly assign: (operator: string) => void;
  readonly handBack: () => void;
  readonly close: () => void;
  readonly dismiss: () => void;
}

/** @param moved hears of the chat as it is after a move */
export function useMoves(chat: Chat, moved: (chat: Chat) => void): Moves {
  const { api } = useConsole();
  const [isMoving, setMoving] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  function move(what: string, body: object = {}): void {
    setMoving(true);
    setProblem(undefined);
    api
      .send<{ chat: Chat }>("POST", `chats/${encodeURIComponent(chat.id)}/${what}`, { body })
      .then((now) => moved(now.chat))
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
    dismiss: () => setProblem(undefined),
  };
}
