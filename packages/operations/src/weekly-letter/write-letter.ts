import { unsolvedGapStates } from "@servicechat/contract/admin";
import type { AgentScope, Storage, UsageAmounts } from "@servicechat/storage";
import { compareRuns } from "../agent-tests/test-run.ts";
import type { TestRun } from "../agent-tests/test-run.ts";
import type { Cost } from "../usage/price-book.ts";
import { reportUsage } from "../usage/usage-operations.ts";

/** The summary of a week. Numbers and ids, and the words of visitors separately. */
interface WeeklyLetter {
  readonly from: number;
  readonly to: number;
  /** Chats that began, and those of them that ended so: never one number for all. */
  readonly chats: number;
  readonly outcomes: UsageAmounts["outcomes"];
  readonly ratings: UsageAmounts["ratings"];
  readonly cost: Cost & { readonly currency: string | null };
  /** The gaps that were asked about in the week, those of most chats first. */
  readonly gaps: readonly {
    readonly id: string;
    readonly agent: string;
    readonly chats: number;
    readonly question: string;
  }[];
  /** Tests whose outcome is another than before the week, by agent. */
  readonly flips: readonly { readonly agent: string; readonly broken: number; readonly fixed: number }[];
  /** Chats that visitors and operators erased. */
  readonly erased: number;
  /** Chats whose time was over. */
  readonly expired: number;
}

/** A week, in milliseconds. */
const weekMs = 7 * 86_400_000;
/** Gaps that are reported. */
const maxGaps = 3;

/** Reads what the week before a moment was like, within a scope. */
async function writeLetter(
  storage: Storage,
  { to, scope }: { readonly to: number; readonly scope: AgentScope },
): Promise<WeeklyLetter> {
  const from = to - weekMs;
  const { total, currency } = await reportUsage(storage, { scope, from, to, by: "day" });
  const gaps = await storage.gaps.list({ scope, states: unsolvedGapStates, from, limit: maxGaps });
  const ids = scope.agents ?? (await storage.agents.list()).map(({ id }) => id);
  const flips = [];
  for (const agent of ids) flips.push({ agent, ...(await flipsOf(storage, { agent, from, to })) });
  return {
    from,
    to,
    chats: total.chats,
    outcomes: total.outcomes,
    ratings: total.ratings,
    cost: { cost: total.cost, unpriced: total.unpriced, currency },
    gaps: gaps.items.map(({ id, agentId, chats, question }) => ({ id, agent: agentId, chats, question })),
    flips: flips.filter(({ broken, fixed }) => broken + fixed > 0),
    erased: total.erased.byPeople,
    expired: total.erased.expired,
  };
}

async function flipsOf(
  { agentTests }: Pick<Storage, "agentTests">,
  { agent, from, to }: { readonly agent: string; readonly from: number; readonly to: number },
) {
  const scope = { agents: null };
  const { items } = await agentTests.listRuns({ scope, agentId: agent, limit: 100 });
  const last = items.find(({ at }) => at >= from && at < to);
  // The newest before the week, or where there was none the first of the week.
  const before = items.find(({ at }) => at < from) ?? items.filter(({ at }) => at >= from).at(-1);
  if (!last || !before || last.number === before.number) return { broken: 0, fixed: 0 };
  const read = async (number: number) =>
    // Only this package writes runs, from this very type.
    (await agentTests.findRun({ scope, agentId: agent, number })) as Pick<TestRun, "results"> | undefined;
  const [one, other] = [await read(before.number), await read(last.number)];
  const compared = one && other ? compareRuns(one, other) : [];
  const count = (kind: string) => compared.filter(({ flip }) => flip === kind).length;
  return { broken: count("broken"), fixed: count("fixed") };
}

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
