import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FileFault } from "@servicechat/contract/admin";
import { changeFile, readFile } from "../agent-file/edit-file.ts";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { FaultList } from "../ui/fault-list.tsx";
import { SkeletonRows } from "../ui/page.tsx";
import { ActionsSection } from "./actions-section.tsx";
import { FileFormProvider, isFaultAt, readFault, type FileForm } from "./form-context.tsx";
import { HandoffSection } from "./handoff-section.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { ModelSection } from "./model-section.tsx";
import { MoreSection } from "./more-section.tsx";
import { ToolsSection } from "./tools-section.tsx";
import type { SettingsWords } from "./words.en.ts";

type SectionName = keyof SettingsWords["sections"];

/** The pages of the forms, and the fields of the file that each shows. */
const sections: Readonly<
  Record<SectionName, { readonly Section: () => JSX.Element; readonly fields: readonly string[] }>
> = {
  model: { Section: ModelSection, fields: ["instructions", "model", "fallbackModels"] },
  actions: { Section: ActionsSection, fields: ["actions"] },
  tools: { Section: ToolsSection, fields: ["tools"] },
  handoff: { Section: HandoffSection, fields: ["handoff"] },
  limits: { Section: LimitsSection, fields: ["limits", "identity", "uploads", "pageContext", "notice"] },
  more: { Section: MoreSection, fields: ["followUps", "feedback", "knowledge", "id"] },
};
const names = Object.keys(sections) as readonly SectionName[];

/** Forms for the settings of an agent. What is entered is written into the draft of its file. */
export function SettingsTab({
  agentId,
  section,
  draft,
  change,
  faults,
  mayEdit,
}: {
  agentId: string;
  /** The page of the forms that is shown; unknown ones are the first. */
  section: string;
  draft: string;
  /** Gets what makes the next draft of the latest: several fields may change before any is drawn. */
  change: (next: (file: string) => string) => void;
  faults: readonly FileFault[] | undefined;
  mayEdit: boolean;
}): JSX.Element {
  const { words: all } = useConsole();
  const words = useSettingsWords(all.lang);
  const file = readFile(draft);
  if (!file) return <p class="notice warn">{all.agents.faultyYaml}</p>;
  if (!words) return <SkeletonRows />;
  const name = names.find((each) => each === section) ?? "model";
  const path = `agents/${encodeURIComponent(agentId)}`;
  const found = faults ?? [];
  const form: FileForm = {
    agentId,
    file,
    words,
    mayEdit,
    set: (at, value) => change((text) => changeFile(text, at, value)),
    edit: change,
    faultsAt: (at, inside) => found.filter((fault) => isFaultAt(fault, at, inside)),
    fileHref: hrefOf(`${path}/file`),
  };
  const faultsOf = (fields: readonly string[]): readonly FileFault[] =>
    found.filter((fault) => fields.some((field) => isFaultAt(fault, [field], true)));
  const others = found.filter((fault) => readFault(fault).path === "");
  const { Section } = sections[name];
  return (
    <FileFormProvider value={form}>
      <div class="settings-tab">
        <nav class="settings-nav" aria-label={words.navigation}>
          {names.map((each) => {
            const count = faultsOf(sections[each].fields).length;
            return (
              <a
                key={each}
                href={hrefOf(`${path}/settings/${each}`)}
                aria-current={each === name ? "page" : undefined}
              >
                {words.sections[each]}
                {count > 0 && (
                  <span class="badge bad">
                    {count}
                    <span class="unseen"> {all.agents.faults(count)}</span>
                  </span>
                )}
              </a>
            );
          })}
        </nav>
        <div class="settings-body">
          <h2>{words.sections[name]}</h2>
          <p class="muted">{mayEdit ? words.about : words.readOnly}</p>
          {others.length > 0 && (
            <>
              <p class="hint">{words.otherIssues}</p>
              <FaultList faults={others} />
            </>
          )}
          <Section key={name} />
        </div>
      </div>
    </FileFormProvider>
  );
}

/** The words of the forms, which are loaded with them. */
function useSettingsWords(lang: string): SettingsWords | undefined {
  const [words, setWords] = useState<SettingsWords>();
  useEffect(() => {
    const isGerman = lang.split("-")[0] === "de";
    const load = async (): Promise<SettingsWords> =>
      isGerman
        ? (await import("./words.de.ts")).settingsWords
        : (await import("./words.en.ts")).settingsWords;
    load()
      .catch(async () => (await import("./words.en.ts")).settingsWords)
      .then(setWords, () => undefined);
  }, [lang]);
  return words;
}
