import { z } from "zod";

/** Data of the event `chat`: a chat is new or has changed. */
export const chatChangedSchema = z.object({ id: z.string(), revision: z.string() });
/**
 * Data of the event `queue`: how many chats wait for a person, how many the caller holds, and in how many a visitor who left
 * an address waits for an answer.
 */
export const queueSchema = z.object({
  waiting: z.number().int(),
  mine: z.number().int(),
  addresses: z.number().int(),
});
/** Data of the event `presence`: who is looking at a chat, and who of them writes in it. */
export const presenceSchema = z.object({
  chat: z.string(),
  operators: z.array(z.object({ id: z.string(), name: z.string(), typing: z.boolean() })),
});

/** One event of `GET events`. New types may appear at any time; `reset` asks to read everything again. */
export type AdminEvent =
  | { readonly type: "chat"; readonly data: z.infer<typeof chatChangedSchema> }
  | { readonly type: "queue"; readonly data: z.infer<typeof queueSchema> }
  | { readonly type: "presence"; readonly data: z.infer<typeof presenceSchema> }
  | { readonly type: "reset" };
