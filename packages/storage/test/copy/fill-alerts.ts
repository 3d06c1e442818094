import type { Storage } from "../../src/index.ts";
import { startWaiting } from "../suite/alerts.ts";
import { putOperator, signIn } from "../suite/operator-samples.ts";
import { samplePush } from "../suite/push.ts";
import { mailRules, startAbsence } from "../suite/visitor-mail.ts";

/** Somebody who is notified of waiting visitors, and a round in which everybody was. */
export async function fillAlerts(storage: Storage, at: number): Promise<void> {
  const { alerts, push } = storage;
  const { id } = await putOperator(storage, { agents: ["guide"], displayName: "Łęcka \u{1f34e}" });
  await alerts.setMail({ operatorId: id, address: "lecka@shop.example", enabled: true });
  await alerts.present(id, at);
  await push.save(samplePush({ operatorId: id, sessionId: (await signIn(storage, id)).id }));
  const waiting = await startWaiting(storage, at);
  await alerts.noteMailed({ operatorId: id, sessionIds: [waiting], at });
  await startAbsence(storage, at);
  await storage.visitorMail.createDue({ ...mailRules, now: at + mailRules.awayMs });
  await alerts.waiting({ missedSince: at, addressSince: 0, now: at });
  await alerts.begin({ channel: "mail", now: at, gapMs: 0, perHour: 9 });
}

/** The people in the alerts, and the pending mails to visitors. */
export async function alertedOf({ alerts, push, visitorMail }: Storage) {
  const people = (await alerts.people()).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const mails = await visitorMail.claim({ now: 1e15, until: 1, limit: 9 });
  const chats = await alerts.waiting({ missedSince: 0, addressSince: 0, now: 1e15 });
  const mailed = await alerts.mailed(chats.map(({ sessionId }) => sessionId));
  return { people, mailed, mails, browsers: await push.list(people.map(({ id }) => id)) };
}
