import type { PushSubscriptionRecord, Storage, WaitingChat } from "@servicechat/storage";
import { mayTake } from "../alerts/waiting-chats.ts";
import type { PushMessage, PushService } from "./create-push-service.ts";

/** Its dependencies. */
export interface PushAlertDependencies {
  readonly storage: Pick<Storage, "alerts" | "push">;
  /** Reads the chats that people are notified of. */
  readonly waiting: () => Promise<readonly WaitingChat[]>;
  readonly push: Pick<PushService, "send">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: { warn(detail: object, message: string): void };
}

/** How long until the push is repeated, if nobody has taken the chat, in milliseconds. */
const repeatMs = 60_000;
/** Limits for the whole installation, however many chats visitors begin: the gap between two rounds, and rounds per hour. */
const bounds = { gapMs: 10_000, perHour: 120 };
/** Requests at the same time. */
const atOnce = 10;

/** A push that is due. */
interface DuePush {
  readonly to: PushSubscriptionRecord;
  readonly message: PushMessage;
  /** The chats for which it is due. */
  readonly due: readonly WaitingChat[];
}

/**
 * Pushes to people's browsers every minute while visitors wait, and once when one leaves an address. Returns a function
 * that checks once.
 */
export function createPushAlerts({
  storage: { alerts, push: subscriptions },
  waiting,
  push,
  now,
  log,
}: PushAlertDependencies): (stop: AbortSignal) => Promise<void> {
  function isDue({ state, since, stateSince, pushedAt }: WaitingChat): boolean {
    if (state === "missed") return false;
    const isRepeatable = (pushedAt ?? 0) <= now() - repeatMs;
    if (state === "waiting") return isRepeatable;
    // A visitor who asks and cancels again and again is pushed no more often than one who waits.
    const isNew = (pushedAt ?? 0) < since || ((pushedAt ?? 0) < stateSince && isRepeatable);
    return isNew && addressesFrom <= now();
  }

  /** Addresses are not pushed again before then, after no browser took one. */
  let addressesFrom = 0;

  /** Returns whether the push service took it. */
  async function send({ to, message }: DuePush): Promise<boolean> {
    const answer = await push.send(to, message);
    const reason = "error" in answer ? answer.error : answer.status < 300 ? undefined : answer.status;
    if (reason !== undefined)
      log.warn(
        { subscription: to.id, operator: to.operatorId, error: reason },
        "a push notification was not accepted",
      );
    return reason === undefined;
  }

  const recordPushed = (pushed: readonly DuePush[], at: number) => {
    const sessionIds = new Set(pushed.flatMap((each) => each.due.map(({ sessionId }) => sessionId)));
    return alerts.told({ sessionIds: [...sessionIds], at });
  };

  return async (stop) => {
    const at = now();
    const chats = await waiting();
    const due = chats.filter(isDue);
    if (due.length === 0) return;
    const people = (await alerts.people()).filter((person) => due.some((chat) => mayTake(person, chat)));
    const browsers = await subscriptions.list(people.map(({ id }) => id));
    const told = [
      { type: "waiting", chats: chats.filter(({ state }) => state === "waiting") },
      { type: "address", chats: due.filter(({ state }) => state === "address") },
    ] as const;
    const pushes = browsers.flatMap((to) => {
      const person = people.find(({ id }) => id === to.operatorId);
      return told.flatMap(({ type, chats: all }): DuePush[] => {
        const own = person ? all.filter((chat) => mayTake(person, chat)) : [];
        const dueOfOwn = own.filter((chat) => due.includes(chat));
        return dueOfOwn.length > 0 ? [{ to, message: messageOf(type, own), due: dueOfOwn }] : [];
      });
    });
    if (pushes.length === 0 || !(await alerts.begin({ channel: "push", now: at, ...bounds }))) return;
    const isOfAddress = ({ message }: DuePush) => message.type === "address";
    await recordPushed(
      pushes.filter((each) => !isOfAddress(each)),
      at,
    );
    const taken: DuePush[] = [];
    for (let first = 0; first < pushes.length && !stop.aborted; first += atOnce)
      await Promise.all(
        pushes.slice(first, first + atOnce).map(async (each) => {
          if (await send(each)) taken.push(each);
        }),
      );
    // Each address is pushed once, so one that no browser took is tried again.
    const takenAddresses = taken.filter(isOfAddress);
    if (takenAddresses.length > 0) await recordPushed(takenAddresses, at);
    else if (pushes.some(isOfAddress)) addressesFrom = at + repeatMs;
  };
}

function messageOf(type: "waiting" | "address", chats: readonly WaitingChat[]): PushMessage {
  const [first] = chats;
  const agents = new Set(chats.map(({ agentId }) => agentId));
  return {
    type,
    waiting: chats.length,
    ...(first && agents.size === 1 && { agent: first.agentId }),
    ...(first && chats.length === 1 && { chat: first.sessionId }),
  };
}
