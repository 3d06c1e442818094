import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "@servicechat/coordination";
import { createChangedSourceSync, createSourceSync, createUploadReading } from "@servicechat/knowledge";
import {
  checkGaps,
  enqueueDueLetter,
  pauseOfChecksMs,
  placeQuestions,
  runDueTests,
} from "@servicechat/operations";
import type { Log, ServiceTasks } from "@servicechat/server";
import type { Services } from "./open-services.ts";
import type { AddressAnnouncement } from "./service-address/announce-address.ts";

interface Dependencies {
  readonly services: Services;
  readonly announcement: AddressAnnouncement;
  readonly clock: Clock;
  readonly log: Log;
}

/** The periodic tasks of the packages that know nothing about the server, by their names in its table. */
export function serviceTasks({ services, announcement, clock, log }: Dependencies): ServiceTasks {
  const { storage, knowledge, notifications, operations } = services;
  const { agents, crawls, syncs } = storage;
  const now = () => clock.wallMs();
  const gaps = { storage, knowledge, now };
  /** Up to which gap those without questions are removed. */
  let swept = "";
  const begunNights = new Map<string, number>();

  return {
    send_webhooks: notifications.tasks.sendWebhooks,
    send_push_alerts: notifications.tasks.sendPushAlerts,
    send_mail_alerts: notifications.tasks.sendMailAlerts,
    send_visitor_mails: notifications.tasks.sendVisitorMails,
    place_questions: (signal) => placeQuestions(gaps, signal),
    async check_gaps(signal) {
      const closed = await checkGaps(gaps, { signal, pauseMs: pauseOfChecksMs });
      if (closed > 0) log.info({ closed }, "gaps closed: their questions are answered now");
    },
    async remove_empty_gaps() {
      swept = (await storage.gaps.removeEmpty({ after: swept })) ?? "";
    },
    enqueue_weekly_letter: async () => void (await enqueueDueLetter({ storage, now })),
    run_nightly_tests: (signal) => runDueTests({ storage, operations, clock, log }, begunNights, signal),
    sync_changed_sources: createChangedSourceSync({ agents, syncs, knowledge, clock, log }),
    sync_web_sources: createSourceSync({ agents, crawls, knowledge, clock, log }),
    read_documents: createUploadReading({
      documents: storage.uploadedDocuments,
      agents,
      knowledge,
      clock,
      randomUuid: randomUUID,
      log,
      wait: (ms, signal) => wait(ms, undefined, { signal }),
    }),
    announce_address: announcement.renew,
  };
}
