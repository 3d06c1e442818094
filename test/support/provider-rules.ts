/*
 * What providers demand of a request, as small checkers: each says the first rule that a body breaks. The APIs' own
 * rules, and those of servers that run a model's chat template behind the same API, which are stricter.
 */

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const isBlank = (value: unknown): boolean => textOf(value).trim() === "";
const isObjectJson = (value: unknown): boolean => {
  try {
    const parsed: unknown = JSON.parse(textOf(value));
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
};

/**
 * Names: letters, digits, `_` and `-`, at most 64 (https://platform.openai.com/docs/api-reference/chat/create, "name";
 * https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use, "name").
 */
const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
/** Ids of calls: nine letters and digits at Mistral (mistral-common, `validator.py`); others take more. */
const callId = /^[a-zA-Z0-9]{9}$/;
/** Names of fields (Anthropic: "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"). */
const fieldName = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * A schema of a tool. Top level: https://platform.openai.com/docs/guides/function-calling ("schema must have type
 * 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level", "object schema missing properties", "array
 * schema missing items"); Anthropic: "input_schema does not support oneOf, allOf, or anyOf at the top level".
 */
export function brokenSchema(schema: unknown): string | undefined {
  const top = fieldsOf(schema);
  if (top["type"] !== "object") return "the schema is not of an object";
  const refused = ["oneOf", "anyOf", "allOf", "enum", "not"].find((word) => word in top);
  if (refused) return `${refused} at the top level`;
  if (!("properties" in top)) return "object schema missing properties";
  return brokenWithin(top);
}

function brokenWithin(schema: unknown): string | undefined {
  if (typeof schema === "boolean") return undefined;
  const fields = fieldsOf(schema);
  if ([fields["type"]].flat().includes("array") && !("items" in fields)) return "array schema missing items";
  if (Array.isArray(fields["items"])) return "items is a list";
  for (const word of ["exclusiveMinimum", "exclusiveMaximum"])
    if (word in fields && typeof fields[word] !== "number") return `${word} is not a number`;
  if ("required" in fields && !Array.isArray(fields["required"])) return "required is not a list";
  const properties = Object.entries(fieldsOf(fields["properties"]));
  const odd = properties.find(([name]) => !fieldName.test(name));
  if (odd) return `a field is named ${odd[0]}`;
  const inner = [...properties.map(([, each]) => each), fields["items"], ...listOf(fields["anyOf"])];
  return inner
    .filter((each) => each !== undefined)
    .map(brokenWithin)
    .find(Boolean);
}

/**
 * Chat Completions (https://platform.openai.com/docs/api-reference/chat/create), and the templates and validators of open
 * models: "Conversation roles must alternate user/assistant/user/assistant/...", "Unexpected role 'user' after role
 * 'tool'", "Expected last role User or Tool" (https://github.com/mistralai/mistral-common, `validator.py`).
 */
export function brokenChat(body: unknown): string | undefined {
  const messages = listOf(fieldsOf(body)["messages"]).map(fieldsOf);
  const [system, ...turns] = messages;
  if (system?.["role"] !== "system") return "the first message is not the system's";
  const ids = new Set<string>();
  let open: string[] = [];
  let before = "system";
  for (const message of turns) {
    const role = textOf(message["role"]);
    if (open.length > 0 && role !== "tool") return "tool_call_ids did not have response messages";
    const isBroken = brokenTurn(message, before);
    if (isBroken) return isBroken;
    if (role === "tool") {
      const id = textOf(message["tool_call_id"]);
      if (!open.includes(id)) return "a tool message without a preceding call";
      open = open.filter((each) => each !== id);
    }
    for (const call of listOf(message["tool_calls"]).map(fieldsOf)) {
      const id = textOf(call["id"]);
      const { name, arguments: written } = fieldsOf(call["function"]);
      if (!callId.test(id) || ids.has(id)) return `the id ${id}`;
      if (!toolName.test(textOf(name))) return `the name ${textOf(name)}`;
      if (!isObjectJson(written)) return "arguments are not an object";
      ids.add(id);
      open.push(id);
    }
    before = role;
  }
  if (open.length > 0) return "tool_call_ids did not have response messages";
  return before === "user" || before === "tool" ? undefined : `the last message is the ${before}'s`;
}

function brokenTurn(message: Fields, before: string): string | undefined {
  const { role, content } = message;
  if (role === "user") {
    if (before !== "system" && before !== "assistant") return `user after ${before}`;
    const parts = Array.isArray(content) ? content.map(fieldsOf) : [{ type: "text", text: content }];
    return parts.length === 0 || parts.some((part) => part["type"] === "text" && isBlank(part["text"]))
      ? "an empty message of the user"
      : undefined;
  }
  if (role === "tool") return isBlank(content) ? "an empty result" : undefined;
  if (role !== "assistant") return `the role ${textOf(role)}`;
  if (before !== "user" && before !== "tool") return `assistant after ${before}`;
  if ("tool_calls" in message && listOf(message["tool_calls"]).length === 0) return "an empty list of calls";
  if (!("tool_calls" in message) || content !== null) return isBlank(content) ? "an empty answer" : undefined;
  return undefined;
}

/**
 * Responses (https://platform.openai.com/docs/api-reference/responses/create): "No tool output found for function call",
 * "No tool call found for function call output"; behind the same templates, by which roles take turns.
 */
export function brokenResponses(body: unknown): string | undefined {
  const items = listOf(fieldsOf(body)["input"]).map(fieldsOf);
  const ids = new Set<string>();
  let open: string[] = [];
  let before = "";
  for (const item of items) {
    const type = textOf(item["type"]) || "message";
    if (type === "function_call") {
      const id = textOf(item["call_id"]);
      if (before === "") return "a call without a question";
      if (!callId.test(id) || ids.has(id)) return `the id ${id}`;
      if (!toolName.test(textOf(item["name"]))) return `the name ${textOf(item["name"])}`;
      if (!isObjectJson(item["arguments"])) return "arguments are not an object";
      ids.add(id);
      open.push(id);
      before = "call";
    } else if (type === "function_call_output") {
      const id = textOf(item["call_id"]);
      if (!open.includes(id)) return "no tool call found for function call output";
      if (isBlank(item["output"])) return "an empty output";
      open = open.filter((each) => each !== id);
      before = "output";
    } else {
      if (open.length > 0) return "no tool output found for function call";
      const role = textOf(item["role"]);
      if (role !== "user" && role !== "assistant") return `the role ${role}`;
      if (role === before) return `${role} after ${before}`;
      if (role === "user" && before === "output") return "user after output";
      if (role === "assistant" && before === "") return "the first message is the assistant's";
      const { content } = item;
      const parts = Array.isArray(content) ? content.map(fieldsOf) : [{ type: "input_text", text: content }];
      const isEmpty = parts.some((part) => part["type"] === "input_text" && isBlank(part["text"]));
      if (parts.length === 0 || isEmpty) return `an empty message of the ${role}`;
      before = role;
    }
  }
  if (open.length > 0) return "no tool output found for function call";
  return before === "user" || before === "output" ? undefined : `the last item is of ${before}`;
}

/**
 * Messages (https://docs.claude.com/en/api/messages): roles take turns, the first message is the user's, "text content
 * blocks must be non-empty", "text content blocks must contain non-whitespace text", "all messages must have non-empty
 * content", "`tool_use` ids were found without `tool_result` blocks immediately after", "`tool_use` ids must be unique",
 * results come first in their message, and newer models refuse a conversation that ends with the assistant's message.
 */
export function brokenMessages(body: unknown): string | undefined {
  const messages = listOf(fieldsOf(body)["messages"]).map(fieldsOf);
  const ids = new Set<string>();
  let open: string[] = [];
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== (index % 2 === 0 ? "user" : "assistant")) return "roles must alternate, the user's first";
    const blocks = listOf(content).map(fieldsOf);
    if (blocks.length === 0) return "all messages must have non-empty content";
    const results = blocks.filter(({ type }) => type === "tool_result");
    const answered = results.map((block) => textOf(block["tool_use_id"]));
    if (blocks.slice(0, results.length).some(({ type }) => type !== "tool_result"))
      return "results come first";
    if (open.some((id) => !answered.includes(id))) return "a tool_use without its tool_result";
    if (answered.length !== open.length) return "a tool_result without its tool_use";
    open = [];
    for (const block of blocks) {
      if (block["type"] === "text" && isBlank(block["text"])) return "an empty text";
      if (block["type"] === "tool_result" && isBlank(block["content"])) return "an empty result";
      if (block["type"] !== "tool_use") continue;
      const id = textOf(block["id"]);
      if (!/^[a-zA-Z0-9_-]+$/.test(id) || ids.has(id)) return `the id ${id}`;
      if (!toolName.test(textOf(block["name"]))) return `the name ${textOf(block["name"])}`;
      if (!isObjectJson(JSON.stringify(block["input"]))) return "the input is not an object";
      ids.add(id);
      open.push(id);
    }
  }
  if (open.length > 0) return "a tool_use without its tool_result";
  return messages.at(-1)?.["role"] === "user" ? undefined : "the last message is the assistant's";
}
