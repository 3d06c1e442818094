import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { ClientError } from "@servicechat/client";
import type { Device } from "../context/device.ts";
import type { HandoffParts, MailedLink } from "../context/handoff.ts";
import { withRetry } from "../conversation/retry-policy.ts";

/** The chat was erased meanwhile, or its time is over. In English the words are the service's. */
const gone = {
  code: "link_rejected",
  message:
    "This link has been used or has expired. Continue the chat on the device where you started it, or wait for the next email.",
} as const;

type LinkDevice = Pick<Device, "linkKey" | "open">;

/** What opening them needs. */
interface MailedParts extends Pick<HandoffParts, "mailed" | "wait"> {
  readonly client: Pick<HandoffParts["client"], "openLink">;
  readonly device: ReadonlySignal<LinkDevice | undefined>;
}

/**
 * Goes over to the chats that links of mails lead to, once the visitor says so: what only looks at a page, as the scanners of
 * mail servers do, must use up no link. It waits for the device's part, which keeps the chat.
 */
export function openMailed({ mailed, device, client, wait }: MailedParts): MailedLink {
  const state = signal<MailedLink["state"]["value"]>(undefined);
  let link = "";
  let last = new AbortController();

  async function goTo({ linkKey, open }: LinkDevice): Promise<void> {
    last.abort(); // the visitor wants another chat by now
    last = new AbortController();
    const { signal: life } = last;
    const wanted = link;
    const patiently = <Result>(ask: () => Promise<Result>): Promise<Result> =>
      withRetry({ wait, notify: () => undefined }, life, ask);
    // Another link may have come meanwhile, for which the visitor is asked anew.
    const tell = (next: MailedLink["state"]["value"]): void => {
      if (link === wanted && !life.aborted) state.value = next;
    };

    tell({ step: "opening" });
    try {
      // With the same key the service gives the same answer: none is lost, neither now nor after a reload.
      const key = linkKey();
      const token = await patiently(() => client.openLink(wanted, key));
      if (life.aborted) return;
      tell((await patiently(() => open(token))) ? undefined : { step: "failed", ...gone });
    } catch (error) {
      const { code, message } = error instanceof ClientError ? error : { code: "internal", message: "" };
      tell({ step: "failed", code, message });
    }
  }

  effect(() => {
    if (mailed.value === undefined || !device.value) return;
    link = mailed.value;
    mailed.value = undefined;
    state.value = { step: "found" };
  });
  return {
    state,
    open() {
      const there = device.peek();
      if (there && state.peek()?.step === "found") void goTo(there);
    },
    dismiss: () => (state.value = undefined),
  };
}
