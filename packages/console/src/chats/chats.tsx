import type { JSX } from "preact";
import type { RouteProps } from "../app/pages.tsx";
import { ChatPage } from "./chat-page.tsx";
import { ChatsPage } from "./chats-page.tsx";

/** The list of chats, or one of them. */
export function page({ rest }: RouteProps): JSX.Element {
  const [id] = rest;
  return id ? <ChatPage key={id} id={id} /> : <ChatsPage />;
}
