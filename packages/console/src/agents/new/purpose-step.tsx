import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useConsole } from "../../app/console-context.ts";
import { icon } from "../../ui/icon.tsx";
import { SkeletonRows } from "../../ui/page.tsx";
import { useResource } from "../../ui/use-resource.ts";
import type * as PurposeFile from "./purpose-file.ts";
import type { purposes } from "./purposes.en.ts";
import { StepFrame, stepHref } from "./step-frame.tsx";
import type { NewAgent } from "./use-new-agent.ts";

type Purposes = typeof purposes;
type Purpose = keyof Purposes;
const order: readonly Purpose[] = ["helpDesk", "shop", "documentation", "handbook", "blank"];

/** Asks what the agent is for, and writes the file of that starting point. Leaving it makes the agent live. */
export function PurposeStep({ agent, reader }: { agent: NewAgent; reader: typeof PurposeFile }): JSX.Element {
  const { words } = useConsole();
  const isGerman = words.lang.startsWith("de");
  const loaded = useResource<Purposes>(isGerman ? "de" : "en", async () =>
    isGerman ? (await import("./purposes.de.ts")).purposes : (await import("./purposes.en.ts")).purposes,
  );
  if (!loaded.value) return <SkeletonRows />;
  return <Choose agent={agent} reader={reader} purposes={loaded.value} />;
}

function Choose({
  agent,
  reader,
  purposes,
}: {
  agent: NewAgent;
  reader: typeof PurposeFile;
  purposes: Purposes;
}): JSX.Element {
  const { words, navigation } = useConsole();
  const text = words.newAgent;
  const { name = "", instructions = "" } = reader.readAgentFile(agent.file) ?? {};
  const filled = (purpose: Purpose, before?: string): string =>
    reader.fillPurpose(purposes[purpose], { id: agent.id, name }, before);
  const texts = useMemo(
    () => new Map(order.map((each) => [each, reader.readAgentFile(filled(each))?.instructions ?? ""])),
    [name],
  );
  const current = order.find((purpose) => texts.get(purpose) === instructions);
  const isOwn = instructions !== "" && current === undefined;
  const [chosen, choose] = useState<Purpose | undefined>(isOwn ? undefined : (current ?? "helpDesk"));

  return (
    <StepFrame
      title={text.purposeTitle}
      lead={text.purposeLead}
      back={stepHref(agent.id, "name")}
      next={async () => {
        // Choosing what it already is must not undo what was changed since.
        if (chosen && chosen !== current) agent.change((before) => filled(chosen, before));
        await agent.apply();
        navigation.go(stepHref(agent.id, "knowledge"));
      }}
    >
      {isOwn && <p class="notice">{text.ownPurpose}</p>}
      <fieldset class="purposes">
        <legend class="unseen">{text.purposeTitle}</legend>
        {order.map((purpose) => (
          <label key={purpose} class={purpose === chosen ? "purpose chosen" : "purpose"}>
            <input
              type="radio"
              name="purpose"
              checked={purpose === chosen}
              onChange={() => choose(purpose)}
            />
            <span>
              <b>{text.purposes[purpose].name}</b>
              <span class="muted">{text.purposes[purpose].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {agent.live && chosen && chosen !== current && <p class="hint">{text.purposeSwap}</p>}
      {chosen && (
        <details class="purpose-text">
          <summary>
            {icon("chevron", 15)}
            {text.instructions}
          </summary>
          <p class="hint">{text.instructionsHint}</p>
          <pre tabIndex={0}>{texts.get(chosen)}</pre>
        </details>
      )}
    </StepFrame>
  );
}
