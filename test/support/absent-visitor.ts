import { asksForPerson, chatOf, chats, startHandoff } from "./handoff.ts";
import { startMailServer } from "./mail-server.ts";
import type { StartOptions } from "./start-service.ts";
import { ask } from "./visitor.ts";

/** The sender of a test's mails. */
export const mailFrom = "chat@shop.example";
/** The visitor's address. */
export const visitorAddress = "visitor@home.example";
/** The page of the chat. */
export const visitorPage = "https://shop.example/help";

/** A service with mail, and a clock that the test sets; somebody is signed in. */
export async function startMailing(nodes: number, options: StartOptions = {}) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startMailServer());
  const time = { now: Date.now() };
  const clock = { wallMs: () => time.now, monotonicMs: () => performance.now() };
  const mail = { url: server.url, from: mailFrom };
  const console = stack.use(await startHandoff(nodes, { clock, mail, ...options }));
  const { cookie } = await console.signIn();
  const kept = stack.move();

  return {
    server,
    time,
    console,
    cookie,

    /** A visitor asks for a person, leaves an address, and goes away. */
    async leaveAddress(body: object = {}) {
      const { token } = await ask(console, "Where is my order?");
      const posted = { email: visitorAddress, lang: "en", page: visitorPage, ...body };
      const response = await asksForPerson(console, token, posted);
      const { id }: { readonly id: string } = await chatOf(console, cookie);
      return { token, id, response };
    },

    async say(id: string, text: string) {
      const { status } = await console.ask("POST", `${chats}/${id}/messages`, { cookie, body: { text } });
      if (status !== 201) throw new Error(`It was not said: ${status}`);
    },

    /** Follows a link. */
    open: (link: string, headers: Readonly<Record<string, string>> = {}) =>
      console.fetch("/chat-bot/session", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify({ link }),
      }),

    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** The link in a mail. */
export function linkIn({ text }: { readonly text: string }): string {
  return /#servicechat=([\w-]{43})\s/.exec(text)?.[1] ?? "";
}
