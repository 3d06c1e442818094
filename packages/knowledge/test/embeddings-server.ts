import { createServer } from "node:http";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";

/** A request to the server. */
interface EmbeddingsAsk {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number };
}

interface Refusal {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface EmbeddingsServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly asked: readonly EmbeddingsAsk[];
  /** Changes how the next requests are answered; `undefined`: with vectors again. */
  answer(refusal: Refusal | undefined): void;
  /** From now on no request is answered. */
  stall(): void;
}

/** Subjects that texts may have; a text's vector says which of their words it has. */
const subjects = [
  ["parcel", "delivery", "shipping", "courier"],
  ["refund", "return", "money"],
  ["tent", "camping", "outdoors"],
];

/** An `/embeddings` server on loopback whose vectors follow a few words: texts on one subject lie near each other. */
export async function startEmbeddingsServer(): Promise<EmbeddingsServer> {
  const asked: EmbeddingsAsk[] = [];
  let refusal: Refusal | undefined;
  let isStalled = false;
  const server = createServer((request, response) => {
    void request.toArray().then((pieces) => {
      const body: EmbeddingsAsk["body"] = JSON.parse(Buffer.concat(pieces).toString());
      asked.push({ path: request.url, authorization: request.headers.authorization, body });
      if (isStalled) return;
      if (refusal) return response.writeHead(refusal.status, refusal.headers).end(refusal.body ?? "{}");
      const data = body.input.map((text, index) => ({ index, embedding: vectorOf(text) }));
      // In another order than it was asked: the index counts.
      return response.end(JSON.stringify({ data: data.toReversed() }));
    });
  });
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    baseUrl: `${listening.baseUrl}/v1`,
    asked,
    answer: (next) => void (refusal = next),
    stall: () => void (isStalled = true),
  };
}

function vectorOf(text: string): readonly number[] {
  const lower = text.toLowerCase();
  return [0.1, ...subjects.map((words) => words.filter((word) => lower.includes(word)).length)];
}
