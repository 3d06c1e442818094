import type { AgentScope, Storage } from "@servicechat/storage";
import { writeLetter } from "./write-letter.ts";

/**
 * The letter as a webhook gets it. It contains visitors' questions only if the webhook wants text.
 *
 * @param request.consoleUrl origin of the console, for links; `undefined` if there is none
 */
export async function letterData(
  storage: Storage,
  {
    to,
    agents,
    withText,
    consoleUrl,
  }: {
    readonly to: number;
    readonly agents: AgentScope["agents"];
    readonly withText: boolean;
    readonly consoleUrl: string | undefined;
  },
): Promise<Readonly<Record<string, unknown>>> {
  const { from, gaps, flips, ...letter } = await writeLetter(storage, { to, scope: { agents } });
  const linked = (path: string) => (consoleUrl === undefined ? {} : { url: `${consoleUrl}/console/${path}` });
  return {
    ...letter,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    gaps: gaps.map(({ id, agent, chats, question }) => ({
      id,
      agent,
      chats,
      ...(withText && { question }),
      ...linked(`gaps/${id}`),
    })),
    flips: flips.map(({ agent, ...counts }) => ({
      agent,
      ...counts,
      ...linked(`tests/${encodeURIComponent(agent)}`),
    })),
    ...linked("usage?period=week"),
  };
}
