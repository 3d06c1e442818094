import type { JSX } from "preact";
import type { Handoff } from "../context/handoff.ts";
import { useChat } from "../context/chat-context.ts";
import { outline } from "../screens/icon.tsx";
import { enHandoff } from "../words/en-handoff.ts";
import { withWords } from "../words/service-words.ts";
import type { HandoffItem } from "../lazy/lazy-modules.ts";
import type { Words } from "../words/words.ts";

/** Asks for a person, in the title bar, while the agent has the chat. */
export function AskButton({ handoff }: { handoff: Handoff }): JSX.Element | null {
  const { askPerson } = withWords(enHandoff, useChat().words);
  const { asking } = handoff;
  if (!asking.canAsk.value) return null;
  return (
    <button
      type="button"
      class="round quiet ask-person"
      aria-label={askPerson}
      title={askPerson}
      aria-disabled={asking.isBusy.value}
      onClick={() => void asking.ask()}
    >
      {outline("person", personOutline)}
    </button>
  );
}

const personOutline =
  "M12 12.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.8 20c.7-3.2 3.6-4.8 7.2-4.8s6.500 1.6 7.2 4.8";

/** The items of the chat's menu if people may take part. */
export function menuItems({ asking, holding }: Handoff, known: Words): readonly HandoffItem[] {
  const words = withWords(enHandoff, known);
  const items: HandoffItem[] = [];
  if (asking.canAsk.value)
    items.push({ icon: "person", label: words.askPerson, choose: () => void asking.ask() });
  if (holding.value.holder !== "agent")
    items.push({ icon: "back", label: words.backToAssistant, choose: () => void asking.goBack() });
  return items;
}
