/** What is known about a periodic task before it runs. */
export interface TaskRow {
  /** The pause between two rounds, in milliseconds; `null` where rounds run only when something asks for one. */
  readonly periodMs: number | null;
  /** The pause before the first round, in milliseconds; none when left out. */
  readonly initialDelayMs?: number;
  /** The longest pause after failures, in milliseconds; a minute when left out. It is never shorter than the period. */
  readonly maxBackoffMs?: number;
  /**
   * `each_node`: every node works on what is its own. `one_node`: every node looks, and the database gives each piece of
   * work to one of them.
   */
  readonly runsOn: "each_node" | "one_node";
  /** Whether replies that are still running need it: then it ends after them. */
  readonly whileDraining: boolean;
  /** What a round may cost, at any number of chats. */
  readonly cost: string;
  /** What it does. */
  readonly does: string;
}

/** The longest pause after failures of a task that visitors would notice, in milliseconds. */
const noticedMs = 5_000;

/** Every periodic task of the product. A timer that is neither here nor listed in tools/timers.ts fails the tests. */
export const taskTable = {
  stop_taken_replies: {
    periodMs: 100,
    maxBackoffMs: noticedMs,
    runsOn: "each_node",
    whileDraining: true,
    cost: "one read by key for the running replies; nothing without any",
    does: "Stops replies whose chats a person has taken, even if no event announced it",
  },
  detect_external_changes: {
    periodMs: 1_000,
    maxBackoffMs: noticedMs,
    runsOn: "each_node",
    whileDraining: true,
    cost: "one read by key for each chat and key that is in use on this node",
    does: "Detects revoked keys and erased or changed chats that another process caused while they are in use",
  },
  send_heartbeats: {
    periodMs: 1_000,
    runsOn: "each_node",
    whileDraining: true,
    cost: "a look at each stream that waits, in memory; one write for each in 15 s",
    does: "Sends heartbeats over streams that wait while nothing runs, and ends those that were open for ten minutes",
  },
  enforce_handoff_timeouts: {
    periodMs: 1_000,
    maxBackoffMs: noticedMs,
    runsOn: "one_node",
    whileDraining: true,
    cost: "one read of the chats that wait for a person or have one",
    does: "Returns chats to the agent when nobody comes, or when their person is silent or loses access, and tells waiting visitors their place",
  },
  end_orphans: {
    periodMs: null,
    maxBackoffMs: noticedMs,
    runsOn: "one_node",
    whileDraining: true,
    cost: "one read of the replies that run; only after a node was lost",
    does: "Ends the replies of a lost node",
  },
  update_chat_list: {
    periodMs: 1_000,
    maxBackoffMs: noticedMs,
    runsOn: "one_node",
    whileDraining: true,
    cost: "the turns that have ended, a few at a time, with pauses between them",
    does: "Brings the list and the search of chats up to date; requests of operators do so themselves",
  },
  disconnect_slow_readers: {
    periodMs: 5_000,
    runsOn: "each_node",
    whileDraining: true,
    cost: "a look at each open response; the kernel's table of sockets if a reader is behind",
    does: "Disconnects readers who accept too little of their response",
  },
  store_key_sites: {
    periodMs: 1_000,
    runsOn: "each_node",
    whileDraining: true,
    cost: "one write for the sites that asked since the last round",
    does: "Stores from which sites the requests of keys came",
  },
  store_refusals: {
    periodMs: 10_000,
    runsOn: "each_node",
    whileDraining: true,
    cost: "one write for the keys that refused requests since the last round",
    does: "Stores how many requests were refused by limits",
  },
  expire_data: {
    periodMs: 600_000,
    maxBackoffMs: 3_600_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "what has expired since the last round, in small batches with pauses",
    does: "Deletes chats and everything else that is past its time; also right after a start",
  },
  send_webhooks: {
    periodMs: 1_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "one read of what is due; requests to receivers do not hold up a round",
    does: "Sends webhooks that are due",
  },
  send_push_alerts: {
    periodMs: 1_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "one read of the chats that wait for a person",
    does: "Alerts people by push that visitors are waiting",
  },
  send_mail_alerts: {
    periodMs: 1_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "one read of the chats that wait for a person",
    does: "Alerts people by mail that visitors are waiting",
  },
  send_visitor_mails: {
    periodMs: 1_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "one read of the visitors who left an address and have not seen an answer",
    does: "Sends mail to visitors who missed an answer",
  },
  place_questions: {
    periodMs: 2_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "the questions that were not answered well since the last round",
    does: "Puts questions that were not answered well into gaps",
  },
  check_gaps: {
    periodMs: 2_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "the gaps of agents that have learnt something since: some at a time, a question each 100 ms",
    does: "Asks the questions of gaps again, and closes gaps that are answered by now",
  },
  remove_empty_gaps: {
    periodMs: 20_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "the next few gaps, by key",
    does: "Removes gaps that have no questions left",
  },
  enqueue_weekly_letter: {
    periodMs: 30_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "one read of a setting",
    does: "Enqueues the weekly letter when it is due",
  },
  run_nightly_tests: {
    periodMs: 600_000,
    initialDelayMs: 600_000,
    runsOn: "each_node",
    whileDraining: false,
    cost: "one read of the agents' tests; at night the tests themselves",
    does: "Runs the tests of agents that say `nightly: true`, once a night",
  },
  sync_changed_sources: {
    periodMs: 1_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "one read of the agents whose sources have changed since they were read",
    does: "Reads the sources of agents that were applied with other ones",
  },
  sync_web_sources: {
    periodMs: 60_000,
    initialDelayMs: 500,
    runsOn: "one_node",
    whileDraining: false,
    cost: "one read of the agents and their crawls; the pages that are read do not hold up a round",
    does: "Reads web sources again as often as their agents require",
  },
  read_documents: {
    periodMs: 1_000,
    runsOn: "one_node",
    whileDraining: false,
    cost: "two reads by an index; the documents that are read do not hold up a round",
    does: "Reads documents that people uploaded, and deletes the bytes of those that are gone",
  },
  announce_address: {
    periodMs: 20_000,
    initialDelayMs: 20_000,
    runsOn: "each_node",
    whileDraining: true,
    cost: "one write by key",
    does: "Renews the address of this node in the database, for commands; with SQLite it needs no renewal",
  },
  examine_database: {
    periodMs: 86_400_000,
    initialDelayMs: 60_000,
    maxBackoffMs: 86_400_000,
    runsOn: "each_node",
    whileDraining: false,
    cost: "the whole SQLite file once a day, in a thread, 500 rows at a time; nothing on PostgreSQL",
    does: "Looks for damage in the database's file",
  },
  measure_loop_delay: {
    periodMs: 60_000,
    initialDelayMs: 60_000,
    runsOn: "each_node",
    whileDraining: true,
    cost: "a few numbers in memory",
    does: "Begins another minute of `servicechat_loop_delay_seconds`",
  },
} as const satisfies Record<string, TaskRow>;

/** The name of a periodic task, as in the metrics. */
export type TaskName = keyof typeof taskTable;
