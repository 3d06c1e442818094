import type { PushSubscriptionRecord, Storage, WaitingChat } from "@servicechat/storage";
import { mayTake } from "../alerts/may-take.ts";
import type { PushMessage, PushService } from "./create-push-service.ts";

/** What it is made from. */
export interface PushAlertParts {
  readonly storage: Pick<Storage, "alerts" | "push">;
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
}

/** Pushes to people's browsers every minute while visitors wait. Returns a function that checks once. */
export function createPushAlerts({
  storage: { alerts, push: subscriptions },
  push,
  now,
  log,
}: PushAlertParts): (stop: AbortSignal) => Promise<void> {
  async function send({ to, message }: DuePush): Promise<void> {
    const answer = await push.send(to, message);
    const reason = "error" in answer ? answer.error : answer.status < 300 ? undefined : answer.status;
    if (reason !== undefined)
      log.warn({ subscription: to.id, operator: to.operatorId, error: reason }, "a push was not taken");
  }

  return async (stop) => {
    const chats = (await alerts.waiting({ missedSince: now(), now: now() })).filter(isWaiting);
    const due = chats.filter(({ pushedAt }) => (pushedAt ?? 0) <= now() - repeatMs);
    if (due.length === 0) return;
    const people = (await alerts.people()).filter((person) => due.some((chat) => mayTake(person, chat)));
    const browsers = await subscriptions.list(people.map(({ id }) => id));
    if (browsers.length === 0 || !(await alerts.begin({ channel: "push", now: now(), ...bounds }))) return;
    await alerts.told({ sessionIds: due.map(({ sessionId }) => sessionId), at: now() });
    const pushes = browsers.flatMap((to) => {
      const person = people.find(({ id }) => id === to.operatorId);
      return person ? [{ to, message: messageOf(chats.filter((chat) => mayTake(person, chat))) }] : [];
    });
    for (let first = 0; first < pushes.length && !stop.aborted; first += atOnce)
      await Promise.all(pushes.slice(first, first + atOnce).map(send));
  };
}

const isWaiting = ({ state }: WaitingChat) => state === "waiting";

function messageOf(chats: readonly WaitingChat[]): PushMessage {
  const [first] = chats;
  const agents = new Set(chats.map(({ agentId }) => agentId));
  return {
    type: "waiting",
    waiting: chats.length,
    ...(first && agents.size === 1 && { agent: first.agentId }),
    ...(first && chats.length === 1 && { chat: first.sessionId }),
  };
}
