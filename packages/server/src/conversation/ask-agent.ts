import type { Agent, AgentEvent, ReplyOutcome, Trace } from "@servicechat/agent";
import { StorageUnavailable } from "@servicechat/storage";
import type { ConversationStore, FileStore } from "@servicechat/storage";
import type { ReplyObserver } from "../reply-facts/observe-reply.ts";
import type { UploadStore } from "../files/upload-store.ts";
import type { Log } from "../dependencies.ts";
import { causeOf } from "../telemetry/cause-of.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { secondsSince } from "../telemetry/seconds-since.ts";
import type { HandoffTool } from "./create-handoff.ts";
import { newId } from "./new-id.ts";
import { readConversation } from "./read-conversation.ts";
import { idsOf, type ReplyJob } from "./reply-job.ts";
import type { ReplyOutlet } from "./reply-outlet.ts";
import type { HashUser } from "./hash-user.ts";

/** How a reply ends that has no word of the agent's. */
export const nothingSaid: ReplyOutcome = { transcript: [], ending: null, outputTokens: 0 };

/** The dependencies of calling the agent. */
export interface AskingDependencies {
  readonly agent: Agent;
  readonly conversations: ConversationStore;
  readonly files: FileStore;
  readonly keepImage: UploadStore["keepImage"];
  readonly hashUser: HashUser;
  /** Lets a reply ask for a person, where its agent may now. */
  readonly handoffToolOf: (job: ReplyJob) => Promise<HandoffTool>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** How one reply is asked for. */
interface Asking {
  readonly signal: AbortSignal;
  readonly trace: Trace | undefined;
  readonly emit: (event: AgentEvent) => void;
  readonly observer: ReplyObserver;
  readonly outlet: ReplyOutlet;
}

/**
 * Creates the function that has the agent answer a job, with the conversation as it is stored by then. It never
 * rejects.
 */
export function createAgentAsker({
  agent,
  keepImage,
  handoffToolOf,
  log,
  metrics,
  ...reading
}: AskingDependencies) {
  return async (job: ReplyJob, { signal, trace, emit, observer, outlet }: Asking): Promise<ReplyOutcome> => {
    try {
      // From the first reply on there is a 0 to count from: a rate is taken from what was there before.
      const tokens = metrics.tokensOf(job.agent.definition.id);
      const told = await readConversation(job, { ...reading, observer });
      const askedAt = performance.now();
      const outcome = await agent.reply(
        {
          agent: job.agent.definition,
          baseDirectory: job.agent.baseDirectory,
          ...told,
          ...(await handoffToolOf(job)),
          // A tool runs only once that is stored: a person who takes the chat before knows that nothing was done.
          ...(job.agent.definition.handoff && { mayAct: () => outlet.mayAct() }),
          ...(job.context !== undefined && { context: job.context }),
          ...(job.user && { user: job.user }),
          signal,
          keepImage: (image) => keepImage({ ...image, id: newId("img"), sessionId: job.sessionId }),
          ids: idsOf(job),
          ...(trace && { trace }),
        },
        emit,
      );
      metrics.model.observe(secondsSince(askedAt));
      tokens.input += outcome.usage?.inputTokens ?? 0;
      tokens.output += outcome.outputTokens;
      return outcome;
    } catch (cause) {
      if (!(cause instanceof StorageUnavailable)) return unforeseen(job, cause, log);
      log.warn({ ...idsOf(job), ...causeOf(cause) }, "a reply could not continue without the database");
      return { ...nothingSaid, failure: "storage_unavailable" };
    }
  };
}

/** An unforeseen error is logged with its cause, and is a normal failure to the visitor. */
export function unforeseen(job: ReplyJob, cause: unknown, log: Log): ReplyOutcome {
  log.error({ ...idsOf(job), err: cause }, "unnamed error");
  return { ...nothingSaid, failure: "internal" };
}
