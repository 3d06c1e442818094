import { ServiceError, type FailureCode } from "@servicechat/contract";
import type { Coordination, TurnSlot } from "@servicechat/coordination";
import type { Log } from "../dependencies.ts";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import { createLogThrottle } from "../log-throttle.ts";
import type { BoundKey, RequestContext } from "../request-context.ts";
import type { ServerContext } from "../server-context.ts";

/** Seconds after which a message is worth sending again when its key has as many replies as it may. */
const slotSeconds = 5;

/** A turn that is about to be taken. */
interface AskedTurn {
  readonly requestId: string;
  readonly bound: BoundKey;
  readonly sessionId: string;
  readonly request: RequestContext["request"];
  readonly turnSlot: TurnSlot;
}

/** The properties of a turn that message limits count. */
interface Counted extends Omit<AskedTurn, "request" | "turnSlot"> {
  /** Stands for the visitor's address; empty where no limit needs it. */
  readonly address: string;
}

/** A turn that is within every limit. */
interface AllowedTurn {
  /** Its place; leaving it also makes room for another reply of the key. */
  readonly turnSlot: TurnSlot;
  /** Counts the message as never sent. To be called when nothing came of it. */
  readonly undoCount: () => void;
}

type LimitName =
  | "concurrentReplies"
  | "sessionMessagesPerHour"
  | "addressMessagesPerHour"
  | "addressHandoffsPerHour";

/** A limit of messages in any hour. */
interface HourLimit {
  readonly limit: LimitName;
  readonly code: FailureCode;
  /** Whose messages are counted together. */
  readonly subjectOf: (turn: Counted) => string;
  /** Where the agent's file sets none. */
  readonly usual?: number;
}

const addressLimit: HourLimit = {
  limit: "addressMessagesPerHour",
  code: "address_messages_used_up",
  subjectOf: ({ address }) => address,
};

/** A person's time is dear: one stranger must not fill the inbox. */
const handoffLimit: HourLimit = {
  limit: "addressHandoffsPerHour",
  code: "address_messages_used_up",
  subjectOf: ({ address }) => `${address} asks for a person`,
  usual: 20,
};

const hourLimits: readonly HourLimit[] = [
  {
    limit: "sessionMessagesPerHour",
    code: "session_messages_used_up",
    subjectOf: ({ sessionId }) => sessionId,
  },
  addressLimit,
];

interface Dependencies {
  readonly coordination: Pick<Coordination, "concurrencySlots" | "hourCounter">;
  readonly addressOf: ServerContext["addressOf"];
  readonly log: Log;
  readonly nowMs: () => number;
}

interface CountingDependencies extends Omit<Dependencies, "coordination" | "addressOf"> {
  readonly coordination: Pick<Coordination, "hourCounter">;
}

/** An upload that opens a session. */
type FirstUpload = Omit<Counted, "sessionId">;

/**
 * Counts an upload without a session like a message of its address.
 *
 * @returns what counts it as never sent
 */
export function createUploadCounter(dependencies: CountingDependencies) {
  const count = createHourCount(dependencies, createLimitLog(dependencies));
  return (upload: FirstUpload): Promise<() => void> => count(addressLimit, { ...upload, sessionId: "" });
}

/**
 * Counts a chat that begins to ask for a person, by the address that it is asked from. A connection from a private
 * network may come from a proxy that is not in the settings, for all visitors: there, only a limit that the agent's file
 * sets counts.
 *
 * @throws ServiceError `address_messages_used_up`
 */
export function createHandoffCounter(dependencies: CountingDependencies) {
  const count = createHourCount(dependencies, createLimitLog(dependencies));
  return async (asking: Counted, { isOfVisitor }: { readonly isOfVisitor: boolean }): Promise<void> => {
    const isSet = asking.bound.agent.definition.limits.addressHandoffsPerHour !== undefined;
    if (isSet || isOfVisitor) await count(handoffLimit, asking);
  };
}

