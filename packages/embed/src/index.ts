export { loadServiceChat } from "./load-service-chat.ts";
export type { ChatOptions } from "./chat-options.ts";
export type { PageEventName, PageEvents } from "@servicechat/contract";
export type { PageListener, ServiceChat } from "@servicechat/launcher/service-chat";
