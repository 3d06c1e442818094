import { measureLoopDelay } from "./background/loop-delay.ts";
import { createScheduler } from "./background/scheduler.ts";
import { createConsoleHost } from "./admission/console-host.ts";
import { createTickets } from "./admission/embed-ticket.ts";
import { createRefusedRequestCounter } from "./admission/count-refused.ts";
import { createSiteCounter } from "./admission/count-sites.ts";
import { createKeyFinder } from "./admission/find-key.ts";
import { createAddressReader } from "./admission/visitor-address.ts";
import { createTurnAcceptor } from "./turn/accept-turn.ts";
import { createUserIdentifier } from "./turn/identify-user.ts";
import { endOrphans } from "./reply/end-orphans.ts";
import { createPersonRequests } from "./handoff/request-person.ts";
import { createReturns } from "./handoff/return-to-agent.ts";
import { createDrafter } from "./handoff/draft-answer.ts";
import type { ReplyJob } from "./reply/reply-job.ts";
import { createReplyRunner } from "./reply/run-replies.ts";
import { createUserHasher } from "./reply/ask-agent.ts";
import { receiveNodeEvents } from "./streams/external-changes.ts";
import { expireChats, startTasks } from "./start-tasks.ts";
import { createReplyWriter } from "./reply/write-replies.ts";
import { deriveKey } from "./derive-key.ts";
import { createRoutes } from "./routes/routes.ts";
import { createHandoffCounter, createUploadCounter } from "./turn/message-limits.ts";
import { createUploadStore } from "./files/upload-store.ts";
import type { ServerContext } from "./server-context.ts";
import { listen } from "./http/listen.ts";
import type { ServerDependencies } from "./dependencies.ts";
import { createStoredWindows } from "./stored-windows.ts";
import { createIdleStreams } from "./streams/idle-streams.ts";
import { createOpenStreams } from "./streams/reply-streams.ts";
import { causeOf } from "./telemetry/cause-of.ts";
import { createMetrics, timeConversations } from "./telemetry/metrics.ts";

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
      await expireChats(server, signal);
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

/** Puts together what request handlers work with. */
function createServerContext(dependencies: ServerDependencies, isOpen: () => boolean): ServerContext {
  const { coordination, agent, tracing, assets, environment, log, options, clock, demo } = dependencies;
  const { findStoredSecret } = dependencies;
  const { secret, trustedProxies = [] } = options;
  const nowMs = () => clock.wallMs();
  const graceMs = options.readerPace?.graceMs;
  const periods = {
    ...(graceMs !== undefined && { disconnect_slow_readers: graceMs / checksInGrace }),
    ...options.taskPeriods,
  };
  const addresses = createAddressReader({ trustedProxies, key: deriveKey(secret, "visitor-address") });
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
  const personRequests = createPersonRequests({ storage, coordination, nowMs });
  const replies = createReplyRunner({
    agent,
    conversations,
    files: storage.files,
    keepImage: (image) => files.keepImage(image),
    hashUser: createUserHasher(secret),
    handoffToolOf: personRequests.handoffToolOf,
    handoffs: storage.handoffs,
    writer,
    countHits: (ids) => storage.approvedAnswers.countHits({ ids, at: nowMs() }),
    log,
    metrics,
    tracing,
  });
  const run = (job: ReplyJob) => replies.run(job);

  return {
    storage,
    coordination,
    handoff: { ...personRequests, ...createReturns({ storage, coordination, nowMs, run, disown }) },
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
    ...addresses,
    acceptTurn: createTurnAcceptor({
      storage,
      coordination,
      addressOf: addresses.addressOf,
      identifyUser: createUserIdentifier({ environment, findStoredSecret, nowMs, log }),
      secret,
      nowMs,
      log,
      disown,
    }),
    countFirstUpload: createUploadCounter({ coordination, log, nowMs }),
    countHandoff: createHandoffCounter({ coordination, log, nowMs }),
    streams: createOpenStreams({ metrics, storage }),
    metrics,
    scheduler: createScheduler({ log, nowMs, periods }),
    loopDelay: measureLoopDelay(),
    tracing,
    assets,
    console: dependencies.console,
    options,
    environment,
    findStoredSecret,
    nowMs,
    log,
    isOpen,
    demo,
  };
}
