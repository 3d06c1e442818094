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
import { causeOf } from "./watch/cause-of.ts";
import { createFigures } from "./watch/figures.ts";
import { timeConversations } from "./watch/time-conversations.ts";

/** How often what is past its time is forgotten, in milliseconds. */
const expireMs = 3_600_000;

/** A house that is open. */
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
  let isOpen = true;
  const house = buildHouse(parts, () => isOpen);
  const { storage, coordination, replies, figures, log, options } = house;
  const { conversations, budgets } = storage;

  const stopEndingOrphans = await endOrphans({ conversations, budgets, coordination, log });
  /** What is kept over a proper restart, and under which name. */
  const keptWindows = [
    { note: "request-windows", counter: coordination.counter },
    { note: "message-windows", counter: coordination.hourCounter },
  ];
  for (const { note, counter } of keptWindows) {
    const windows = await storage.notes.take(note);
    if (windows !== undefined) counter.restore(windows);
  }

  const stopHearing = hearNotices(coordination.notices, house);
  const stopWatching = watchCommands(house);
  const front = await listen({ host, port, enter: createDoors(house), log, figures });
  // At the start too: a service that is stopped each night would else forget nothing that became too old meanwhile.
  const stopExpiring = runEvery({
    everyMs: expireMs,
    run: () => expire(house),
    failed: (cause) => log.warn(causeOf(cause), "expiry failed, trying later"),
  });

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
      // Without a database too the stop is a proper one.
      for (const { note, counter } of keptWindows)
        await storage.notes.save(note, counter.snapshot()).catch((cause: unknown) => {
          log.warn(
            causeOf(cause),
            "what was counted for limits could not be kept: the next start begins anew",
          );
        });
    },
  };
}

/** Puts together what the doors work with. */
function buildHouse(parts: ServerParts, isOpen: () => boolean): House {
  const { coordination, agent, tracing, assets, environment, log, options, clock, demo } = parts;
  const { secret, trustedProxies = [] } = options;
  const nowMs = () => clock.wallMs();
  const figures = createFigures();
  const conversations = timeConversations(parts.storage.conversations, figures);
  const storage = { ...parts.storage, conversations };
  const writer = createReplyWriter({ conversations, log });
  const files = createFileKeeper({ files: storage.files, readDocument: parts.readDocument, nowMs });

  return {
    storage,
    coordination,
    files,
    keys: createKeyFinder(storage),
    tickets: createTickets({ secret, nowSeconds: () => Math.floor(nowMs() / 1000) }),
    addressOf: createAddressReader({ trustedProxies, secret }),
    acceptTurn: createTurnAcceptor({
      storage,
      coordination,
      secret,
      nowMs,
      log,
      disown: (replyId) => writer.disown(replyId),
    }),
    replies: createReplyRunner({
      agent,
      conversations,
      files: storage.files,
      keepImage: (image) => files.keepImage(image),
      writer,
      log,
      figures,
      tracing,
    }),
    streams: createOpenStreams(figures),
    figures,
    tracing,
    assets,
    options,
    environment,
    nowMs,
    log,
    isOpen,
    demo,
  };
}

/** Forgets what is past its time. */
async function expire({ storage, options, nowMs }: House): Promise<void> {
  const now = nowMs();
  await storage.conversations.expire({
    now,
    idleSince: now - options.sessionIdleMs,
    createdSince: now - options.sessionAgeMs,
  });
}
