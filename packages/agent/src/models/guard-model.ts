import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { Model, ToolDescription } from "../agent.ts";
import type { Log } from "../log.ts";
import { normalizeMessages } from "./normalize-messages.ts";
import { providerSchema } from "./provider-schema.ts";
import { createThoughtFilter, type UnmarkedThoughts } from "./thought-filter.ts";

/** How long the first text of a model is held back, in milliseconds, until it is known whether thoughts come unmarked. */
const probationMs = 100;
/** Models whose templates write the opening mark of their thoughts themselves. */
const thinksUnmarked = /(?:^|[^a-z0-9])(?:r1|qwq|z1)(?:[^a-z0-9]|$)|thinking/i;

/** What is known about the thoughts of each model, by provider, address and name; it outlives the models. */
export type KnownThoughts = Map<string, UnmarkedThoughts>;

const offered = new WeakMap<object, ToolDescription["inputSchema"]>();

/**
 * Stands between a conversation and a provider, in both directions: what is sent has a form that every provider accepts,
 * and what comes back has no thoughts in it.
 */
export function guardModel(
  model: Model,
  {
    definition,
    baseDirectory,
    thoughts,
    log,
  }: {
    readonly definition: ModelDefinition;
    readonly baseDirectory: string | undefined;
    readonly thoughts: KnownThoughts;
    readonly log: Log;
  },
): Model {
  const key = keyOf(definition, baseDirectory);
  // It joins results and what the visitor says after them.
  const mayAnswerTools = definition.provider === "anthropic";

  return {
    async speak(request, onText) {
      const unmarked = thoughts.get(key) ?? expected(definition);
      const onThinking = () => request.onThinking?.();
      let isUnmarked = false;
      const filter = createThoughtFilter({
        onText,
        onThinking,
        unmarked,
        onUnmarked(shown) {
          isUnmarked = true;
          if (shown > 0) request.onUnsaid?.();
          if (thoughts.get(key) === "known") return;
          thoughts.set(key, "known");
          log.warn(
            { shown },
            "a model's thoughts have no opening mark: its text is held back until they end",
          );
        },
      });
      let timer: NodeJS.Timeout | undefined;
      const hold = () => {
        if (unmarked === "possible") timer ??= setTimeout(() => filter.release(), probationMs).unref();
      };
      try {
        const response = await model.speak(
          {
            ...request,
            messages: normalizeMessages(request.messages, { mayAnswerTools }),
            tools: request.tools.map(describe),
            onThinking() {
              // They come beside the text.
              filter.release();
              onThinking();
            },
          },
          (piece) => {
            hold();
            filter.say(piece);
          },
        );
        filter.end(response.finish === "length");
        // One that does not always think is not always waited for.
        if (!isUnmarked && (response.finish === "stop" || response.finish === "tools"))
          thoughts.set(key, unmarked === "known" ? "possible" : "never");
        return response;
      } catch (thrown) {
        // What came before it broke off counts as said, unless the request was aborted.
        if (!request.signal.aborted) filter.end(true);
        throw thrown;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function describe(tool: ToolDescription): ToolDescription {
  const inputSchema = offered.get(tool.inputSchema) ?? providerSchema(tool.inputSchema);
  offered.set(tool.inputSchema, inputSchema);
  return { ...tool, inputSchema };
}

function keyOf(definition: ModelDefinition, baseDirectory: string | undefined): string {
  const { provider } = definition;
  if (provider === "extractive") return provider;
  if (provider === "ai-sdk") return `${provider} ${baseDirectory} ${definition.module}`;
  return `${provider} ${definition.baseUrl} ${definition.name}`;
}

function expected(definition: ModelDefinition): UnmarkedThoughts {
  return "name" in definition && thinksUnmarked.test(definition.name ?? "") ? "known" : "possible";
}
