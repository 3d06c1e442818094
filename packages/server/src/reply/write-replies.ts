import type {
  ChatHolding,
  ConversationStore,
  ReplyEnd,
  ReplyProgress,
  StoredPart,
} from "@servicechat/storage";
import type { Log } from "../dependencies.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import { createRepeatedFailureLog } from "../telemetry/repeated-failure-log.ts";
import type { ReplyDraft } from "./reply-outlet.ts";

/**
 * Longest time that sent text waits to be committed, in milliseconds. Below the promised 250, so that the commit
 * itself has time to end.
 */
const commitMs = 200;
/**
 * A commit without a known outcome may still take effect, as when a database waits for its disk or its standby. It is
 * looked for after this many milliseconds, then each time after twice as many: often while that is likely, and no commit
 * is late by more than a day.
 */
const [firstPauseMs, maxPauseMs] = [10_000, 86_400_000];

/** Brings what replies say into storage. */
export interface ReplyWriter {
  /**
   * Records that a running reply has grown. Its draft is committed soon, with those of all others; at once if there is a
   * listener.
   *
   * @returns the number of the note, which the listener receives
   */
  note(replyId: string, draft: ReplyDraft, listener?: StoringListener): number;
  /** Resolves when what is being committed now is stored, or has failed, and its listeners were called. */
  settled(): Promise<void>;
  /** Commits at once what waits for its commit: who takes a chat finds what the visitor has read of its reply. */
  flush(): Promise<void>;
  /**
   * Writes a reply as it ended, in place of its draft. When that fails it is tried again until it
   * succeeds, then as `incomplete`: its stream has ended with an error.
   *
   * @returns who took its chat before: then nothing of it was written but what is counted; `gone` when it is not there
   * @throws what the storage threw
   */
  end(end: ReplyEnd): Promise<ChatHolding | "gone" | undefined>;
  /**
   * Ends a reply that no process will write, as `incomplete`: whether its turn was committed is unknown. Does nothing
   * if there is no such reply.
   */
  disown(replyId: string): void;
}

/** Called with what becomes of a reply's draft. */
interface StoringListener {
  /** The draft as of this note, or an earlier one, is stored. */
  stored(note: number): void;
  /** The storage took nothing: the reply has ended, or another transaction holds its row. Never rejects. */
  passedOver(): Promise<void>;
}

/** A running reply, and how much of its draft the database has. */
interface GrowingReply {
  readonly draft: ReplyDraft;
  readonly listener: StoringListener | undefined;
  /** Number of the newest note. */
  notes: number;
  /** Of the draft's content, in UTF-16 code units. */
  length: number;
  /** The same in characters, as databases count them. */
  offset: number;
  parts?: readonly StoredPart[];
}

