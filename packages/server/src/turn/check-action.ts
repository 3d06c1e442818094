import { checkInput, findRequestIssue, UnreadablePattern } from "@servicechat/agent";
import { maxContextBytes, maxTextLength } from "@servicechat/contract";
import type { MessagePart, PostedMessage } from "@servicechat/contract";
import { promptHole, type ActionDefinition } from "@servicechat/contract/agent-file";
import { malformed } from "../request/malformed.ts";

type PostedAction = Extract<PostedMessage, { type: "action" }>["block"];

/** A chosen action in its stored form. */
interface CheckedAction {
  /** Its text for the visitor. */
  readonly content: string;
  readonly part: Extract<MessagePart, { type: "action" }>;
  /** Whether it makes a request: the reply begins with it. */
  readonly makesRequest: boolean;
}

/**
 * Reads a chosen action. Its text is its prompt with each `{field}` filled in from the input, or, if a request or the
 * page does the work, its label. An action that is hidden or unknown, and one that only opens something, are refused
 * with the same words.
 *
 * @param action as visitors may see it, if they may
 * @param field the block's path in the request, for the refusal
 * @throws ServiceError `malformed_request`
 */
export function checkAction(
  action: ActionDefinition | undefined,
  { actionId, input, result }: PostedAction,
  field: string,
): CheckedAction {
  if (!action || action.kind === "link")
    throw malformed(`${field}.actionId: does not match an available action`);
  checkFields(action.inputSchema, input ?? {}, field);
  const issue = action.kind === "form" && action.http && findRequestIssue(action.http, input ?? {});
  if (issue) throw malformed(`${field}.${issue}`);
  if (result !== undefined) {
    if (action.kind !== "host") throw malformed(`${field}.result: only actions of kind 'host' have a result`);
    checkSize(result, `${field}.result`);
  }
  if (action.kind === "host" && input) checkSize(input, `${field}.input`);
  const given = { ...(input && { input }), ...(result !== undefined && { result }) };
  return {
    content: contentOf(action, input, field),
    part: { type: "action", actionId, ...given },
    makesRequest: action.kind === "form" && action.http !== undefined,
  };
}

function contentOf(
  action: Exclude<ActionDefinition, { kind: "link" }>,
  input: PostedAction["input"],
  field: string,
): string {
  if (action.kind !== "host") return action.prompt === undefined ? action.label : say(action, input, field);
  const lines = Object.entries(input ?? {}).map(([name, value]) => `${name}: ${plain(value)}`);
  return [action.label, ...lines].join("\n");
}

function say(
  {
    prompt,
    inputSchema,
  }: { readonly prompt?: string | undefined; readonly inputSchema?: object | undefined },
  input: PostedAction["input"],
  field: string,
): string {
  const text = (prompt ?? "").replaceAll(promptHole, (hole, name: string) => {
    const value = input && Object.hasOwn(input, name) ? input[name] : undefined;
    return value === undefined ? (inputSchema ? "" : hole) : plain(value);
  });
  if (text.trim() === "" || text.length > maxTextLength) {
    throw malformed(
      `${field}.input: makes a message that is empty or longer than ${maxTextLength} UTF-16 units`,
    );
  }
  return text;
}

/** Data for a model must be short. */
function checkSize(value: unknown, field: string): void {
  if (Buffer.byteLength(JSON.stringify(value)) > maxContextBytes)
    throw malformed(`${field}: must be at most ${maxContextBytes} bytes as JSON`);
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function checkFields(
  schema: Readonly<Record<string, unknown>> | undefined,
  input: object,
  field: string,
): void {
  if (!schema) return;
  const [issue] = issuesOf(schema, input, field);
  if (issue) throw malformed(`${field}.input${issue.instancePath.replaceAll("/", ".")}: ${issue.message}`);
}

function issuesOf(schema: Readonly<Record<string, unknown>>, input: object, field: string) {
  try {
    return checkInput(schema, input);
  } catch (error) {
    // Of an agent that was stored when such patterns were still taken.
    if (!(error instanceof UnreadablePattern)) throw error;
    throw malformed(`${field}.input: cannot be checked: the action's inputSchema has ${error.message}`);
  }
}
