import type { Outbound } from "@servicechat/outbound";
import type { Dispatcher } from "undici";
import type { Agent } from "./agent.ts";
import type { Search } from "./knowledge-search.ts";
import { createInstructions, whoIsThere } from "./context/instructions.ts";
import { defaultLimits } from "./limits.ts";
import type { AgentLimits } from "./limits.ts";
import { logWith } from "./log.ts";
import type { Log } from "./log.ts";
import type { Pace } from "./models/extractive/speak-text.ts";
import { createModelOpener } from "./models/open-model.ts";
import { runReply } from "./reply/reply-loop.ts";
import { createActionOpener } from "./tools/open-action.ts";
import { createToolOpener } from "./tools/open-tools.ts";

/** Everything an agent is made of; only the command line picks concrete ones. */
export interface AgentParts {
  /** The knowledge of one agent. */
  readonly search: (agentId: string) => Search;
  /** Whether an approved answer is to be given word for word to a question; absent: none ever is. */
  readonly hasVerbatim?: (agentId: string, question: string) => Promise<boolean>;
  /** Where `apiKeyEnv`, and `${NAME}` in headers of tools, are looked up, each time anew. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Carries requests to providers; by default one that keeps connections alive. Must be of the undici package, not Node's own. */
  readonly dispatcher?: Dispatcher;
  /** Carries the requests of tools; without it, agents have only the tools that stay in the house. */
  readonly outbound?: Outbound;
  /** The day, and milliseconds that never jump, whatever is done to the day's clock. */
  readonly clock: { wallMs(): number; monotonicMs(): number };
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: Log;
  /** How fast `extractive` speaks; by default as fast as one reads. */
  readonly pace?: Pace;
  /** Other time limits than the default ones. */
  readonly limits?: Partial<AgentLimits>;
}

/**
 * Who answers: one for the whole service, since what differs between agents comes with each request.
 *
 * @example
 * const agent = createAgent({
 *   search: (agentId) => (query, limit) => knowledge.search(agentId, query, limit),
 *   environment: process.env,
 *   clock: { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
 *   random: Math.random,
 *   log,
 * });
 */
export function createAgent({ search, environment, clock, random, log, ...options }: AgentParts): Agent {
  const limits = { ...defaultLimits, ...options.limits };
  const { dispatcher, pace } = options;
  const openModel = createModelOpener({ environment, dispatcher, limits, log, pace });
  const openTools = createToolOpener({ search, outbound: options.outbound, environment, clock, limits, log });
  const instructionsFor = createInstructions();
  const openAction = createActionOpener({ outbound: options.outbound, environment });

  return {
    reply(request, emit) {
      const { agent, ids, baseDirectory, messages } = request;
      return runReply(request, emit, {
        openModel: (definition) => openModel(definition, baseDirectory),
        openTools: (maxResultLength) => openTools(agent, maxResultLength, messages),
        openAction,
        hasVerbatim: (question) => options.hasVerbatim?.(agent.id, question) ?? Promise.resolve(false),
        // Who is there comes last: providers keep what is the same for all visitors in their caches.
        instructions: [instructionsFor(agent, new Date(clock.wallMs())), whoIsThere(agent, request.user)]
          .filter((part) => part !== "")
          .join("\n\n"),
        limits,
        random,
        log: ids ? logWith(log, ids) : log,
      });
    },
  };
}
