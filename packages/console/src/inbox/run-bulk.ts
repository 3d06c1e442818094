import { useState } from "preact/hooks";
import type { Chat } from "@servicechat/contract/admin";
import { asProblem } from "../api/api-problem.ts";
import type { Api } from "../api/create-api.ts";
import { useConsole } from "../app/console-context.ts";
import type { Words } from "../app/words/words.ts";
import { problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";

/** What is done with each of several chats. `done` closes those that somebody holds. */
export type BulkAction =
  | { readonly kind: "take" }
  | { readonly kind: "snooze"; readonly until: string }
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "done" };

/** What came of it. */
interface BulkResult {
  readonly action: BulkAction["kind"];
  readonly done: number;
  readonly failures: readonly { readonly chat: Chat; readonly reason: string }[];
  /** The chats as they were, where it can be undone. */
  readonly undo?: { readonly action: BulkAction; readonly chats: readonly Chat[] };
}

interface Bulk {
  readonly isRunning: boolean;
  readonly result: BulkResult | undefined;
  readonly run: (action: BulkAction, chats: readonly Chat[]) => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly dismiss: () => void;
}

/** Requests at once. */
const atOnce = 4;

/**
 * Does the same with several chats, one request for each.
 *
 * @param changed called after anything was done
 * @param keep called with the chats that it was not done with
 */
export function useBulk(changed: () => void, keep: (ids: readonly string[]) => void): Bulk {
  const { api, words, toast } = useConsole();
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState<BulkResult>();

  async function withEach(
    chats: readonly Chat[],
    work: (chat: Chat) => Promise<unknown>,
  ): Promise<{ readonly done: readonly Chat[]; readonly failures: BulkResult["failures"] }> {
    const done: Chat[] = [];
    const failures: { chat: Chat; reason: string }[] = [];
    setRunning(true);
    for (let from = 0; from < chats.length; from += atOnce)
      await Promise.all(
        chats.slice(from, from + atOnce).map((chat) =>
          work(chat).then(
            () => done.push(chat),
            (thrown: unknown) => failures.push({ chat, reason: reasonOf(thrown, words) }),
          ),
        ),
      );
    setRunning(false);
    changed();
    return { done, failures };
  }

  return {
    isRunning,
    result,
    async run(action, chats) {
      setResult(undefined);
      const { done, failures } = await withEach(chats, (chat) => doWith(api, words, action, chat));
      const isSafe = done.length > 0 && (action.kind === "snooze" || action.kind === "tag");
      setResult({
        action: action.kind,
        done: done.length,
        failures,
        ...(isSafe && { undo: { action, chats: done } }),
      });
      keep(failures.map(({ chat }) => chat.id));
    },
    async undo() {
      if (!result?.undo) return;
      const { action, chats } = result.undo;
      setResult(undefined);
      const { failures } = await withEach(chats, (chat) => undoWith(api, action, chat));
      if (failures.length > 0) setResult({ action: action.kind, done: 0, failures });
      else toast.value = words.inbox.undone;
    },
    dismiss: () => setResult(undefined),
  };
}

const pathOf = ({ id }: Chat): string => `chats/${encodeURIComponent(id)}`;

async function doWith(api: Api, words: Words, action: BulkAction, chat: Chat): Promise<void> {
  const path = pathOf(chat);
  if (action.kind === "take") await api.send("POST", `${path}/take`, { body: {} });
  else if (action.kind === "snooze")
    await api.send("POST", `${path}/snooze`, { body: { until: action.until } });
  else if (action.kind === "tag") await api.send("POST", `${path}/tags`, { body: { add: [action.tag] } });
  else if (chat.addressSince !== undefined)
    // What arrived since it was shown is not done.
    await api.send("POST", `${path}/done`, { body: {}, revision: chat.addressRevision ?? chat.revision });
  else if (chat.holder === "person") await api.send("POST", `${path}/close`, { body: {} });
  else throw new NotDone(chat.holder === "waiting" ? words.inbox.stillWaiting : words.inbox.withAgent);
}

async function undoWith(api: Api, action: BulkAction, chat: Chat): Promise<void> {
  const path = pathOf(chat);
  if (action.kind === "tag") {
    if (!chat.tags?.includes(action.tag))
      await api.send("POST", `${path}/tags`, { body: { remove: [action.tag] } });
  } else if (chat.snoozedUntil === undefined) await api.send("DELETE", `${path}/snooze`);
  else await api.send("POST", `${path}/snooze`, { body: { until: chat.snoozedUntil } });
}

/** Why nothing was done with a chat, without asking the service. */
class NotDone extends Error {}

function reasonOf(thrown: unknown, words: Words): string {
  if (thrown instanceof NotDone) return thrown.message;
  const problem = asProblem(thrown);
  return problem.holder ? words.inbox.heldBy(showHidden(problem.holder.name)) : problemText(problem, words);
}
