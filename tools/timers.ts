/** Timers of a file that are not periodic tasks of the service. */
interface AllowedTimers {
  /** How many there are: one more is a decision. */
  readonly count: number;
  /** Completes the sentence "It is no task of the table, because it ...". */
  readonly because: string;
}

const limits = (count: number, what: string): AllowedTimers => ({
  count,
  because: `limits the time of ${what}, once`,
});
const ofOne = (count: number, what: string): AllowedTimers => ({
  count,
  because: `belongs to ${what}, and ends with it`,
});

/**
 * Files of the service with timers. Anything else that happens again and again without a request is a row of
 * `packages/server/src/background/task-table.ts`.
 */
export const allowedTimers: Readonly<Record<string, AllowedTimers>> = {
  "packages/server/src/background/scheduler.ts": {
    count: 3,
    because: "runs the table, and measures each round of a task",
  },

  "packages/cli/src/commands/conformance.ts": ofOne(1, "one command"),
  "packages/cli/src/commands/serve.ts": limits(1, "a stop"),
  "packages/cli/src/doctor/check-tls.ts": limits(1, "one check"),
  "packages/cli/src/open-services.ts": {
    count: 2,
    because: "passes on how to wait, and waits for a database that a start cannot reach yet",
  },
  "packages/cli/src/serve.ts": {
    count: 2,
    because: "waits once after the start, and limits the time of a stop",
  },

  "packages/server/src/start-server.ts": limits(2, "a stop"),
  "packages/server/src/http/body-timeout.ts": limits(2, "one request's body"),
  "packages/server/src/http/listen.ts": { count: 2, because: "closes connections while the server stops" },
  "packages/server/src/streams/reply-streams.ts": ofOne(1, "one reader of a reply"),
  "packages/server/src/admin-api/events.ts": ofOne(1, "one event stream of an operator"),
  "packages/server/src/admin-api/follow-chat.ts": ofOne(1, "one event stream of an operator"),
  "packages/server/src/admin-api/presence.ts": ofOne(1, "one person who looks at a chat"),
  "packages/server/src/streams/reply-source.ts": ofOne(1, "one request that looks for a reply"),
  "packages/server/src/handoff/return-to-agent.ts": ofOne(1, "one message that waits for its turn"),
  "packages/server/src/reply/gather-text.ts": ofOne(2, "running replies"),
  "packages/server/src/reply/write-replies.ts": ofOne(2, "running replies"),
  "packages/server/src/start-tasks.ts": ofOne(1, "one round of a task"),

  "packages/operations/src/chats/change-feed.ts": ofOne(1, "the open event streams of operators"),
  "packages/operations/src/gaps/check-gaps.ts": ofOne(1, "one check of gaps"),
  "packages/operations/src/gaps/place-questions.ts": limits(1, "one request's wait"),

  "packages/knowledge/src/crawl/fetch-web.ts": ofOne(1, "one crawl"),
  "packages/knowledge/src/sync/crawl-lease.ts": ofOne(2, "one crawl"),
  "packages/knowledge/src/sync/record-sync.ts": ofOne(1, "one sync"),
  "packages/knowledge/src/embeddings/embed-passages.ts": ofOne(1, "one sync"),
  "packages/knowledge/src/embeddings/local-embedder.ts": {
    count: 2,
    because: "limits the time of one request, and ends a thread that is idle",
  },
  "packages/knowledge/src/extract/create-extractor.ts": ofOne(3, "one document that is read"),
  "packages/cli/src/commands/push-documents.ts": ofOne(1, "one command that waits as it is told"),
  "packages/cli/src/service-tasks.ts": ofOne(1, "one document that is read"),
  "packages/knowledge/src/extract/extraction-guard.ts": ofOne(1, "one process that reads documents"),

  "packages/knowledge/src/uploads/read-uploads.ts": ofOne(2, "one document that is read"),

  "packages/coordination/src/redis/connections.ts": limits(1, "one connection attempt"),
  "packages/coordination/src/redis/link.ts": ofOne(3, "the connection to Redis"),
  "packages/coordination/src/redis/nodes.ts": ofOne(1, "the lease of this node"),
  "packages/coordination/src/redis/turn-order.ts": ofOne(2, "the leases of this node"),
  "packages/coordination/src/redis/concurrency-slots.ts": ofOne(1, "the leases of this node"),
  "packages/coordination/src/redis/follow-replies.ts": ofOne(
    2,
    "the replies of other nodes that are followed",
  ),

  "packages/storage/src/erasure/delete-in-steps.ts": ofOne(1, "one deletion in steps"),
  "packages/storage/src/postgres/connection-semaphore.ts": ofOne(2, "one wait for a connection"),
  "packages/storage/src/postgres/prepare-database.ts": ofOne(1, "one attempt to open the database"),
  "packages/storage/src/postgres/query-timeouts.ts": limits(1, "one statement"),
  "packages/storage/src/sqlite/checkpoints.ts": { count: 1, because: "ends a thread that is idle" },
  "packages/storage/src/sqlite/damage-thread.ts": ofOne(2, "one reading of the whole file"),
  "packages/storage/src/sqlite/write-ahead-log.ts": ofOne(1, "one erasure"),
  "packages/storage/src/sqlite/open-connection.ts": ofOne(1, "one attempt to open the database"),
  "packages/storage/src/sqlite/dialect.ts": ofOne(1, "one statement that waits for another process"),
  "packages/storage/src/sqlite/reader.ts": { count: 1, because: "ends a thread that is idle" },
};
