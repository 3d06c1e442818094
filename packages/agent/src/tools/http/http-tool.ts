import type { ConfirmRequest } from "@servicechat/contract";
import { takenByCall, userHole } from "@servicechat/contract/agent-file";
import type { HttpToolDefinition, SecretSources } from "@servicechat/contract/agent-file";
import type { Outbound } from "@servicechat/outbound";
import type { Tool, User } from "../../agent.ts";
import { confirmFields, publicHost, shownHeaders } from "../confirmation.ts";
import { createHeaderFiller } from "../secrets.ts";
import { ToolError } from "../tool-error.ts";
import { readAnswer } from "./read-answer.ts";
import { renderRequest } from "./render-request.ts";
import type { RenderedRequest } from "./render-request.ts";

/** Longest answer, in bytes. */
const maxBytes = 5_000_000;
const maxRedirects = 5;
const notSignedIn = "Not sent: the visitor is not signed in on the site, and this needs it.";

/** The dependencies of tools that make requests. */
interface HttpToolDependencies {
  readonly outbound: Outbound;
  /** Whose tool it is. */
  readonly agentId: string;
  /** Where `${NAME}` in headers is looked up, at each call. */
  readonly sources: SecretSources;
}

/**
 * A tool whose input the model fills in, and whose request the service makes. Unless its definition says otherwise, the
 * visitor is asked before anything but a `GET`.
 */
export function createHttpTool(
  { name, title = name, description, inputSchema, http, confirm }: HttpToolDefinition,
  { outbound, agentId, sources }: HttpToolDependencies,
): Tool {
  const asks = confirm ?? http.method !== "GET";
  const toConfirm = { title, inputSchema, http };
  return {
    name,
    title,
    description,
    inputSchema,
    ...(asks && { confirm: (input: unknown) => confirmationOf(toConfirm, input) }),
    async run(input, context) {
      const request = renderRequest(http, input);
      const filler = createHeaderFiller(http.headers ?? {}, { agentId, sources });
      const headers = await filler.fill(request.url);
      context.progress([{ title: "Waiting for an answer", status: "running" }]);
      const { origin } = new URL(request.url);
      const answer = await outbound.request({
        ...request,
        headers: allHeaders(request, withUser(headers, context.user)),
        signal: context.signal,
        ...(context.beforeSending && { beforeSending: context.beforeSending }),
        timeoutMs: http.timeoutSeconds * 1000,
        maxBytes,
        maxRedirects,
        // Headers and input are for the server that the operator named, and for no other.
        mayFollow: (to) => to.origin === origin,
      });
      return readAnswer(answer, { alt: title, hide: (text) => filler.hide(text) });
    },
  };
}

/**
 * Headers that say who the visitor is. Secrets are in them already, so that an id that looks like a variable gives none away.
 * @throws ToolError if they should and the visitor is not identified
 */
function withUser(
  headers: Readonly<Record<string, string>>,
  user: User | undefined,
): Readonly<Record<string, string>> {
  const filled = Object.entries(headers).map(([name, value]) => {
    if (!value.includes(userHole)) return [name, value];
    if (!user)
      throw new ToolError("the visitor is not signed in", { toldModel: notSignedIn, nothingSent: true });
    return [name, value.replaceAll(userHole, () => user.id)];
  });
  return Object.fromEntries(filled);
}

/**
 * The exact request, but for secrets, for who the visitor is, and for a host that only the operator's network knows.
 * `undefined` when the input makes none: then running it sends nothing.
 */
function confirmationOf(
  { title, inputSchema, http }: Pick<HttpToolDefinition, "inputSchema" | "http"> & { readonly title: string },
  input: unknown,
): ConfirmRequest | undefined {
  try {
    const rendered = renderRequest(http, input);
    const { method, body } = rendered;
    const url = new URL(rendered.url);
    const host = publicHost(url);
    return {
      title,
      request: `${method} ${host === undefined ? url.pathname + url.search : url.href}`,
      ...(host !== undefined && { host }),
      fields: confirmFields(inputSchema, input, sendsWholeInput(http, body) ? undefined : takenByCall(http)),
      headers: shownHeaders(allHeaders(rendered, http.headers ?? {})),
      ...(body !== undefined && { body }),
    };
  } catch {
    return undefined;
  }
}

const sendsWholeInput = (http: HttpToolDefinition["http"], body: string | undefined): boolean =>
  body !== undefined && http.body === undefined;

/** The operator's headers override the automatic ones. */
function allHeaders(
  { body }: Pick<RenderedRequest, "body">,
  written: Readonly<Record<string, string>>,
): Record<string, string> {
  const lowerCased = Object.entries(written).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    accept: "application/json, text/*;q=0.9, image/*;q=0.8",
    "user-agent": "ServiceChat",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...Object.fromEntries(lowerCased),
  };
}
