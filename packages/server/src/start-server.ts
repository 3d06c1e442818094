import { measureLoopDelay } from "./background/loop-delay.ts";
import { createScheduler, type RunTask } from "./background/scheduler.ts";
import type { TaskName } from "./background/task-table.ts";
import { createConsoleHost } from "./admission/console-host.ts";
import { createTickets } from "./admission/embed-ticket.ts";
import { createRefusedRequestCounter } from "./admission/count-refused.ts";
import { createSiteCounter } from "./admission/count-sites.ts";
import { createKeyFinder } from "./admission/find-key.ts";
import { createAddressReader } from "./admission/visitor-address.ts";
import { createTurnAcceptor } from "./conversation/accept-turn.ts";
import { enforceHandoffTimeouts } from "./conversation/enforce-handoff-timeouts.ts";
import { endOrphans } from "./conversation/end-orphans.ts";
import { createHandoff } from "./conversation/create-handoff.ts";
import { createDrafter } from "./conversation/draft-answer.ts";
import { createReplyRunner, type ReplyRunner } from "./conversation/run-replies.ts";
import { createUserHasher } from "./conversation/hash-user.ts";
import { stopTakenReplies } from "./conversation/stop-taken-replies.ts";
import { updateChatList } from "./conversation/update-chat-list.ts";
import { createReplyWriter } from "./conversation/write-replies.ts";
import { whyEnded } from "./conversation/why-ended.ts";
import { deriveKey } from "./derive-key.ts";
import { createRoutes } from "./routes/routes.ts";
import { createUploadCounter } from "./conversation/message-limits.ts";
import { createUploadStore } from "./files/upload-store.ts";
import type { ServerContext } from "./server-context.ts";
import { listen } from "./http/listen.ts";
import type { ServerDependencies } from "./dependencies.ts";
import { detectExternalChanges } from "./visitor-api/detect-external-changes.ts";
import { createStoredWindows } from "./stored-windows.ts";
import { receiveNodeEvents } from "./visitor-api/receive-node-events.ts";
import { createIdleStreams } from "./visitor-api/idle-streams.ts";
import { createOpenStreams } from "./visitor-api/open-streams.ts";
import { causeOf } from "./telemetry/cause-of.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import { timeConversations } from "./telemetry/time-conversations.ts";

/** How often readers are looked at within their time of grace. */
const checksInGrace = 6;

/** A server that listens. */
export interface RunningServer {
  /** The port it listens on; the chosen one when 0 was asked for. */
  readonly port: number;
  /**
   * Stops in order: no new requests, running replies get `drainMs` to finish, the rest ends with `error
   * {retryable:true}` and is saved. The storage and the coordination stay open, since the caller owns them.
   */
  stop(): Promise<void>;
}

/** Starts the server: recovers what a crash left behind, then listens. */
export async function startServer(
  dependencies: ServerDependencies,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  let isOpen = true;
  const server = createServerContext(dependencies, () => isOpen);
  const { storage, coordination, replies, metrics, log, options, scheduler } = server;

  scheduler.start("end_orphans", () => endOrphans({ ...storage, ...server }));
  // First, so that a node that is lost during the first look is looked at too.
  const stopListening = coordination.nodes.onLost(() => scheduler.wake("end_orphans"));
  await endOrphans({ ...storage, ...server });
  const windows = createStoredWindows({
    keyValues: storage.keyValues,
    counters: { "request-windows": coordination.counter, "message-windows": coordination.hourCounter },
    nowMs: server.nowMs,
    log,
  });
  await windows.restore();

  const stopHearing = receiveNodeEvents(coordination.nodeEvents, server);
  const consoleHost = createConsoleHost(server);
  const front = await listen({
    host,
    port,
    enter: createRoutes(server),
    isShared: (context) => consoleHost.sideOf(context) === "visitors",
    log,
    metrics,
    addresses: server,
    connections: { all: options.maxConnections, ofAddress: options.maxConnectionsPerAddress },
    readerPace: options.readerPace,
    bodyMs: options.bodyMs,
  });
  startTasks(server, {
    ...dependencies.tasks,
    disconnect_slow_readers: () => front.checkReaders(),
    async expire_data(signal) {
      await expire(server, signal);
      await windows.expire();
    },
  });

  return {
    port: front.port,
    async stop() {
      isOpen = false;
      front.stopAccepting();
      server.idle.endAll();
      const giveUp = setTimeout(() => replies.abort(replies.jobs(), "shutting_down"), options.drainMs);
      const drained = scheduler.drain();
      await replies.idle();
      clearTimeout(giveUp);
      stopHearing();
      // Streams have had their last event; a reader that does not take it is not waited for long.
      const force = setTimeout(() => front.closeAll(), 1_000);
      await front.closed();
      clearTimeout(force);
      // A message that was being committed when the stop was asked for may have begun its reply since.
      replies.abort(replies.jobs(), "shutting_down");
      await replies.idle();
      stopListening();
      await Promise.all([drained, scheduler.stop()]);
      server.loopDelay.stop();
      await server.refused.save().catch((cause: unknown) => {
        log.warn(causeOf(cause), "the number of refused requests could not be stored");
      });
      await server.sites?.save().catch(() => undefined);
      await windows.save();
    },
  };
}

