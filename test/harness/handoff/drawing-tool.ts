import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { drawPng } from "../../support/draw-png.ts";
import { listenOnLoopback } from "../../support/listen-on-loopback.ts";
import type { Listening } from "../../support/listen-on-loopback.ts";

/** A slow drawing back end that records its requests. */
export interface DrawingTool extends Listening {
  /** When requests of a chat arrived. */
  askedAt(chat: string): readonly number[];
  /** Its definition for an agent file. */
  readonly definition: Readonly<Record<string, unknown>>;
}

const image = drawPng(8, 8);
const slowMs = 150;

/** Starts it without any requests. */
export async function startDrawingTool(): Promise<DrawingTool> {
  const asked = new Map<string, number[]>();
  const server = createServer((request, response) => {
    const chat = request.url?.slice(1) ?? "";
    asked.set(chat, [...(asked.get(chat) ?? []), performance.now()]);
    void pause(slowMs).then(() => response.writeHead(200, { "Content-Type": "image/png" }).end(image));
  });
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    askedAt: (chat) => asked.get(chat) ?? [],
    definition: {
      name: "draw",
      title: "Drawing",
      description: "Draws a picture.",
      inputSchema: { type: "object", properties: { chat: { type: "string" } }, required: ["chat"] },
      http: { url: `${listening.baseUrl}/{chat}` },
    },
  };
}
