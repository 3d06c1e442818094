// The service's own doors of the visitor, relative to the base address. Each is a constant of its own, and all of them are
// `paths`: so the widget takes along only those that it asks.

export const config = "/chat-bot/config";
export const messages = "/chat-bot/";
export const history = "/chat-bot/history";
export const agent = "/chat-bot/agent";
export const stream = "/chat-bot/stream";
export const stop = "/chat-bot/stop";
export const session = "/chat-bot/session";
export const uploads = "/chat-bot/uploads";
export const images = "/chat-bot/images/";
export const feedback = "/chat-bot/feedback";
export const launcher = "/launcher.js";
export const frame = "/chat/";
