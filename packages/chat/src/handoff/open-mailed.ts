import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { ClientError } from "@servicechat/client";
import type { Device } from "../context/device.ts";
import type { HandoffDependencies, MailedLink } from "../context/handoff.ts";
import { withRetry } from "../conversation/retry-policy.ts";

/** The chat was erased in the meantime, or has expired. In English, the text is the service's. */
const gone = {
  code: "link_rejected",
  message:
    "This link has been used or has expired. Continue the chat on the device where you started it, or wait for the next email.",
} as const;

type LinkDevice = Pick<Device, "linkKey" | "open">;

/** What opening them needs. */
interface MailedDependencies extends Pick<HandoffDependencies, "mailed" | "wait"> {
  readonly client: Pick<HandoffDependencies["client"], "openLink">;
  readonly device: ReadonlySignal<LinkDevice | undefined>;
}

/**
 * Switches to the chats of mailed links, once the visitor confirms: a program that only opens a page, such as the
 * scanner of a mail server, must not use up a link. It waits for the device's part, which stores the chat.
 */
export function openMailed({ mailed, device, client, wait }: MailedDependencies): MailedLink {
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
    // There may be another link in the meantime, for which the visitor is asked again.
    const tell = (next: MailedLink["state"]["value"]): void => {
      if (link === wanted && !life.aborted) state.value = next;
    };

    tell({ step: "opening" });
    try {
      // With the same key the service gives the same response: it cannot be lost, neither now nor after a reload.
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
