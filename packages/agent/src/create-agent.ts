import type { SecretSources } from "@servicechat/contract/agent-file";
import type { Outbound } from "@servicechat/outbound";
import type { Dispatcher } from "undici";
import type { Agent } from "./agent.ts";
import type { Search } from "./sources.ts";
import { createInstructions, whoIsThere } from "./context/instructions.ts";
import { defaultLimits } from "./limits.ts";
import type { AgentLimits } from "./limits.ts";
import { logWith } from "./log.ts";
import type { Log } from "./log.ts";
import type { Pace } from "./extractive/extractive.ts";
import { createModelOpener } from "./models/open-model.ts";
import { runReply } from "./reply/reply-loop.ts";
import { createActionOpener, createToolOpener } from "./tools/open-tools.ts";

/** The dependencies of an agent; only the command line chooses concrete ones. */
export interface AgentDependencies {
  /** The knowledge of one agent. */
  readonly search: (agentId: string) => Search;
  /** Whether a question has an approved answer to be given word for word. Absent: none has. */
  readonly hasVerbatim?: (agentId: string, question: string) => Promise<boolean>;
  /** Where `apiKeyEnv`, and `${NAME}` in headers of tools, are looked up, each time they are needed. */
  readonly environment: SecretSources["environment"];
  /** Finds what the environment does not have; absent: nothing else is looked up. */
  readonly findStoredSecret?: SecretSources["findStoredSecret"];
  /**
   * Sends requests to providers; by default one that keeps connections alive. Must come from the undici package, not from
   * Node itself.
   */
  readonly dispatcher?: Dispatcher;
  /**
   * Whether an origin of a model must lead to public addresses each time it is connected to, see `createModelConnector`.
   * Absent: none must. Not asked where there is a `dispatcher`.
   */
  readonly isPublicOnly?: (origin: string) => Promise<boolean>;
  /** Networks inside that those origins may lead to all the same. Absent: none. */
  readonly allowedNetworks?: readonly string[];
  /** Sends the requests of tools; without it, agents have only the tools that send none. */
  readonly outbound?: Outbound;
  /** The current time, and milliseconds that never jump even if the clock is set. */
  readonly clock: { wallMs(): number; monotonicMs(): number };
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: Log;
  /** How fast `extractive` sends its text; by default at reading speed. */
  readonly pace?: Pace;
  /** Time limits that differ from the defaults. */
  readonly limits?: Partial<AgentLimits>;
}

/**
 * Creates what answers messages: one for the whole service, since whatever differs between agents comes with each
 * request.
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
export function createAgent({
  search,
  environment,
  clock,
  random,
  log,
  ...options
}: AgentDependencies): Agent {
  const limits = { ...defaultLimits, ...options.limits };
  const { dispatcher, isPublicOnly, allowedNetworks, pace, outbound } = options;
  const sources = { environment, findStoredSecret: options.findStoredSecret };
  const reach = { dispatcher, isPublicOnly, allowedNetworks };
  const openModel = createModelOpener({ sources, ...reach, limits, log, pace });
  const openTools = createToolOpener({ search, outbound, sources, clock, limits, log });
  const instructionsFor = createInstructions();
  const openAction = createActionOpener({ outbound, sources });

  return {
    reply(request, emit) {
      const { agent, ids, baseDirectory, messages } = request;
      return runReply(request, emit, {
        openModel: (definition) => openModel(definition, { agents: [agent.id], baseDirectory }),
        openTools: (maxResultLength) => openTools(agent, maxResultLength, messages),
        openAction: (action) => openAction(agent.id, action),
        hasVerbatim: (question) => options.hasVerbatim?.(agent.id, question) ?? Promise.resolve(false),
        // The visitor comes last: providers cache the beginning, which is the same for all visitors.
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
