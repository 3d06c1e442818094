import type { JSX } from "preact";
import { actionIcons } from "@servicechat/contract";
import { changeFile, textIn, valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { Others, Setting } from "./fields.tsx";
import { SelectInput, SelectSetting, SwitchSetting, TextSetting } from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";
import { HttpFields } from "./http-fields.tsx";
import { ListSetting } from "./list-setting.tsx";
import { emptySchema, SchemaFields } from "./schema-fields.tsx";

/** Buttons in the chat, and forms. */
export function ActionsSection(): JSX.Element {
  const form = useFileForm();
  const actions = valueIn(form.file, ["actions"]);
  const ids = Array.isArray(actions) ? actions.map((each) => valueIn(each, ["id"])) : [];
  const freeId = (): string => {
    let number = ids.length + 1;
    while (ids.includes(`action-${number}`)) number += 1;
    return `action-${number}`;
  };
  return (
    <ListSetting
      path={["actions"]}
      titleOf={(item) => textIn(item, ["label"]) || textIn(item, ["id"])}
      additions={[
        {
          label: form.words.newAction,
          make: () => ({ id: freeId(), label: "", kind: "prompt", prompt: "" }),
        },
      ]}
    >
      {(item, path) => <ActionFields item={item} path={path} />}
    </ListSetting>
  );
}

const shared = ["id", "name", "label", "description", "icon", "confirm", "adminOnly", "hideInChat", "kind"];
const ofKind: Readonly<Record<string, readonly string[]>> = {
  prompt: ["prompt", "inputSchema"],
  link: ["url"],
  form: ["prompt", "inputSchema", "http"],
  host: ["inputSchema"],
};

function ActionFields({ item, path }: { item: unknown; path: FilePath }): JSX.Element {
  const form = useFileForm();
  const { words } = form;
  const kind = textIn(item, ["kind"]);
  const inside = (field: string): FilePath => [...path, field];
  const icons = { "": words.defaultIcon, ...Object.fromEntries(actionIcons.map((name) => [name, name])) };
  const http = valueIn(item, ["http"]) !== undefined;

  const setKind = (chosen: string): void => {
    const before = item as Readonly<Record<string, unknown>>;
    const kept = Object.entries(before).filter(
      ([key]) => key !== "kind" && (shared.includes(key) || ofKind[chosen]?.includes(key)),
    );
    form.set(path, { ...Object.fromEntries(kept), kind: chosen, ...startOf(chosen, before) });
  };
  return (
    <div class="form">
      <TextSetting path={inside("label")} required maxLength={100} />
      <SelectSetting path={inside("kind")} options={words.kinds} usual="prompt" change={setKind} />
      {kind === "link" && (
        <TextSetting path={inside("url")} name="linkUrl" type="url" isCode required placeholder="https://" />
      )}
      {(kind === "form" ||
        ((kind === "prompt" || kind === "host") && valueIn(item, ["inputSchema"]) !== undefined)) && (
        <SchemaFields path={inside("inputSchema")} />
      )}
      {kind === "form" && (
        <Setting path={inside("formSends")}>
          {(tied) => (
            <SelectInput
              tied={tied}
              options={words.formSends}
              value={http ? "http" : "prompt"}
              change={(chosen) =>
                form.edit((text) =>
                  chosen === "http"
                    ? changeFile(changeFile(text, inside("prompt"), undefined), inside("http"), {
                        method: "POST",
                        url: "",
                      })
                    : changeFile(changeFile(text, inside("http"), undefined), inside("prompt"), ""),
                )
              }
            />
          )}
        </Setting>
      )}
      {(kind === "prompt" || (kind === "form" && !http)) && (
        <TextSetting path={inside("prompt")} required rows={3} maxLength={8000} />
      )}
      {kind === "form" && http && <HttpFields path={inside("http")} />}
      <TextSetting path={inside("description")} maxLength={500} />
      <div class="field-row">
        <TextSetting path={inside("id")} required isCode maxLength={64} />
        <SelectSetting path={inside("icon")} options={icons} usual="" />
      </div>
      <SwitchSetting path={inside("confirm")} name="confirmAction" usual={false} />
      <SwitchSetting path={inside("adminOnly")} usual={false} />
      <SwitchSetting path={inside("hideInChat")} usual={false} />
      <TextSetting path={inside("name")} name="actionName" maxLength={100} />
      <Others path={path} known={[...shared, ...(ofKind[kind] ?? [])]} />
    </div>
  );
}

/** What another kind of action needs, where it is not there yet. */
function startOf(kind: string, before: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  switch (kind) {
    case "prompt":
      return { prompt: before["prompt"] ?? "" };
    case "link":
      return { url: "" };
    case "form":
      return {
        inputSchema: before["inputSchema"] ?? emptySchema,
        ...(before["http"] === undefined && { prompt: before["prompt"] ?? "" }),
      };
    default:
      return {};
  }
}
