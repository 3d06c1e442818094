import { ServiceError } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import type { Coordination, TurnSlot } from "@servicechat/coordination";
import type { Log } from "../dependencies.ts";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import { createLogThrottle } from "../log-throttle.ts";
import type { BoundKey } from "../request-context.ts";

/** Seconds after which a message is worth sending again when its key has as many replies as it may. */
const slotSeconds = 5;

/** A turn that is about to be taken. */
interface AskedTurn {
  readonly requestId: string;
  readonly bound: BoundKey;
  readonly sessionId: string;
  /** Stands for the visitor's address; asked for only where a limit needs it. */
  readonly addressOf: () => string;
  readonly turnSlot: TurnSlot;
}

/** The properties of a turn that message limits count. */
type Counted = Omit<AskedTurn, "turnSlot">;

/** A turn that is within every limit. */
interface AllowedTurn {
  /** Its place; leaving it also makes room for another reply of the key. */
  readonly turnSlot: TurnSlot;
  /** Counts the message as never sent. To be called when nothing came of it. */
  readonly takeBack: () => void;
}

type LimitName = "concurrentReplies" | "sessionMessagesPerHour" | "addressMessagesPerHour";

/** A limit of messages in any hour. */
interface HourLimit {
  readonly limit: LimitName;
  readonly code: FailureCode;
  /** Whose messages are counted together. */
  readonly subjectOf: (turn: Counted) => string;
}

const addressLimit: HourLimit = {
  limit: "addressMessagesPerHour",
  code: "address_messages_used_up",
  subjectOf: ({ addressOf }) => addressOf(),
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
  readonly log: Log;
  readonly nowMs: () => number;
}

interface CountingDependencies extends Omit<Dependencies, "coordination"> {
  readonly coordination: Pick<Coordination, "hourCounter">;
}

/** An upload that opens a session. */
type FirstUpload = Omit<Counted, "sessionId">;

/**
 * Counts an upload without a session like a message of its address.
 *
 * @returns what counts it as never sent
 */
export function createUploadCounter({ coordination: { hourCounter }, log, nowMs }: CountingDependencies) {
  const count = createHourCount(hourCounter, createTelling({ log, nowMs }));
  return (upload: FirstUpload): Promise<() => void> => count(addressLimit, { ...upload, sessionId: "" });
}

/** Holds turns to the limits that the agent's file sets. Without any, it does nothing. */
export function createMessageLimits({
  coordination: { concurrencySlots, hourCounter },
  log,
  nowMs,
}: Dependencies) {
  const tell = createTelling({ log, nowMs });
  const count = createHourCount(hourCounter, tell);

  async function takeSlot(turn: AskedTurn): Promise<TurnSlot> {
    const { bound, turnSlot } = turn;
    const { concurrentReplies } = bound.agent.definition.limits;
    if (concurrentReplies === undefined) return turnSlot;
    const slot = await concurrencySlots.take(bound.key.id, concurrentReplies);
    if (!slot) {
      tell("concurrentReplies", bound.key.id, turn);
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

  async function allow(turn: AskedTurn): Promise<AllowedTurn> {
    let { turnSlot } = turn;
    const counted: (() => void)[] = [];
    const takeBack = () => counted.forEach((undo) => undo());
    try {
      turnSlot = await takeSlot(turn);
      for (const limit of hourLimits) counted.push(await count(limit, turn));
      return { turnSlot, takeBack };
    } catch (refusal) {
      takeBack();
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
      return { turnSlot: turn.turnSlot, takeBack: () => undefined };
    return allow(turn);
  };
}

type Telling = (limit: LimitName, subject: string, turn: Counted) => void;

/** Tells the operator, once an hour for each chat, address or key. */
function createTelling({ log, nowMs }: Pick<Dependencies, "log" | "nowMs">): Telling {
  const isToTell = createLogThrottle(nowMs);

  return (limit, subject, { requestId, bound }) => {
    if (!isToTell(`${limit} ${subject}`)) return;
    const ids = { requestId, keyId: bound.key.id, agentId: bound.agent.id };
    const { [limit]: max } = bound.agent.definition.limits;
    log.warn({ ...ids, limit, most: max, subject }, "a limit has been reached: further messages are refused");
  };
}

function createHourCount(hourCounter: Coordination["hourCounter"], tell: Telling) {
  /** Counts a message, where there is such a limit. @returns what counts it as never sent */
  return async ({ limit, code, subjectOf }: HourLimit, turn: Counted): Promise<() => void> => {
    const { agent } = turn.bound;
    const max = agent.definition.limits[limit];
    if (max === undefined) return () => undefined;
    const subject = subjectOf(turn);
    const key = `${agent.id} ${subject}`;
    const count = await hourCounter.count(key, max);
    if (!count.accepted) {
      tell(limit, subject, turn);
      throw new ServiceError(code, { retryAfter: secondsUntilReset(count) });
    }
    return () => count.id !== undefined && hourCounter.takeBack(key, count.id);
  };
}
