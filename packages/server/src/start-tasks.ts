import { setTimeout as pause } from "node:timers/promises";
import type { ChatIndex } from "@servicechat/storage";
import type { RunTask } from "./background/scheduler.ts";
import type { TaskName } from "./background/task-table.ts";
import type { ServerDependencies } from "./dependencies.ts";
import { enforceHandoffTimeouts } from "./handoff/enforce-handoff-timeouts.ts";
import type { ServerContext } from "./server-context.ts";
import { detectExternalChanges, stopTakenReplies } from "./streams/external-changes.ts";

/** Starts all periodic tasks: the server's, and those of the other packages. */
export function startTasks(server: ServerContext, given: ServerDependencies["tasks"]): void {
  const { storage, scheduler, refused, sites, loopDelay, log } = server;
  const tasks: Partial<Record<TaskName, RunTask | undefined>> = {
    stop_taken_replies: stopTakenReplies(server),
    detect_external_changes: () => detectExternalChanges(server),
    send_heartbeats: async () => server.idle.beat(),
    enforce_handoff_timeouts: () => enforceHandoffTimeouts(server),
    update_chat_list: (signal) => updateChatList(storage, signal),
    store_key_sites: sites && (() => sites.save()),
    store_refusals: () => refused.save(),
    async examine_database() {
      const damage = await storage.examine();
      if (damage !== undefined) log.error({ damage }, "the database's file is damaged");
    },
    measure_loop_delay: async () => loopDelay.rotate(),
    ...given,
  };
  for (const [name, run] of Object.entries(tasks)) if (run) scheduler.start(name as TaskName, run);
}

/** Deletes expired chats. */
export async function expireChats(
  { storage, options, nowMs }: ServerContext,
  signal: AbortSignal,
): Promise<void> {
  const now = nowMs();
  await storage.conversations.expire({
    now,
    idleSince: now - options.sessionIdleMs,
    createdSince: now - options.sessionAgeMs,
    signal,
  });
}

/** Between two parts of much work, so that visitors come first, in milliseconds. */
const restMs = 20;

/** Brings lists and search for operators up to date with the chats. */
export async function updateChatList(
  { chatIndex }: { readonly chatIndex: Pick<ChatIndex, "catchUp"> },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await chatIndex.catchUp()))
    await pause(restMs, undefined, { signal }).catch(() => undefined);
}
