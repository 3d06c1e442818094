import { createPart } from "./create-part.ts";

/** What stands below a message that is there: copying it, saying what it was worth. */
export type MessageToolsModule = typeof import("./all-message-tools.ts");

/** The tools, fetched when the first message is there. */
export const messageTools = createPart<MessageToolsModule>(() => import("./all-message-tools.ts"));
