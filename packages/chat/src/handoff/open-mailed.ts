import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { ClientError } from "@servicechat/client";
import type { Device } from "../context/device.ts";
import type { HandoffParts } from "../context/handoff.ts";
import { withRetry } from "../conversation/retry-policy.ts";

/** Why a link did not open its chat. */
export type LinkFault = Pick<ClientError, "code" | "message">;

/** Goes over to the chats that links of mails lead to, as soon as the device's part is there to keep them. */
export function openMailed({
  mailed,
  device,
  client,
  wait,
}: Pick<HandoffParts, "mailed" | "device" | "wait" | "client">): {
  /** Of the last link; `undefined` where it opened its chat, and once the visitor has read it. */
  readonly fault: ReadonlySignal<LinkFault | undefined>;
  readonly dismiss: () => void;
} {
  const fault = signal<LinkFault | undefined>(undefined);
  const patiently = <Result>(ask: () => Promise<Result>): Promise<Result> =>
    withRetry({ wait, notify: () => undefined }, new AbortController().signal, ask);

  async function open(link: string, { open: goTo }: Device): Promise<void> {
    fault.value = undefined;
    try {
      const token = await patiently(() => client.openLink(link));
      await patiently(() => goTo(token));
    } catch (error) {
      fault.value = error instanceof ClientError ? error : { code: "internal", message: "" };
    }
  }

  effect(() => {
    const link = mailed.value;
    if (link === undefined || !device.value) return;
    mailed.value = undefined;
    void open(link, device.value);
  });
  return { fault, dismiss: () => (fault.value = undefined) };
}