/** Begins all periodic tasks: the server's, and those of the other packages. */
function startTasks(server: ServerContext, given: ServerDependencies["tasks"]): void {
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

/** Puts together what request handlers work with. */
function createServerContext(dependencies: ServerDependencies, isOpen: () => boolean): ServerContext {
  const { coordination, agent, tracing, assets, environment, log, options, clock, demo } = dependencies;
  const { secret, trustedProxies = [] } = options;
  const nowMs = () => clock.wallMs();
  const graceMs = options.readerPace?.graceMs;
  const periods = {
    ...(graceMs !== undefined && { disconnect_slow_readers: graceMs / checksInGrace }),
    ...options.taskPeriods,
  };
  const metrics = createMetrics();
  const conversations = timeConversations(dependencies.storage.conversations, metrics);
  const storage = { ...dependencies.storage, conversations };
  const writer = createReplyWriter({ conversations, log });
  const files = createUploadStore({
    files: storage.files,
    readDocument: dependencies.readDocument,
    counter: coordination.counter,
    nowMs,
    ...(options.uploadRoomBytes !== undefined && { roomBytes: options.uploadRoomBytes }),
  });

  const disown = (replyId: string) => writer.disown(replyId);
  const handoff = createHandoff({ storage, coordination, nowMs, run: (job) => replies.run(job), disown });
  const replies: ReplyRunner = createReplyRunner({
    agent,
    conversations,
    files: storage.files,
    keepImage: (image) => files.keepImage(image),
    hashUser: createUserHasher(secret),
    handoffToolOf: (job) => handoff.handoffToolOf(job),
    whyEnded: (job) => whyEnded(storage, job),
    writer,
    countHits: (ids) => storage.approvedAnswers.countHits({ ids, at: nowMs() }),
    log,
    metrics,
    tracing,
  });

  return {
    storage,
    coordination,
    handoff,
    replies,
    draftAnswer: createDrafter({
      agent,
      budgets: storage.budgets,
      nodeId: coordination.nodes.id,
      nowMs,
      conversations,
      files: storage.files,
      metrics,
    }),
    flushReplies: () => writer.flush(),
    idle: createIdleStreams({ storage, coordination, metrics, nowMs }),
    files,
    keys: createKeyFinder({ storage, nowMs }),
    refused: createRefusedRequestCounter({ refusals: storage.rateRefusals, metrics, log, nowMs }),
    sites: dependencies.console && createSiteCounter({ keySites: storage.keySites, nowMs }),
    tickets: createTickets({ secret, nowSeconds: () => Math.floor(nowMs() / 1000) }),
    ...createAddressReader({ trustedProxies, key: deriveKey(secret, "visitor-address") }),
    acceptTurn: createTurnAcceptor({
      storage,
      coordination,
      secret,
      nowMs,
      log,
      disown,
    }),
    countFirstUpload: createUploadCounter({ coordination, log, nowMs }),
    streams: createOpenStreams({ metrics, storage }),
    metrics,
    scheduler: createScheduler({ log, nowMs, periods }),
    loopDelay: measureLoopDelay(),
    tracing,
    assets,
    console: dependencies.console,
    options,
    environment,
    nowMs,
    log,
    isOpen,
    demo,
  };
}

/** Forgets what is past its time. */
async function expire({ storage, options, nowMs }: ServerContext, signal: AbortSignal): Promise<void> {
  const now = nowMs();
  await storage.conversations.expire({
    now,
    idleSince: now - options.sessionIdleMs,
    createdSince: now - options.sessionAgeMs,
    signal,
  });
}
