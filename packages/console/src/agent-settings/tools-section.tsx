import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { changeFile, textIn, valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { CurlDialog } from "./curl-dialog.tsx";
import { Others, Setting } from "./fields.tsx";
import { CheckRow, LinesSetting, NumberSetting, SelectInput, TextSetting } from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";
import { HeadersSetting, HttpFields } from "./http-fields.tsx";
import { ListSetting } from "./list-setting.tsx";
import { emptySchema, SchemaFields } from "./schema-fields.tsx";

const builtInTools = ["search_knowledge", "AskUserQuestion", "HandOver"] as const;

const isObject = (item: unknown): boolean => typeof item === "object" && item !== null;
const isMcp = (item: unknown): boolean => valueIn(item, ["mcp"]) !== undefined;

/** What the agent can do beside writing: built-in tools, requests and servers of tools. */
export function ToolsSection(): JSX.Element {
  const form = useFileForm();
  const { words } = form;
  const [isPasting, setPasting] = useState(false);
  const value = valueIn(form.file, ["tools"]);
  const tools: readonly unknown[] = Array.isArray(value) ? value : [];
  const add = (tool: unknown): void => form.edit((text) => changeFile(text, ["tools"], [...tools, tool]));
  const toggle = (name: string, isOn: boolean): void => {
    // Built-in ones come first, as one would write them.
    const first = tools.filter((each) => !isObject(each));
    const rest = tools.filter(isObject);
    const next = isOn ? [...first, name, ...rest] : tools.filter((each) => each !== name);
    form.set(["tools"], next.length > 0 ? next : undefined);
  };
  return (
    <>
      <div class="form setting-checks">
        {builtInTools.map((name) => (
          <CheckRow
            key={name}
            path={tools.includes(name) ? ["tools", tools.indexOf(name)] : ["tools", name]}
            name={name}
            isOn={tools.includes(name)}
            change={(isOn) => toggle(name, isOn)}
          />
        ))}
      </div>
      <ListSetting
        path={["tools"]}
        isShown={(item) => isObject(item) || !builtInTools.some((name) => name === item)}
        titleOf={(item) => textIn(item, ["name"]) || textIn(item, ["mcp", "url"]) || textIn(item)}
        additions={[
          {
            label: words.newTool,
            make: () => ({
              name: freeName(tools),
              description: "",
              inputSchema: emptySchema,
              http: { url: "" },
            }),
          },
          { label: words.newCurl, make: () => undefined, ask: () => setPasting(true) },
          { label: words.newMcp, make: () => ({ mcp: { url: "" } }) },
        ]}
      >
        {(item, path) =>
          isMcp(item) ? <McpFields path={path} item={item} /> : <HttpToolFields path={path} item={item} />
        }
      </ListSetting>
      {isPasting && (
        <CurlDialog
          close={() => setPasting(false)}
          made={(tool) => {
            setPasting(false);
            add(tool);
          }}
          freeName={freeName(tools)}
        />
      )}
    </>
  );
}

function freeName(tools: readonly unknown[]): string {
  const names = tools.map((each) => valueIn(each, ["name"]));
  let number = tools.length + 1;
  while (names.includes(`tool_${number}`)) number += 1;
  return `tool_${number}`;
}

function HttpToolFields({ path, item }: { path: FilePath; item: unknown }): JSX.Element {
  const inside = (field: string): FilePath => [...path, field];
  return (
    <div class="form">
      <div class="field-row">
        <TextSetting path={inside("name")} name="toolName" required isCode maxLength={64} />
        <TextSetting path={inside("title")} name="toolTitle" maxLength={100} />
      </div>
      <TextSetting path={inside("description")} name="toolDescription" required rows={3} maxLength={4000} />
      <SchemaFields path={inside("inputSchema")} />
      <HttpFields path={inside("http")} />
      <ConfirmSetting path={inside("confirm")} value={valueIn(item, ["confirm"])} />
      <Others path={path} known={["name", "title", "description", "inputSchema", "http", "confirm"]} />
    </div>
  );
}

function McpFields({ path, item }: { path: FilePath; item: unknown }): JSX.Element {
  const inside = (field: string): FilePath => [...path, "mcp", field];
  return (
    <div class="form">
      <TextSetting
        path={inside("url")}
        name="mcpUrl"
        type="url"
        isCode
        required
        placeholder="https://tools.example/mcp"
      />
      <HeadersSetting path={inside("headers")} name="mcpHeaders" />
      <LinesSetting path={inside("only")} />
      <NumberSetting path={inside("timeoutSeconds")} usual={15} />
      <ConfirmSetting path={[...path, "confirm"]} value={valueIn(item, ["confirm"])} canName />
      <Others path={[...path, "mcp"]} known={["url", "headers", "only", "timeoutSeconds"]} />
      <Others path={path} known={["mcp", "confirm"]} />
    </div>
  );
}

/** Whether the visitor is asked: by default, always, never, or for tools by name. */
function ConfirmSetting({
  path,
  value,
  canName,
}: {
  path: FilePath;
  value: unknown;
  canName?: boolean;
}): JSX.Element {
  const form = useFileForm();
  const { named, ...plain } = form.words.confirmTool;
  const chosen = Array.isArray(value)
    ? "named"
    : value === true
      ? "always"
      : value === false
        ? "never"
        : "usual";
  const values: Readonly<Record<string, unknown>> = {
    usual: undefined,
    always: true,
    never: false,
    named: [],
  };
  return (
    <>
      <Setting
        path={path}
        name="confirmTool"
        isShowable={value === undefined || typeof value === "boolean" || Array.isArray(value)}
      >
        {(tied) => (
          <SelectInput
            tied={tied}
            options={canName ? { ...plain, named } : plain}
            value={chosen}
            change={(next) => form.set(path, values[next])}
          />
        )}
      </Setting>
      {/* An empty list stays one: it means that no tool asks. */}
      {chosen === "named" && <LinesSetting path={path} name="confirmNamed" keepsEmpty />}
    </>
  );
}
