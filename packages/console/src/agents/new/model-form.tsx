import type { JSX } from "preact";
import { changeFile, readFile } from "../../agent-file/edit-file.ts";
import { FileFormProvider, type FileForm } from "../../agent-settings/form-context.tsx";
import { ModelFields } from "../../agent-settings/model-fields.tsx";
import type { SettingsWords } from "../../agent-settings/words.en.ts";
import { hrefOf } from "../../app/navigation.ts";
import { agentPath, type NewAgent } from "./use-new-agent.ts";

/** The fields of a model, as among the settings of an agent. What is wrong is said when the step is left. */
export function ModelForm({ agent, words }: { agent: NewAgent; words: SettingsWords }): JSX.Element | null {
  const file = readFile(agent.file);
  if (!file) return null;
  const form: FileForm = {
    agentId: agent.id,
    file,
    words,
    mayEdit: true,
    set: (at, value) => agent.change((text) => changeFile(text, at, value)),
    edit: agent.change,
    faultsAt: () => [],
    fileHref: hrefOf(`${agentPath(agent.id)}/file`),
  };
  return (
    <FileFormProvider value={form}>
      <ModelFields path={["model"]} />
    </FileFormProvider>
  );
}
