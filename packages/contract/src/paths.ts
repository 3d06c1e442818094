// The service's own endpoints for visitors, relative to the base address. Each is a constant of its own, and all of them are
// `paths`: so the widget takes along only those that it asks.

/** GET: the widget configuration of the key's agent. */
export const config = "/chat-bot/config";
/** POST: takes a visitor's messages and streams the answer. */
export const messages = "/chat-bot/";
/** GET: every message of the session; 404 before the first. */
export const history = "/chat-bot/history";
/** GET: the narrow view of the key's agent, with its actions. */
export const agent = "/chat-bot/agent";
/** GET: goes on with a reply that runs; 204 when none does. */
export const stream = "/chat-bot/stream";
/** POST: ends the reply that runs. */
export const stop = "/chat-bot/stop";
/** POST: goes back into a chat by the link of a mail. DELETE: erases the chat. */
export const session = "/chat-bot/session";
/** POST: keeps a file for the message that will name it. */
export const uploads = "/chat-bot/uploads";
/** POST: asks for a person. DELETE: goes back to the agent. */
export const handoff = "/chat-bot/handoff";
/** GET, followed by an id: an image of the session, or one that was sent in it. */
export const images = "/chat-bot/images/";
/** POST: what the visitor thinks of a reply. */
export const feedback = "/chat-bot/feedback";
/** The document of the frame; needs no key, and takes its public id and the page's origin in the query. */
export const frame = "/chat/";