/** Commits the text of all running replies together, one transaction for all, so that many replies cost few commits. */
export function createReplyWriter({
  conversations,
  log,
}: {
  readonly conversations: ConversationStore;
  readonly log: Log;
}): ReplyWriter {
  const growing = new Map<string, GrowingReply>();
  /** Ids of those that have grown since they were last committed. */
  let grown = new Set<string>();
  const unwritten = new Map<string, ReplyEnd>();
  const failureLog = createRepeatedFailureLog(log, {
    failing: "replies could not be committed, trying again until they are",
    working: "replies are committed again",
  });
  let timer: NodeJS.Timeout | undefined;
  /** When the first of them grew. */
  let waitingSince = 0;

  let committing = Promise.resolve();
  let isFailing = false;
  /** A commit comes right after the one that runs now. */
  let isHurrying = false;

  /** One after the other: each begins where the last one ended. */
  function commitNext(): Promise<void> {
    committing = committing.then(commit);
    return committing;
  }

  /** Commits as soon as the previous commit is over, because readers wait for it. A failed one waits for its time. */
  function hurry(): void {
    if (isHurrying || isFailing) return;
    isHurrying = true;
    committing = committing.then(() => {
      isHurrying = false;
      return commit();
    });
  }

  async function commit(): Promise<void> {
    const taken = grown;
    grown = new Set();
    try {
      if (taken.size > 0) await commitProgress(taken);
      taken.clear();
      await writeEnds();
      isFailing = false;
      failureLog.recovered();
    } catch (cause) {
      isFailing = true;
      failureLog.failed({ ...causeOf(cause), replies: taken.size + unwritten.size });
      grown = grown.union(taken).intersection(growing); // some have ended meanwhile
      waitingSince = performance.now(); // not again at once
    }
    timer = undefined;
    if (grown.size + unwritten.size > 0) schedule();
  }

  /** All at once, so that they share their commits. @throws what the storage threw for one of them, the others written */
  async function writeEnds(): Promise<void> {
    const writing = [...unwritten.values()].map(async (end) => {
      await conversations.endReply(end);
      // Another may have taken its place meanwhile.
      if (unwritten.get(end.replyId) === end) unwritten.delete(end.replyId);
    });
    for (const written of await Promise.allSettled(writing))
      if (written.status === "rejected") throw written.reason;
  }

  async function commitProgress(replyIds: ReadonlySet<string>): Promise<void> {
    const progress: (ReplyProgress & { readonly note: number })[] = [];
    for (const replyId of replyIds) {
      const reply = growing.get(replyId);
      if (reply) progress.push({ ...progressOf(replyId, reply), note: reply.notes });
    }
    const unsaved = await conversations.saveProgress(progress);
    const whyUnsaved = new Map(unsaved.map(({ replyId, why }) => [replyId, why]));
    for (const given of progress) {
      const reply = growing.get(given.replyId);
      const why = whyUnsaved.get(given.replyId);
      if (!reply) continue;
      if (why === "behind") beginAgain(given.replyId, reply);
      else if (why === "passed_over" && reply.listener) void reply.listener.passedOver();
      else {
        advance(reply, given);
        reply.listener?.stored(given.note);
      }
    }
  }

  /** The database has lost text that it had taken: it gets the reply from its beginning once more. */
  function beginAgain(replyId: string, reply: GrowingReply): void {
    const { draft, listener, notes } = reply;
    growing.set(replyId, { draft, listener, notes, length: 0, offset: 0 });
    grown.add(replyId);
    waitingSince = performance.now();
  }

  function schedule(): void {
    // A slow commit must not add its time to later notes' waiting. It does not keep the process alive: one that stopped
    // while its database was away would try forever.
    timer ??= setTimeout(
      () => void commitNext(),
      Math.max(0, waitingSince + commitMs - performance.now()),
    ).unref();
  }

  return {
    note(replyId, draft, listener) {
      const reply = growing.get(replyId) ?? { draft, listener, notes: 0, length: 0, offset: 0 };
      growing.set(replyId, reply);
      if (grown.size === 0) waitingSince = performance.now();
      grown.add(replyId);
      if (listener) hurry();
      schedule();
      return ++reply.notes;
    },
    settled: () => committing,
    flush: commitNext,
    async end(end) {
      growing.delete(end.replyId);
      grown.delete(end.replyId);
      try {
        return await conversations.endReply(end);
      } catch (cause) {
        const parts = end.parts.filter(({ type }) => type !== "follow_ups");
        unwritten.set(end.replyId, { ...end, parts, status: "incomplete", failure: "storage_unavailable" });
        schedule();
        throw cause;
      }
    },
    disown(replyId) {
      const endFrom = (pauseMs: number) => {
        unwritten.set(replyId, neverSpoken(replyId));
        schedule();
        if (pauseMs < maxPauseMs) setTimeout(endFrom, pauseMs, 2 * pauseMs).unref();
      };
      endFrom(firstPauseMs);
    },
  };
}

function neverSpoken(replyId: string): ReplyEnd {
  const nothing = { content: "", parts: [], transcript: [], ending: null, spentTokens: 0 };
  return { replyId, status: "incomplete", failure: "storage_unavailable", ...nothing };
}

/** The part of a reply that the database lacks. */
function progressOf(replyId: string, { draft, length, offset, parts }: GrowingReply): ReplyProgress {
  const appended = draft.content.slice(length);
  return { replyId, offset, appended, ...(draft.parts !== parts && { parts: draft.parts }) };
}

function advance(reply: GrowingReply, { appended, parts }: ReplyProgress): void {
  reply.length += appended.length;
  reply.offset += charactersIn(appended);
  if (parts) reply.parts = parts;
}

/** How many characters (code points) a well-formed text has. */
export function charactersIn(text: string): number {
  let count = 0;
  for (let position = 0; position < text.length; position++) {
    const unit = text.charCodeAt(position);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
}
