import { createTickets } from "./admission/embed-ticket.ts";
import { createKeyFinder } from "./admission/find-key.ts";
import { createAddressReader } from "./admission/visitor-address.ts";
import { createTurnAcceptor } from "./conversation/accept-turn.ts";
import { endOrphans } from "./conversation/end-orphans.ts";
import { createReplyRunner } from "./conversation/run-replies.ts";
import { createReplyWriter } from "./conversation/write-replies.ts";
import { createDoors } from "./doors/doors.ts";
import { createFileKeeper } from "./files/file-keeper.ts";
import type { House } from "./house.ts";
import { listen } from "./listen/listen.ts";
import type { ServerParts } from "./parts.ts";
import { runEvery } from "./run-every.ts";
import { hearNotices } from "./visitor/hear-notices.ts";
import { createOpenStreams } from "./visitor/open-streams.ts";
import { watchCommands } from "./visitor/watch-commands.ts";
import { createFigures } from "./watch/figures.ts";
import { timeConversations } from "./watch/time-conversations.ts";

/** Names under which the windows of requests and of messages are kept over a proper restart. */
const windowsNote = "request-windows";
const hourWindowsNote = "message-windows";
/** How often what is past its time is forgotten, in milliseconds. */
const expireMs = 3_600_000;

export interface RunningServer {
  /** The port it listens on; the chosen one when 0 was asked for. */
  readonly port: number;
  /**
   * Stops in order: no new requests, running replies get `drainMs` to finish, what still runs ends with
   * `error {retryable:true}` and is saved. The storage and the coordination stay open: they belong to the caller.
   */
  stop(): Promise<void>;
}

/** Opens the house: recovers what a crash left behind, then listens. */
export async function startServer(
  parts: ServerParts,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const { coordination, log, options, clock } = parts;
  const figures = createFigures();
  const conversations = timeConversations(parts.storage.conversations, figures);
  const storage = { ...parts.storage, conversations };
  let isOpen = true;
  const nowMs = () => clock.wallMs();
  const writer = createReplyWriter({ conversations, log });
  const files = createFileKeeper({ files: storage.files, readDocument: parts.readDocument, nowMs });
  const replies = createReplyRunner({
    agent: parts.agent,
    conversations,
    files: storage.files,
    keepImage: (image) => files.keepImage(image),
    writer,
    log,
    figures,
    tracing: parts.tracing,
  });
  const house: House = {
    storage,
    coordination,
    files,
    keys: createKeyFinder(storage),
    tickets: createTickets({ secret: options.secret, nowSeconds: () => Math.floor(nowMs() / 1000) }),
    addressOf: createAddressReader({
      trustedProxies: options.trustedProxies ?? [],
      secret: options.secret,
    }),
    acceptTurn: createTurnAcceptor({
      storage,
      coordination,
      secret: options.secret,
      nowMs,
      log,
      disown: (replyId) => writer.disown(replyId),
    }),
    replies,
    streams: createOpenStreams(figures),
    figures,
    tracing: parts.tracing,
    assets: parts.assets,
    options,
    environment: parts.environment,
    nowMs,
    log,
    isOpen: () => isOpen,
    demoKey: parts.demoKey,
    demoDocs: parts.demoDocs ?? new Map(),
  };

  const stopEndingOrphans = await endOrphans({
    conversations,
    budgets: storage.budgets,
    coordination,
    log,
  });
  const windows = await storage.notes.take(windowsNote);
  if (windows !== undefined) coordination.counter.restore(windows);
  const hourWindows = await storage.notes.take(hourWindowsNote);
  if (hourWindows !== undefined) coordination.hourCounter.restore(hourWindows);

  const stopHearing = hearNotices(coordination.notices, house);
  const stopWatching = watchCommands(house);
  const stopExpiring = runEvery({
    everyMs: expireMs,
    run: expire,
    failed: (cause) => log.warn({ err: cause }, "expiry failed, trying later"),
  });
  const front = await listen({ host, port, enter: createDoors(house), log, figures });

  async function expire(): Promise<void> {
    const now = nowMs();
    await conversations.expire({
      now,
      idleSince: now - options.sessionIdleMs,
      createdSince: now - options.sessionAgeMs,
    });
  }

  return {
    port: front.port,
    async stop() {
      isOpen = false;
      front.stopAccepting();
      const giveUp = setTimeout(() => replies.abort(() => true, "shutting_down"), options.drainMs);
      await replies.idle();
      clearTimeout(giveUp);
      stopHearing();
      await Promise.all([stopExpiring(), stopEndingOrphans(), stopWatching()]);
      // Streams have had their last event; a reader that does not take it is not waited for long.
      const force = setTimeout(() => front.closeAll(), 1_000);
      await front.closed();
      clearTimeout(force);
      // A message that was being committed when the stop was asked for may have begun its reply since.
      replies.abort(() => true, "shutting_down");
      await replies.idle();
      await storage.notes.save(windowsNote, coordination.counter.snapshot());
      await storage.notes.save(hourWindowsNote, coordination.hourCounter.snapshot());
    },
  };
}
