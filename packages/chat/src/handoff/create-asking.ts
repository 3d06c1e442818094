import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Asking, HandoffDependencies, Holding } from "../context/handoff.ts";
import type { PeopleLine, ReplyEntry } from "../conversation/conversation.ts";
import { lastKey } from "./people-lines.ts";

/** After how many answers in a row that found nothing the chat offers a person. */
const patience = 2;

/** Creates what asks for a person, on behalf of the visitor. */
export function createAsking(
  { chat, ratings, readMailSetting }: Pick<HandoffDependencies, "chat" | "ratings" | "readMailSetting">,
  {
    holding,
    lines,
  }: {
    readonly holding: ReadonlySignal<Holding>;
    readonly lines: ReadonlySignal<readonly PeopleLine[]>;
  },
): Asking {
  const isBusy = signal(false);
  const hasFailed = signal(false);
  const timesAsked = signal(0);
  const away = signal<Asking["away"]["value"]>(undefined);
  const address = signal<string | undefined>(undefined);
  /** The answers after which the visitor declined, and the chat in which nobody could come. */
  const declined = signal<ReadonlySet<string>>(new Set());
  const isWithAgent = computed(() => holding.value.holder === "agent" && chat.state.value === "ready");

  const canAsk = computed(() => isWithAgent.value && chat.agent.value?.handoff?.button === true);

  async function run(ask: () => Promise<void>): Promise<void> {
    if (isBusy.peek()) return;
    isBusy.value = true;
    hasFailed.value = false;
    try {
      await ask();
    } catch {
      hasFailed.value = true;
    }
    isBusy.value = false;
  }

  // What applies to one chat, and to the last answer, does not apply to another.
  let shown: string | undefined;
  effect(() => {
    const before = shown;
    shown = chat.shown.value;
    if (before === undefined || before === shown) return; // the first chat may be the one that asking has opened
    away.value = address.value = undefined;
    hasFailed.value = false;
  });

  const doubtful = computed((): string | undefined => {
    if (!canAsk.value || chat.isAnswering.value) return undefined;
    const replies = chat.conversation.value.filter((entry) => entry.from === "agent" && !entry.replaced);
    const last = replies.at(-1);
    if (last?.from !== "agent") return undefined;
    const isDoubted =
      ratings.value?.feedbackOf(last)?.rating === "down" ||
      replies.slice(-patience).filter((reply) => reply.from === "agent" && foundNothing(reply)).length ===
        patience;
    return isDoubted ? last.key : undefined;
  });
  /** Nobody came, and no message was sent since. */
  const missed = computed((): string | undefined => {
    const last = lines.value.at(-1);
    const isLast = last?.from === "event" && last.type === "nobody" && isWithAgent.value;
    return isLast && last.after === lastKey(chat.conversation.value) ? last.key : undefined;
  });
  const isOpen = (key: string | undefined): boolean => key !== undefined && !declined.value.has(key);

  return {
    isBusy,
    hasFailed,
    timesAsked,
    address,
    canAsk,
    away: computed(() => away.value ?? (isOpen(missed.value) ? {} : undefined)),
    isOffered: computed(() => isOpen(doubtful.value)),

    ask: (email) =>
      run(async () => {
        timesAsked.value++;
        const posted = email === undefined ? {} : { email, ...(await readMailSetting()) };
        const { holder, open, opensAt } = await chat.askForPerson(posted);
        if (email !== undefined) address.value = email;
        away.value = holder === "agent" && !open ? { opensAt } : undefined;
        void chat.refresh();
      }),
    goBack: () =>
      run(async () => {
        await chat.backToAgent();
        void chat.refresh();
      }),
    decline() {
      declined.value = new Set([...declined.peek(), doubtful.peek() ?? "", missed.peek() ?? ""]);
      away.value = undefined;
      hasFailed.value = false;
    },
  };
}

/** Whether an answer failed, or the agent's knowledge had nothing for it. */
function foundNothing({ parts, error }: ReplyEntry): boolean {
  const searches = parts.filter((part) => part.type === "tool" && part.name === "search_knowledge");
  const rows = searches.flatMap((part) => (part.type === "tool" ? (part.rows ?? []) : []));
  return error !== undefined || (searches.length > 0 && rows.length === 0);
}
