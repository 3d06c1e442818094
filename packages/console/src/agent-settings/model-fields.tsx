import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ListedModels, Page, Secret, TriedModel } from "@servicechat/contract/admin";
import { textIn, valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { asProblem } from "../api/api-problem.ts";
import { useConsole, useMay } from "../app/console-context.ts";
import { SecretDialog } from "../settings/secret-dialog.tsx";
import { icon } from "../ui/icon.tsx";
import { problemText } from "../ui/page.tsx";
import { showHidden } from "../ui/show-hidden.ts";
import { useResource } from "../ui/use-resource.ts";
import { Faults, Others } from "./fields.tsx";
import { NumberSetting, SelectSetting, TextSetting } from "./inputs.tsx";
import { useFileForm } from "./form-context.tsx";

type Provider = "openai" | "openai-responses" | "anthropic" | "ai-sdk" | "extractive";
type Model = Readonly<Record<string, unknown>>;

const named = ["name", "baseUrl", "apiKeyEnv", "temperature"];
const limits = ["maxOutputTokens", "contextTokens"];
const fieldsOf: Readonly<Record<Provider, readonly string[]>> = {
  openai: [...named, "reasoning", ...limits],
  "openai-responses": [...named, "reasoning", ...limits],
  anthropic: [...named, ...limits],
  "ai-sdk": ["module", "apiKeyEnv", "temperature", ...limits],
  extractive: limits,
};
const usualUrls: Partial<Record<Provider, string>> = {
  openai: "https://api.openai.com/v1",
  "openai-responses": "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
};

/** One model: provider, name, key and how it answers. */
export function ModelFields({ path }: { path: FilePath }): JSX.Element {
  const form = useFileForm();
  const value = valueIn(form.file, path);
  const model: Model = typeof value === "object" && value !== null ? (value as Model) : {};
  const provider = (textIn(model, ["provider"]) || "extractive") as Provider;
  const fields = fieldsOf[provider] ?? [];
  const has = (field: string): boolean => fields.includes(field) || model[field] !== undefined;
  const inside = (field: string): FilePath => [...path, field];
  const setProvider = (chosen: string): void => {
    const allowed = fieldsOf[chosen as Provider] ?? [];
    const kept = Object.entries(model).filter(
      ([key]) => allowed.includes(key) && !isOfOld(key, provider, chosen),
    );
    form.set(path, {
      provider: chosen,
      ...(allowed.includes("name") && { name: "" }),
      ...Object.fromEntries(kept),
    });
  };
  return (
    <div class="form">
      <Faults path={path} />
      <SelectSetting
        path={inside("provider")}
        options={form.words.providers}
        usual="extractive"
        change={setProvider}
      />
      {has("name") && <ModelName path={path} model={model} />}
      {has("module") && <TextSetting path={inside("module")} isCode required placeholder="./my-model.mjs" />}
      {has("apiKeyEnv") && (
        <KeySetting path={inside("apiKeyEnv")} origin={originOf(model, provider)} provider={provider} />
      )}
      {has("baseUrl") && (
        <TextSetting
          path={inside("baseUrl")}
          type="url"
          isCode
          placeholder={usualUrls[provider] ?? "https://"}
        />
      )}
      <div class="field-row">
        {has("temperature") && (
          <NumberSetting path={inside("temperature")} usual={form.words.reasoning[""]} />
        )}
        {has("reasoning") && (
          <SelectSetting path={inside("reasoning")} options={form.words.reasoning} usual="" />
        )}
      </div>
      <div class="field-row">
        <NumberSetting path={inside("maxOutputTokens")} usual={2000} />
        <NumberSetting path={inside("contextTokens")} usual={16_000} />
      </div>
      <Others path={path} known={["provider", "module", ...named, "reasoning", ...limits]} />
      {form.mayEdit && provider !== "extractive" && <TryModel model={model} />}
    </div>
  );
}

/** A key and an address fit one provider only. */
function isOfOld(key: string, before: string, after: string): boolean {
  const [one, other] = [before.split("-")[0], after.split("-")[0]];
  return (key === "apiKeyEnv" || key === "baseUrl" || key === "name") && one !== other;
}

/** The origin that a model's key goes to. */
function originOf(model: Model, provider: Provider): string {
  const url = typeof model["baseUrl"] === "string" ? model["baseUrl"] : (usualUrls[provider] ?? "");
  return URL.canParse(url) ? new URL(url).origin : "";
}

/** Milliseconds without a change after which the provider's list is asked for. */
const listDelayMs = 800;

function ModelName({ path, model }: { path: FilePath; model: Model }): JSX.Element {
  const { api } = useConsole();
  const { mayEdit } = useFileForm();
  const [names, setNames] = useState<readonly string[]>([]);
  const { provider, baseUrl, apiKeyEnv } = model;
  useEffect(() => {
    if (!mayEdit) return;
    const gone = new AbortController();
    const body = {
      provider,
      ...(typeof baseUrl === "string" && { baseUrl }),
      ...(typeof apiKeyEnv === "string" && { apiKeyEnv }),
    };
    const timer = setTimeout(() => {
      api
        .send<ListedModels>("POST", "models/list", { body, signal: gone.signal })
        .then(({ items }) => setNames(items.map(({ name }) => name)))
        // The list only helps: without it, the name is typed.
        .catch(() => gone.signal.aborted || setNames([]));
    }, listDelayMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [provider, baseUrl, apiKeyEnv, mayEdit]);
  return <TextSetting path={[...path, "name"]} name="modelName" required maxLength={200} options={names} />;
}

/** The name of the variable or secret with a key, and a way to store one. */
export function KeySetting({
  path,
  origin,
  provider,
}: {
  path: FilePath;
  /** The only place that the key is sent to; empty if it is not known. */
  origin: string;
  provider: string;
}): JSX.Element {
  const { api, toast } = useConsole();
  const form = useFileForm();
  const isOwner = useMay("owner");
  const [isOpen, setOpen] = useState(false);
  const secrets = useResource("secrets", async (signal): Promise<Page<Secret>> => {
    if (!form.mayEdit) return { items: [], next: null };
    return api.get<Page<Secret>>("secrets", { limit: 200 }, signal);
  });
  const items = secrets.value?.items ?? [];
  const name = textIn(form.file, path);
  const stored = items.find((each) => each.name === name);
  const state = stored
    ? form.words.keySet(stored.name, stored.lastFour ?? "")
    : name !== "" && secrets.value && form.mayEdit && form.words.keyMissing(showHidden(name));
  return (
    <>
      <TextSetting
        path={path}
        name="apiKeyEnv"
        isCode
        options={items.map((each) => each.name)}
        placeholder={usualName(provider)}
        extra={
          <div class="setting-extra">
            {state && <span class="hint">{state}</span>}
            {isOwner ? (
              <button type="button" class="button small" onClick={() => setOpen(true)}>
                {icon("keys", 14)}
                {form.words.setKey}
              </button>
            ) : (
              form.mayEdit && !stored && <span class="hint">{form.words.keyByOwner}</span>
            )}
          </div>
        }
      />
      {isOpen && (
        <SecretDialog
          secret={stored}
          name={/^[A-Z][A-Z0-9_]*$/.test(name) ? name : usualName(provider)}
          origins={origin === "" ? [] : [origin]}
          close={() => setOpen(false)}
          stored={(saved) => {
            setOpen(false);
            toast.value = form.words.keySaved;
            form.set(path, saved);
            secrets.reload();
          }}
        />
      )}
    </>
  );
}

function usualName(provider: string): string {
  return provider === "anthropic"
    ? "ANTHROPIC_API_KEY"
    : provider.startsWith("openai")
      ? "OPENAI_API_KEY"
      : "API_KEY";
}

/** Asks the model one short question, as the draft has it. */
function TryModel({ model }: { model: Model }): JSX.Element {
  const { api, words } = useConsole();
  const form = useFileForm();
  const [result, setResult] = useState<{ isGood: boolean; text: string }>();
  const [isAsking, setAsking] = useState(false);
  function ask(): void {
    setAsking(true);
    setResult(undefined);
    api
      .send<TriedModel>("POST", "models/try", { body: { model } })
      .then((tried) => {
        if (!tried.ok) return setResult({ isGood: false, text: tried.sentence });
        const seconds = (tried.ms / 1000).toLocaleString(words.lang, { maximumFractionDigits: 1 });
        const said = form.words.tryAnswer(seconds, tried.outputTokens.toLocaleString(words.lang));
        setResult({ isGood: true, text: `${said} “${tried.text}”` });
      })
      .catch((thrown: unknown) => setResult({ isGood: false, text: problemText(asProblem(thrown), words) }))
      .finally(() => setAsking(false));
  }
  return (
    <div class="setting-extra">
      <button type="button" class="button small" disabled={isAsking} onClick={ask}>
        {form.words.tryModel}
      </button>
      <span role="status" class={result ? (result.isGood ? "tried good" : "tried bad") : "tried"}>
        {isAsking ? form.words.trying : result && showHidden(result.text)}
      </span>
    </div>
  );
}
