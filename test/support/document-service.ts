import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { Document } from "@servicechat/contract/admin";
import { spawnService, type SpawnedService, type SpawnOptions } from "./spawn-service.ts";

/** An answer of the admin API. */
export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  readonly body: Body;
}

/** What is sent besides a method and a path. */
interface Sent {
  readonly bytes?: Uint8Array | string | undefined;
  readonly type?: string | undefined;
  readonly ifMatch?: string | undefined;
  /** Announce a body of this size, and send all of it before the answer is looked at. */
  readonly inChunks?: boolean;
  readonly credentials?: Readonly<Record<string, string>>;
}

/** The service of an agent whose documents are uploaded. */
export interface DocumentService extends SpawnedService {
  /** Sends a request below the agent's address, whose path goes over the wire as it is written. */
  ask(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Uploads a document, which must be accepted. */
  put(path: string, bytes: Uint8Array | string, sent?: Sent): Promise<Document>;
  /** The document, once it no longer waits. */
  untilRead(path: string): Promise<Document>;
  /** The titles of what the agent finds. */
  find(words: string): Promise<readonly string[]>;
}

/** The agent answers without a model, by words alone. */
const agent = { tools: ["search_knowledge"], knowledge: { embeddings: false } };

/** Starts a service with the agent `acme`. @param node a service whose database it shares */
export async function startDocumentService(
  settings: SpawnOptions["settings"] = {},
  node?: SpawnedService,
): Promise<DocumentService> {
  const shared = node && { key: node.key };
  const service = await spawnService({ model: { provider: "extractive" }, agent, settings, ...shared });
  await service.start();
  const words = ["token", "create", "--name", "documents", "--role", "owner", "--json"];
  const { token } = JSON.parse((await service.command(...words)).stdout) as { readonly token: string };

  function ask(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { bytes, type, ifMatch, inChunks = false, credentials } = sent;
    const { port } = new URL(service.baseUrl);
    const headers = {
      host: `localhost:${port}`,
      ...(credentials ?? { authorization: `Bearer ${token}` }),
      ...(type !== undefined && { "content-type": type }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
      ...(bytes !== undefined && !inChunks && { "content-length": Buffer.byteLength(bytes) }),
    };
    return new Promise((resolve, reject) => {
      const target = { host: "127.0.0.1", port, method, path: `/console/api/agents/acme/${path}`, headers };
      const asked = request(target, (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("end", () => {
          const text = Buffer.concat(pieces).toString();
          const isJson = /json/.test(response.headers["content-type"] ?? "");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
          });
        });
        response.on("error", reject);
      });
      asked.on("error", reject);
      asked.end(bytes);
    });
  }

  const addressOf = (path: string) => `documents/${path.split("/").map(encodeURIComponent).join("/")}`;

  return {
    ...service,
    get processId() {
      return service.processId;
    },
    ask,
    async put(path, bytes, sent = {}) {
      const answer = await ask("PUT", addressOf(path), { bytes, ...sent });
      if (answer.status > 201) throw new Error(`${path} was refused: ${answer.text}`);
      return answer.body as unknown as Document;
    },
    async untilRead(path) {
      for (let asks = 0; asks < 600; asks++) {
        const { body } = await ask("GET", addressOf(path));
        if (body["state"] !== "waiting") return body as unknown as Document;
        await setTimeout(100);
      }
      throw new Error(`${path} was not read: ${service.log()}`);
    },
    async find(query) {
      const { body } = await ask("GET", `knowledge/search?q=${encodeURIComponent(query)}`);
      return (body["items"] as readonly { readonly title: string }[]).map(({ title }) => title);
    },
  };
}
