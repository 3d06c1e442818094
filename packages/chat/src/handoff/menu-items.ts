import type { Handoff } from "../context/handoff.ts";
import type { HandoffItem } from "../context/lazy-modules.ts";
import { enHandoff } from "../words/en-handoff.ts";
import { withWords } from "../words/service-words.ts";
import type { Words } from "../words/words.ts";

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
