import { createPart } from "./create-part.ts";

/** What one can do once a message is there: copy it, say what it was worth, change it, choose an action beside the prompt. */
type MessageToolsModule = typeof import("./all-message-tools.ts");

/** The tools, fetched when the first message is there. */
export const messageTools = createPart<MessageToolsModule>(() => import("./all-message-tools.ts"));
