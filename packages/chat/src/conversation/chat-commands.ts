import type { ActionView, Answers, FileInfo, HostAction, TellPage } from "@servicechat/contract";
import type { Replacement, OutgoingMessage, Turn } from "./after-posting.ts";
import { canBeSeen } from "./can-be-seen.ts";
import { plainJson } from "./plain-json.ts";

/** What the visitor's commands need of the chat. */
export interface CommandParts {
  /** What the page was asked to carry out and has not answered yet: how each reads on screen. */
  readonly asked: Map<string, string>;
  /** Sends one turn, in its turn; `refused` is called when the service does not take it. */
  readonly post: (
    messages: readonly OutgoingMessage[],
    refused?: Turn["refused"],
    replacement?: Replacement,
  ) => void;
  readonly tell: TellPage;
  /** How a chosen action reads on screen. */
  readonly sayAction: (action: ActionView, input?: Readonly<Record<string, unknown>>) => string;
  /** Gives a `host` action to the page's listeners. */
  readonly askPage: (action: HostAction) => void;
}

/** What the visitor can do besides stopping and asking again. Each is one turn; none of them throws. */
export interface ChatCommands {
  /**
   * Sends a text with files; before the chat is ready and while an answer is running, it waits for its turn.
   *
   * @param refused called when the service does not take it: the files can go along with another
   * @param replacement present when it takes the place of the last turn
   */
  send(text: string, files?: readonly FileInfo[], refused?: Turn["refused"], replacement?: Replacement): void;
  /** Answers a question of the agent; skipped, there are no answers. */
  answer(questionId: string, answers: Answers, skipped: boolean): void;
  /**
   * Carries out an action: a link was opened by the browser, `host` is given to the page, and the others are sent.
   *
   * @param input what the visitor filled in
   * @param refused called when the service does not take it: the form can be sent again
   */
  act(action: ActionView, input?: Readonly<Record<string, unknown>>, refused?: () => void): void;
  /** Sends what the page's listeners returned for a `host` action; nothing when none returned anything. */
  tellResults(of: HostAction, answers: readonly unknown[] | undefined): void;
}

/** Makes the commands of one chat. */
export function createChatCommands({ asked, post, tell, askPage, sayAction }: CommandParts): ChatCommands {
  const nameOf = ({ id, input }: Pick<HostAction, "id" | "input">): string => JSON.stringify([id, input]);

  return {
    send(text, files = [], refused, replacement) {
      const sent = files.map((file) => ({
        message: { type: "file", block: { uploadId: file.uploadId } } as const,
        text: "",
        file,
      }));
      const said = { message: { type: "text", block: { value: text } } as const, text };
      post(canBeSeen(text) || sent.length === 0 ? [...sent, said] : sent, refused, replacement);
    },

    answer(questionId, answers, skipped) {
      const block = { questionId, answers, ...(skipped && { skipped }) };
      // The question itself shows the answer: no bubble is drawn for it.
      post([{ message: { type: "answer", block }, text: "" }]);
    },

    act(chosen, input, refused) {
      const { id, name, kind } = chosen;
      const said = sayAction(chosen, input);
      if (kind === "host") {
        const action = { id, name, kind, ...(input && { input }) };
        asked.set(nameOf(action), said);
        return askPage(action);
      }
      tell("action", { id, name, kind });
      if (kind === "link") return;
      const message = { type: "action", block: { actionId: id, ...(input && { input }) } } as const;
      post([{ message, text: said }], refused);
    },

    tellResults(of, answers = []) {
      const { id, input } = of;
      const given = answers.find((answer) => answer !== undefined);
      const result = plainJson(given);
      const text = asked.get(nameOf(of));
      if (given === undefined || text === undefined) return;
      if (result === undefined) return tell("error", { code: "result_too_large", retryable: false });
      asked.delete(nameOf(of));
      post([{ message: { type: "action", block: { actionId: id, ...(input && { input }), result } }, text }]);
    },
  };
}
