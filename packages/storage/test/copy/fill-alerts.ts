import type { Storage } from "../../src/storage.ts";
import { startWaiting } from "../suite/alerts.ts";
import { putOperator } from "../suite/operator-samples.ts";
import { samplePush } from "../suite/push.ts";

/** Somebody who is told that visitors wait, and a round in which everybody was told. */
export async function fillAlerts(storage: Storage, at: number): Promise<void> {
  const { alerts, push } = storage;
  const { id } = await putOperator(storage, { agents: ["guide"], displayName: "Łęcka \u{1f34e}" });
  await alerts.setMail({ operatorId: id, address: "lecka@shop.example", enabled: true });
  await alerts.present(id, at);
  await push.save(samplePush({ operatorId: id }));
  await startWaiting(storage, at);
  await alerts.waiting({ missedSince: at, now: at });
  await alerts.begin({ channel: "mail", now: at, gapMs: 0, perHour: 9 });
}

/** Whom the alerts know. */
export async function alertedOf({ alerts, push }: Storage) {
  const people = (await alerts.people()).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return { people, browsers: await push.list(people.map(({ id }) => id)) };
}
