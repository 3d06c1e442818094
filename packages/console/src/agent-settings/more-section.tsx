import type { JSX } from "preact";
import { textIn, valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { Faults, Others, Setting } from "./fields.tsx";
import { LinesSetting, NumberSetting, SelectInput, SwitchSetting, TextSetting } from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";
import { ListSetting } from "./list-setting.tsx";
import { KeySetting } from "./model-fields.tsx";

/** What else the file has: feedback, follow-ups, sources of knowledge and how they are ranked. */
export function MoreSection(): JSX.Element {
  const form = useFileForm();
  const knowledge = valueIn(form.file, ["knowledge"]);
  const isList = Array.isArray(knowledge);
  const sources: FilePath =
    isList || knowledge === undefined || knowledge === null ? ["knowledge"] : ["knowledge", "sources"];
  return (
    <>
      <div class="form">
        <SwitchSetting path={["followUps"]} usual={false} />
        <SwitchSetting path={["feedback"]} usual />
      </div>
      <ListSetting
        path={sources}
        name="sources"
        titleOf={(item) => textIn(item, ["files"]) || textIn(item, ["url"]) || textIn(item, ["sitemap"])}
        additions={[
          { label: form.words.newPage, make: () => ({ url: "" }) },
          { label: form.words.newSitemap, make: () => ({ sitemap: "" }) },
          { label: form.words.newFiles, make: () => ({ files: "" }) },
        ]}
      >
        {(item, path) => <SourceFields item={item} path={path} />}
      </ListSetting>
      <div class="form setting-group">
        <RankingFields knowledge={knowledge} sources={sources} />
      </div>
      <div class="form setting-group">
        <Setting path={["id"]} name="agentId">
          {(tied) => <input {...tied} class="code-input" readOnly value={textIn(form.file, ["id"])} />}
        </Setting>
      </div>
    </>
  );
}

function SourceFields({ item, path }: { item: unknown; path: FilePath }): JSX.Element {
  const { words } = useFileForm();
  const inside = (field: string): FilePath => [...path, field];
  const has = (field: string): boolean => valueIn(item, [field]) !== undefined;
  if (has("files"))
    return (
      <div class="form">
        <TextSetting path={inside("files")} required isCode placeholder="./docs/**/*.md" />
        <TextSetting path={inside("linkBase")} type="url" isCode placeholder="https://acme.example/docs/" />
        <Others path={path} known={["files", "linkBase"]} />
      </div>
    );
  return (
    <div class="form">
      {has("sitemap") ? (
        <TextSetting
          path={inside("sitemap")}
          type="url"
          isCode
          required
          placeholder="https://acme.example/sitemap.xml"
        />
      ) : (
        <>
          <TextSetting
            path={inside("url")}
            name="sourceUrl"
            type="url"
            isCode
            required
            placeholder="https://help.acme.example/"
          />
          <NumberSetting path={inside("depth")} usual={0} />
        </>
      )}
      <NumberSetting path={inside("maxPages")} usual={500} />
      <div class="field-row">
        <LinesSetting path={inside("include")} placeholder="/guides/" />
        <LinesSetting path={inside("exclude")} placeholder="/print/" />
      </div>
      <Others path={path} known={["url", "sitemap", "depth", "maxPages", "include", "exclude"]} />
      {!has("url") && !has("sitemap") && <p class="hint">{words.untitled}</p>}
    </div>
  );
}

/** Settings beside the sources. A list of sources alone becomes an object that has it, with the first of them. */
function RankingFields({ knowledge, sources }: { knowledge: unknown; sources: FilePath }): JSX.Element {
  const form = useFileForm();
  const isPlain = sources.length === 1;
  const embeddings = isPlain ? undefined : valueIn(knowledge, ["embeddings"]);
  const provider = valueIn(embeddings, ["provider"]);
  const state = embeddings === undefined ? "usual" : embeddings === false ? "off" : textIn(provider);
  const starts: Readonly<Record<string, unknown>> = {
    usual: undefined,
    off: false,
    local: { provider: "local" },
    openai: { provider: "openai", name: "text-embedding-3-small", apiKeyEnv: "OPENAI_API_KEY" },
  };
  const set = (field: string, value: unknown): void => {
    if (isPlain && value === undefined) return;
    if (isPlain) form.set(["knowledge"], { [field]: value, sources: knowledge ?? [] });
    else form.set(["knowledge", field], value);
  };
  const inside = (field: string): FilePath => ["knowledge", "embeddings", field];
  const hours = isPlain ? undefined : valueIn(knowledge, ["resyncHours"]);
  return (
    <>
      <Faults path={["knowledge"]} />
      {isPlain ? (
        <Setting path={["knowledge", "resyncHours"]}>
          {(tied) => (
            <input
              {...tied}
              class="number-input"
              inputMode="decimal"
              placeholder={form.words.usual("24")}
              value={textIn(hours)}
              onChange={({ currentTarget }) => {
                const entered = Number(currentTarget.value);
                if (currentTarget.value.trim() !== "" && Number.isFinite(entered))
                  set("resyncHours", entered);
              }}
            />
          )}
        </Setting>
      ) : (
        <NumberSetting path={["knowledge", "resyncHours"]} usual={24} />
      )}
      <Setting path={["knowledge", "embeddings"]}>
        {(tied) => (
          <SelectInput
            tied={tied}
            options={form.words.embeddings}
            value={state}
            change={(chosen) => set("embeddings", starts[chosen])}
          />
        )}
      </Setting>
      {provider === "openai" && (
        <>
          <TextSetting path={inside("name")} name="modelName" required maxLength={200} />
          <KeySetting
            path={inside("apiKeyEnv")}
            origin={originOf(valueIn(embeddings, ["baseUrl"]))}
            provider="openai"
          />
          <TextSetting path={inside("baseUrl")} type="url" isCode placeholder="https://api.openai.com/v1" />
          <NumberSetting path={inside("dimensions")} usual="" />
        </>
      )}
      {!isPlain && <Others path={["knowledge"]} known={["sources", "embeddings", "resyncHours"]} />}
    </>
  );
}

function originOf(url: unknown): string {
  if (url === undefined) return "https://api.openai.com";
  return typeof url === "string" && URL.canParse(url) ? new URL(url).origin : "";
}
