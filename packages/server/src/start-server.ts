import { createConsoleHost } from "./admission/console-host.ts";
import { createTickets } from "./admission/embed-ticket.ts";
import { createRefusedRequestCounter } from "./admission/count-refused.ts";
import { createSiteCounter } from "./admission/count-sites.ts";
import { createKeyFinder } from "./admission/find-key.ts";
import { createAddressReader } from "./admission/visitor-address.ts";
import { createTurnAcceptor } from "./conversation/accept-turn.ts";
import { catchUpChats } from "./conversation/catch-up-chats.ts";
import { endOrphans } from "./conversation/end-orphans.ts";
import { hashIdempotencyKey, idempotencyHashPrefix } from "./conversation/hash-idempotency-key.ts";
import { createHandoff } from "./conversation/create-handoff.ts";
import { createDrafter } from "./conversation/draft-answer.ts";
import { createReplyRunner, type ReplyRunner } from "./conversation/run-replies.ts";
import { createUserHasher } from "./conversation/hash-user.ts";
import { watchHolders } from "./conversation/watch-holders.ts";
import { createReplyWriter } from "./conversation/write-replies.ts";
import { whyEnded } from "./conversation/why-ended.ts";
import { deriveKey } from "./derive-key.ts";
import { createRoutes } from "./routes/routes.ts";
import { createUploadCounter } from "./conversation/message-limits.ts";
import { createUploadStore } from "./files/upload-store.ts";
import type { ServerContext } from "./server-context.ts";
import { listen } from "./http/listen.ts";
import type { ServerDependencies } from "./dependencies.ts";
import { runEvery } from "./run-every.ts";
import { receiveNodeEvents } from "./visitor-api/receive-node-events.ts";
import { createIdleStreams } from "./visitor-api/idle-streams.ts";
import { createOpenStreams } from "./visitor-api/open-streams.ts";
import { watchCommands } from "./visitor-api/watch-commands.ts";
import { watchTakes } from "./conversation/watch-takes.ts";
import { causeOf } from "./telemetry/cause-of.ts";
import { createMetrics } from "./telemetry/metrics.ts";
import { timeConversations } from "./telemetry/time-conversations.ts";

/** How often what is past its time is forgotten, in milliseconds. */
const expireMs = 600_000;

/** How often the day's numbers of refused requests are stored, in milliseconds. */
const saveRefusedMs = 10_000;

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
  const { storage, coordination, replies, metrics, log, options } = server;

  const stopEndingOrphans = await endOrphans({ ...storage, ...server });
  await hashStoredKeys(server);
  /** The state that survives a clean restart, and its names. */
  const keptWindows = [
    { note: "request-windows", counter: coordination.counter },
    { note: "message-windows", counter: coordination.hourCounter },
  ];
  for (const { note, counter } of keptWindows) {
    const windows = await storage.keyValues.take(note);
    if (windows !== undefined) counter.restore(windows);
  }

  const stopHearing = receiveNodeEvents(coordination.nodeEvents, server);
  const stopWatching = watchCommands(server);
  const stopWatchingTakes = watchTakes(server);
  const stopWatchingHolders = watchHolders(server);
  const stopCatchingUp = catchUpChats({ chatIndex: storage.chatIndex, log });
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
  // At the start too: a service that is stopped each night would else forget nothing that became too old meanwhile.
  const stopExpiring = runEvery({
    everyMs: expireMs,
    run: () => expire(server),
    failed: (cause) => log.warn(causeOf(cause), "expiry failed, trying later"),
  });
  const savingFailed = (cause: unknown) =>
    log.warn(causeOf(cause), "the number of refused requests could not be stored, trying later");
  const stopSavingRefused = runEvery({
    everyMs: saveRefusedMs,
    run: () => server.refused.save(),
    failed: savingFailed,
  });

  return {
    port: front.port,
    async stop() {
      isOpen = false;
      front.stopAccepting();
      server.idle.endAll();
      const giveUp = setTimeout(() => replies.abort(() => true, "shutting_down"), options.drainMs);
      await replies.idle();
      clearTimeout(giveUp);
      stopHearing();
      await Promise.all([
        stopExpiring(),
        stopEndingOrphans(),
        stopWatching(),
        stopWatchingTakes(),
        stopWatchingHolders(),
        stopCatchingUp(),
      ]);
      // Streams have had their last event; a reader that does not take it is not waited for long.
      const force = setTimeout(() => front.closeAll(), 1_000);
      await front.closed();
      clearTimeout(force);
      await front.stopWatching();
      // A message that was being committed when the stop was asked for may have begun its reply since.
      replies.abort(() => true, "shutting_down");
      await replies.idle();
      await stopSavingRefused();
      await server.refused.save().catch(savingFailed);
      await server.sites?.stop();
      // Without a database too the stop is a proper one.
      for (const { note, counter } of keptWindows)
        await storage.keyValues.save(note, counter.snapshot()).catch((cause: unknown) => {
          log.warn(
            causeOf(cause),
            "what was counted for limits could not be saved: the next start counts from zero",
          );
        });
    },
  };
}

/** Puts together what request handlers work with. */
function createServerContext(dependencies: ServerDependencies, isOpen: () => boolean): ServerContext {
  const { coordination, agent, tracing, assets, environment, log, options, clock, demo } = dependencies;
  const { secret, trustedProxies = [] } = options;
  const nowMs = () => clock.wallMs();
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
    sites: dependencies.console && createSiteCounter({ keySites: storage.keySites, log, nowMs }),
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

/**
 * Takes keys in clear, which the version before kept, out of the database. While another node is there, which may be of
 * that version and looks for them, they stay until their day is over.
 */
async function hashStoredKeys({ storage, coordination, options }: ServerContext): Promise<void> {
  if ((await coordination.nodes.alive()).length > 1) return;
  const hashing = deriveKey(options.secret, "idempotency-key");
  await storage.conversations.renameIdempotencyKeys({
    prefix: idempotencyHashPrefix,
    rename: ({ agentId, key }) => hashIdempotencyKey(hashing, agentId, key),
  });
}

/** Forgets what is past its time. */
async function expire({ storage, options, nowMs }: ServerContext): Promise<void> {
  const now = nowMs();
  await storage.conversations.expire({
    now,
    idleSince: now - options.sessionIdleMs,
    createdSince: now - options.sessionAgeMs,
  });
}