/** Holds turns to the limits that the agent's file sets. Without any, it does nothing. */
export function createMessageLimits(dependencies: Dependencies) {
  const { addressOf, coordination } = dependencies;
  const logLimit = createLimitLog(dependencies);
  const count = createHourCount(dependencies, logLimit);

  async function takeSlot(turnSlot: TurnSlot, turn: Counted): Promise<TurnSlot> {
    const { bound } = turn;
    const { concurrentReplies } = bound.agent.definition.limits;
    if (concurrentReplies === undefined) return turnSlot;
    const slot = await coordination.concurrencySlots.take(bound.key.id, concurrentReplies);
    if (!slot) {
      logLimit("concurrentReplies", bound.key.id, turn);
      throw new ServiceError("key_busy", { retryAfter: slotSeconds });
    }
    return {
      lineUp: (number) => turnSlot.lineUp(number),
      isWaiting: () => turnSlot.isWaiting(),
      leave() {
        turnSlot.leave();
        slot.leave();
      },
    };
  }

  async function allow({ request, turnSlot: reserved, ...turn }: AskedTurn): Promise<AllowedTurn> {
    const isOfAddress = turn.bound.agent.definition.limits.addressMessagesPerHour !== undefined;
    const counted: Counted = { ...turn, address: isOfAddress ? addressOf(request) : "" };
    let turnSlot = reserved;
    const undos: (() => void)[] = [];
    const undoCount = () => undos.forEach((undo) => undo());
    try {
      turnSlot = await takeSlot(reserved, counted);
      for (const limit of hourLimits) undos.push(await count(limit, counted));
      return { turnSlot, undoCount };
    } catch (refusal) {
      undoCount();
      turnSlot.leave();
      throw refusal;
    }
  }

  /**
   * Lets a turn pass, or frees its place and throws.
   *
   * @throws ServiceError `key_busy`, `session_messages_used_up`, `address_messages_used_up`
   */
  return (turn: AskedTurn): AllowedTurn | Promise<AllowedTurn> => {
    const { concurrentReplies, sessionMessagesPerHour, addressMessagesPerHour } =
      turn.bound.agent.definition.limits;
    const limits = [concurrentReplies, sessionMessagesPerHour, addressMessagesPerHour];
    if (limits.every((limit) => limit === undefined))
      return { turnSlot: turn.turnSlot, undoCount: () => undefined };
    return allow(turn);
  };
}

type LogLimit = (limit: LimitName, subject: string, turn: Counted) => void;

/** Warns the operator, once an hour for each chat, address or key. */
function createLimitLog({ log, nowMs }: Pick<Dependencies, "log" | "nowMs">): LogLimit {
  const mayLog = createLogThrottle(nowMs);

  return (limit, subject, { requestId, bound }) => {
    if (!mayLog(`${limit} ${subject}`)) return;
    const ids = { requestId, keyId: bound.key.id, agentId: bound.agent.id };
    const { [limit]: max } = bound.agent.definition.limits;
    log.warn({ ...ids, limit, most: max, subject }, "a limit has been reached: further messages are refused");
  };
}

function createHourCount(
  { coordination: { hourCounter } }: Pick<CountingDependencies, "coordination">,
  logLimit: LogLimit,
) {
  /** Counts a message, where there is such a limit. @returns what counts it as never sent */
  return async ({ limit, code, subjectOf, usual }: HourLimit, turn: Counted): Promise<() => void> => {
    const { agent } = turn.bound;
    const max = agent.definition.limits[limit] ?? usual;
    if (max === undefined) return () => undefined;
    const subject = subjectOf(turn);
    const key = `${agent.id} ${subject}`;
    const count = await hourCounter.count(key, max);
    if (!count.accepted) {
      logLimit(limit, subject, turn);
      throw new ServiceError(code, { retryAfter: secondsUntilReset(count) });
    }
    return () => count.id !== undefined && hourCounter.takeBack(key, count.id);
  };
}
