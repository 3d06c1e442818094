import type { ActionView, Answers, FileInfo, HostAction, TellPage } from "@servicechat/contract";
import type { Replacement, OutgoingMessage, Turn } from "./after-posting.ts";
import { plainJson } from "./page-data.ts";

/** What the visitor's commands need from the chat. */
export interface ChatCommandDependencies {
  /** Actions that the page was asked to execute and has not answered yet: how each appears on screen. */
  readonly asked: Map<string, string>;
  /** Sends one turn, in order; `refused` is called if the service does not accept it. */
  readonly post: (
    messages: readonly OutgoingMessage[],
    refused?: Turn["refused"],
    replacement?: Replacement,
  ) => void;
  readonly tell: TellPage;
  /** How a chosen action appears on screen. */
  readonly sayAction: (action: ActionView, input?: Readonly<Record<string, unknown>>) => string;
  /** Passes a `host` action to the page's listeners. */
  readonly askPage: (action: HostAction) => void;
}

/** What the visitor can do besides stopping and retrying. Each is one turn; none of them throws. */
export interface ChatCommands {
  /**
   * Sends a text with files; before the chat is ready and while an answer is in progress, it waits for its turn.
   *
   * @param refused called if the service does not accept it: the files can be attached to another message
   * @param replacement present if it replaces the last turn
   */
  send(text: string, files?: readonly FileInfo[], refused?: Turn["refused"], replacement?: Replacement): void;
  /** Answers a question of the agent; if skipped, there are no answers. */
  answer(questionId: string, answers: Answers, skipped: boolean): void;
  /**
   * Executes an action: the browser has opened a link, `host` is passed to the page, and the others are sent.
   *
   * @param input what the visitor filled in
   * @param refused called if the service does not accept it: the form can be sent again
   */
  act(action: ActionView, input?: Readonly<Record<string, unknown>>, refused?: () => void): void;
  /** Sends the results of the page's listeners for a `host` action; nothing if there are none. */
  tellResults(of: HostAction, answers: readonly unknown[] | undefined): void;
}

/** Creates the commands of one chat. */
export function createChatCommands({
  asked,
  post,
  tell,
  askPage,
  sayAction,
}: ChatCommandDependencies): ChatCommands {
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
      // The question itself shows the answer, so no message is drawn for it.
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

/** Whether a text contains more than white space and invisible characters, such as U+200B. */
export const canBeSeen = (text: string): boolean => /[^\s\p{DI}]/u.test(text);
