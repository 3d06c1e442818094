import { asObject, cleanText, type ToolCall } from "@servicechat/contract";
import type { ModelMessage, ToolMessage, UserMessage } from "../agent.ts";
import { label } from "../context/labels.ts";
import { imagesOf, userText } from "./message-content.ts";
import { callableName } from "./callable-name.ts";

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

/** A call and its result, under one id. */
interface Use {
  readonly call: ToolCall;
  readonly result: ToolMessage;
}

/** Takes the place of a message where a provider needs one and there is none. */
const fillers = {
  beginning: label("The beginning of this conversation is left out"),
  empty: label("A message without text"),
  afterTools: label("Nothing was written here"),
  end: label("The visitor has written nothing since"),
};

/**
 * The conversation as every provider accepts it, whatever was stored: a stopped or failed reply, a person's lines, a call
 * that was cut off, a conversation without its beginning. Providers publish different rules, and servers that run a
 * model's chat template have stricter ones than the APIs that they resemble. So the strictest hold for all:
 *
 * - The visitor's side begins and ends it, or results of tools end it.
 * - Roles take turns. Messages of one side that follow one another are joined.
 * - Each call has its result directly after its message, and each result its call. One without the other is left out.
 * - After results the model's side speaks, unless `mayAnswerTools` says that the visitor's may.
 * - Ids of calls are unique, and names of tools are accepted everywhere.
 * - No message is empty.
 *
 * Nothing that a person wrote is left out.
 */
export function normalizeMessages(
  messages: readonly ModelMessage[],
  { mayAnswerTools = false }: { readonly mayAnswerTools?: boolean } = {},
): readonly ModelMessage[] {
  const normal: ModelMessage[] = [];
  const ids = new Set<string>();

  function addUser(text: string, attachments: UserMessage["attachments"] = []): void {
    const last = normal.at(-1);
    if (last?.role === "tool" && !mayAnswerTools) addAssistant(fillers.afterTools);
    const before = last?.role === "user" ? last : undefined;
    const said = joinTexts(before?.text === fillers.empty ? "" : before?.text, text);
    const all = [...(before?.attachments ?? []), ...attachments];
    if (before) normal.pop();
    normal.push({
      role: "user",
      text: said === "" && all.length === 0 ? fillers.empty : said,
      ...(all.length > 0 && { attachments: all }),
    });
  }

  function addAssistant(text: string, uses: readonly Use[] = []): void {
    if (isBlank(text) && uses.length === 0) return;
    if (normal.length === 0) addUser(fillers.beginning);
    const last = normal.at(-1);
    const before = last?.role === "assistant" ? last : undefined;
    if (before) normal.pop();
    normal.push({
      role: "assistant",
      text: joinTexts(before?.text, text),
      toolCalls: uses.map(({ call }) => call),
    });
    normal.push(...uses.map(({ result }) => result));
  }

  for (const [at, message] of messages.entries()) {
    if (message.role === "user") addUser(userText(message), imagesOf(message));
    if (message.role === "assistant")
      addAssistant(message.text, usesOf(message, messages.slice(at + 1), ids));
  }
  const last = normal.at(-1);
  if (last?.role !== "user" && last?.role !== "tool") addUser(last ? fillers.end : fillers.empty);
  return normal;
}

/** The calls of a message that have a result directly after it, each with the first one. */
function usesOf(
  { toolCalls }: AssistantMessage,
  following: readonly ModelMessage[],
  ids: Set<string>,
): readonly Use[] {
  if (toolCalls.length === 0) return [];
  const end = following.findIndex(({ role }) => role !== "tool");
  const results = following
    .slice(0, end === -1 ? undefined : end)
    .filter((message): message is ToolMessage => message.role === "tool");
  return toolCalls.flatMap((call) => {
    const at = results.findIndex(({ callId }) => callId === call.id);
    const [result] = at === -1 ? [] : results.splice(at, 1);
    if (!result) return [];
    const id = uniqueId(call.id, ids);
    const name = callableName(call.name);
    // Anything but an object is refused as a call's input.
    return [
      {
        call: { ...call, id, name, input: asObject(call.input) ?? {} },
        result: { ...result, callId: id, name },
      },
    ];
  });
}

/** An id that no other call has. One that not every provider accepts is replaced by nine letters and digits. */
function uniqueId(id: string, taken: Set<string>): string {
  let unique = /^[\w-]{1,40}$/.test(id) ? id : "";
  for (let more = taken.size; unique === "" || taken.has(unique); more++)
    unique = `call${String(more).padStart(5, "0")}`;
  taken.add(unique);
  return unique;
}

function joinTexts(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && !isBlank(text)).join("\n\n");
}

/** Whether nothing is left of a text once it is cleaned, as it is when it is sent. */
function isBlank(text: string): boolean {
  return cleanText(text).trim() === "";
}
