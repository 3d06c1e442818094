import { randomUUID } from "node:crypto";
import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { Me, Role } from "@servicechat/contract/admin";
import { hashSecret } from "@servicechat/operations/key-secret";
import { agentFile } from "./admin-bodies.ts";
import { requireDescribed } from "./require-described.ts";
import { startService } from "./start-service.ts";
import type { StartOptions, TestService } from "./start-service.ts";

/** Where the tests' console is. */
export const consoleUrl = "https://chat.example";

/** A response of the admin API. */
export interface AdminResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // Tests say what they expect in it.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** A request to the admin API. */
export interface AdminAsk {
  readonly cookie?: string | undefined;
  readonly token?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Additional headers besides those of the console's own page; `undefined` removes one of these. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The service with its console. */
export interface TestConsole extends TestService {
  /**
   * Sends a request as the console's own page does, over a real connection. @throws if the response does not match the
   * OpenAPI document
   */
  ask(method: string, path: string, ask?: AdminAsk): Promise<AdminResponse>;
  /** Creates a person, and signs them in: returns their cookie. */
  signIn(
    role?: Role,
    agents?: readonly string[] | null,
  ): Promise<{ readonly cookie: string; readonly me: Me }>;
  /** Creates a person, and a link that signs them in. */
  link(role?: Role, agents?: readonly string[] | null): Promise<string>;
  /** Creates an API token. */
  token(role: Role, agents?: readonly string[] | null): Promise<string>;
}

/** Tests write chats with times of 1970, which must not expire beside them. */
const aCenturyMs = 100 * 365 * 86_400_000;

/** Starts a service whose console is at `consoleUrl`. */
export async function startConsole(
  start: StartOptions & { readonly hasConsole?: boolean } = {},
): Promise<TestConsole> {
  const { hasConsole = true } = start;
  const options = { sessionIdleMs: aCenturyMs, sessionAgeMs: aCenturyMs, ...start.options };
  const service = await startService({ ...(hasConsole && { consoleUrl }), ...start, options });
  const { host, origin } = new URL(start.consoleUrl ?? consoleUrl);

  async function ask(method: string, path: string, { cookie, token, body, headers }: AdminAsk = {}) {
    const isReading = method === "GET" || method === "HEAD";
    const sent = Object.entries({
      host,
      "sec-fetch-site": "same-origin",
      ...(!isReading && { origin, "content-type": "application/json" }),
      ...(cookie !== undefined && { cookie }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    }).filter((header): header is [string, string] => header[1] !== undefined);
    const response = await send(service.port, method, path, Object.fromEntries(sent), body);
    requireDescribed(method, path, response);
    return response;
  }

  async function link(role: Role = "owner", agents: readonly string[] | null = null): Promise<string> {
    const token = Buffer.from(randomUUID().repeat(2)).subarray(0, 32).toString("base64url");
    const id = randomUUID();
    await service.storage.operators.create(
      { id, name: `${role} ${id}`, displayName: null, role, agents, createdAt: Date.now() },
      { link: { tokenHash: hashSecret(token), expiresAt: Date.now() + 60_000 } },
    );
    return token;
  }

  return {
    ...service,
    get baseUrl() {
      return service.baseUrl;
    },
    get port() {
      return service.port;
    },
    ask,
    link,
    async signIn(role, agents) {
      const token = await link(role, agents);
      const response = await ask("POST", "/console/api/sign-in/link", { body: { token } });
      if (response.status !== 200) throw new Error(`Signing in was refused: ${response.text}`);
      return { cookie: cookieIn(response), me: response.body };
    },
    async token(role, agents = null) {
      const id = randomUUID().replaceAll("-", "").slice(0, 12);
      const secret = Buffer.from(randomUUID().repeat(2)).subarray(0, 32).toString("base64url");
      await service.storage.apiTokens.create({
        id,
        secretHash: hashSecret(secret),
        name: `${role} token`,
        role,
        agents,
        operatorId: null,
        createdBy: { kind: "command_line", id: null, name: null },
        createdAt: Date.now(),
        expiresAt: Date.now() + 86_400_000,
      });
      return `sc_${id}_${secret}`;
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Applies another small agent, as an owner does. */
export async function putAgent(console: TestConsole, id: string): Promise<void> {
  const applied = await console.ask("PUT", `/console/api/agents/${id}`, {
    token: await console.token("owner"),
    headers: { "if-none-match": "*" },
    body: { file: agentFile(id) },
  });
  if (applied.status !== 201) throw new Error(`The agent was refused: ${applied.text}`);
}

/** The cookie that a response sets, for sending it back. */
export function cookieIn({ headers }: Pick<AdminResponse, "headers">): string {
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}

function send(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<AdminResponse> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  // Node sends no length for the body of a DELETE.
  const length = text === undefined ? {} : { "content-length": String(Buffer.byteLength(text)) };
  const options = { host: "127.0.0.1", port, method, path, headers: { ...length, ...headers } };
  return new Promise((resolve, reject) => {
    const sending = request(options, (response) => {
      response.toArray().then((pieces: Buffer[]) => {
        const answered = Buffer.concat(pieces).toString();
        const isJson = /[/+]json\b/.test(response.headers["content-type"] ?? "");
        const status = response.statusCode ?? 0;
        resolve({
          status,
          headers: response.headers,
          text: answered,
          body: isJson && answered !== "" ? JSON.parse(answered) : undefined,
        });
      }, reject);
    });
    sending.on("error", reject);
    sending.end(text);
  });
}
