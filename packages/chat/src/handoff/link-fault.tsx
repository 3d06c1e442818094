import type { JSX } from "preact";
import type { Handoff } from "../context/handoff.ts";
import { useChat } from "../context/chat-context.ts";
import { icon } from "../screens/icon.tsx";
import { failureText } from "../words/service-words.ts";

/** Says why the link of a mail did not open its chat. */
export function LinkFault({ mailed }: { mailed: Handoff["mailed"] }): JSX.Element | null {
  const { words } = useChat();
  const fault = mailed.fault.value;
  if (!fault) return null;
  return (
    <section class="notice handoff-bar" role="alert">
      <div class="handoff-head">
        <span dir="auto">{failureText(fault.code, fault.message, words)}</span>
        <span class="handoff-controls">
          <button
            type="button"
            class="round quiet"
            aria-label={words.cancel}
            title={words.cancel}
            onClick={mailed.dismiss}
          >
            {icon("cross", 18)}
          </button>
        </span>
      </div>
    </section>
  );
}
