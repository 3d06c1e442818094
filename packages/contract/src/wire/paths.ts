// The service's own endpoints for visitors, relative to the base address. Each is a separate constant, and all of them
// are `paths`: so the widget contains only those that it uses.

/** GET: the widget configuration of the key's agent. */
export const config = "/chat-bot/config";
/** POST: takes a visitor's messages and streams the answer. */
export const messages = "/chat-bot/";
/** GET: every message of the session; 404 before the first. */
export const history = "/chat-bot/history";
/** GET: the narrow view of the key's agent, with its actions. */
export const agent = "/chat-bot/agent";
/** GET: follows the running reply; 204 if none is running. */
export const stream = "/chat-bot/stream";
/** POST: ends the running reply. */
export const stop = "/chat-bot/stop";
/** POST: reopens a chat with the link from an email. DELETE: erases the chat. */
export const session = "/chat-bot/session";
/** POST: stores a file for a later message that refers to it. */
export const uploads = "/chat-bot/uploads";
/** POST: asks for a person. DELETE: goes back to the agent. */
export const handoff = "/chat-bot/handoff";
/** GET, followed by an id: an image from a tool or a visitor in this session. */
export const images = "/chat-bot/images/";
/** POST: rates a reply. */
export const feedback = "/chat-bot/feedback";
/** The frame's document; needs no key, only the key's public id and the page's origin in the query. */
export const frame = "/chat/";
