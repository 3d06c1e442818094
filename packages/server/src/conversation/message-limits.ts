import { ServiceError } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import type { Coordination, Place } from "@servicechat/coordination";
import type { Log } from "../parts.ts";
import type { BoundKey } from "../visit.ts";

/** Seconds after which a message is worth sending again when its key has as many replies as it may. */
const seatSeconds = 5;
/** For how long a limit that was told in the log is not told again, in milliseconds: of a flood, one line is enough. */
const toldMs = 3_600_000;
/** Most limits remembered as told. */
const mostTold = 10_000;

/** A turn that is about to be taken. */
interface AskedTurn {
  readonly requestId: string;
  readonly bound: BoundKey;
  readonly sessionId: string;
  /** Stands for the visitor's address; asked for only where a limit needs it. */
  readonly addressOf: () => string;
  readonly place: Place;
}

/** A turn that is within every limit. */
interface AllowedTurn {
  /** Its place; leaving it also makes room for another reply of the key. */
  readonly place: Place;
  /** Counts the message as never sent. To be called when nothing came of it. */
  readonly takeBack: () => void;
}

type LimitName = "concurrentReplies" | "sessionMessagesPerHour" | "addressMessagesPerHour";

/** A limit of messages in any hour. */
interface HourLimit {
  readonly limit: LimitName;
  readonly code: FailureCode;
  /** Whose messages are counted together. */
  readonly subjectOf: (turn: AskedTurn) => string;
}

const hourLimits: readonly HourLimit[] = [
  {
    limit: "sessionMessagesPerHour",
    code: "session_messages_used_up",
    subjectOf: ({ sessionId }) => sessionId,
  },
  {
    limit: "addressMessagesPerHour",
    code: "address_messages_used_up",
    subjectOf: ({ addressOf }) => addressOf(),
  },
];

interface Parts {
  readonly coordination: Pick<Coordination, "seats" | "hourCounter">;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** Holds turns to the limits that the agent's file sets. Without any, it does nothing. */
export function createMessageLimits({ coordination: { seats, hourCounter }, log, nowMs }: Parts) {
  const told = new Map<string, number>();

  /** Tells the operator, once an hour for each chat, address or key. */
  function tell(limit: LimitName, subject: string, { requestId, bound }: AskedTurn): void {
    const now = nowMs();
    const name = `${limit} ${subject}`;
    if ((told.get(name) ?? 0) > now) return;
    if (told.size >= mostTold) told.clear();
    told.set(name, now + toldMs);
    const ids = { requestId, keyId: bound.key.id, agentId: bound.agent.id };
    const { [limit]: most } = bound.agent.definition.limits;
    log.warn({ ...ids, limit, most, subject }, "a limit is used up: messages beyond it are refused");
  }

  async function takeSeat(turn: AskedTurn): Promise<Place> {
    const { bound, place } = turn;
    const { concurrentReplies } = bound.agent.definition.limits;
    if (concurrentReplies === undefined) return place;
    const seat = await seats.take(bound.key.id, concurrentReplies);
    if (!seat) {
      tell("concurrentReplies", bound.key.id, turn);
      throw new ServiceError("key_busy", { retryAfter: seatSeconds });
    }
    return {
      lineUp: (number) => place.lineUp(number),
      isWaiting: () => place.isWaiting(),
      leave() {
        place.leave();
        seat.leave();
      },
    };
  }

  /** Counts a message, where there is such a limit. @returns what counts it as never sent */
  async function count({ limit, code, subjectOf }: HourLimit, turn: AskedTurn): Promise<() => void> {
    const { agent } = turn.bound;
    const most = agent.definition.limits[limit];
    if (most === undefined) return () => undefined;
    const subject = subjectOf(turn);
    const key = `${agent.id} ${subject}`;
    const { accepted, resetMs, mark } = await hourCounter.count(key, most);
    if (!accepted) {
      tell(limit, subject, turn);
      throw new ServiceError(code, { retryAfter: Math.max(1, Math.ceil(resetMs / 1000)) });
    }
    return () => mark !== undefined && hourCounter.takeBack(key, mark);
  }

  async function allow(turn: AskedTurn): Promise<AllowedTurn> {
    let { place } = turn;
    const counted: (() => void)[] = [];
    const takeBack = () => counted.forEach((undo) => undo());
    try {
      place = await takeSeat(turn);
      for (const limit of hourLimits) counted.push(await count(limit, turn));
      return { place, takeBack };
    } catch (refusal) {
      takeBack();
      place.leave();
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
    if (limits.every((limit) => limit === undefined)) return { place: turn.place, takeBack: () => undefined };
    return allow(turn);
  };
}
