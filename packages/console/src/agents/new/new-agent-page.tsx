import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useConsole, useMay } from "../../app/console-context.ts";
import { hrefOf } from "../../app/navigation.ts";
import { icon } from "../../ui/icon.tsx";
import { EmptyState, Loaded, Needs, Page, problemText, SkeletonRows } from "../../ui/page.tsx";
import { useResource } from "../../ui/use-resource.ts";
import { LookTab } from "../look-tab.tsx";
import { DraftPreview, usePreview, type ShownDraft } from "../preview.tsx";
import { InstallStep } from "./install-step.tsx";
import { KnowledgeStep, useKnown } from "./knowledge-step.tsx";
import { ModelStep } from "./model-step.tsx";
import { NameStep } from "./name-step.tsx";
import { PurposeStep } from "./purpose-step.tsx";
import type * as PurposeFile from "./purpose-file.ts";
import { StepBar, StepFrame, stepHref, steps, type Step } from "./step-frame.tsx";
import { TryStep } from "./try-step.tsx";
import { readStored, useNewAgent, type NewAgent, type StoredAgent } from "./use-new-agent.ts";

/**
 * The guide to a new agent. Its address names the agent and the step, and everything else is at the service, as the
 * person's draft and as versions: a reload goes on where it was, and so does another device.
 */
export function NewAgentPage(): JSX.Element {
  const { navigation, words, api } = useConsole();
  const id = navigation.location.value.query.get("agent") ?? "";
  const stored = useResource<StoredAgent>(id, (signal) =>
    id === "" ? Promise.resolve({ live: undefined, draft: undefined }) : readStored(api, id, signal),
  );
  const isNothing = stored.value && !stored.value.live && !stored.value.draft;
  if (!useMay("editor"))
    return (
      <Page title={words.newAgent.title}>
        <Needs role="editor">{null}</Needs>
      </Page>
    );
  if (id === "" || isNothing)
    return (
      <Guide bar={<StepBar id={undefined} current="name" last="name" />}>
        {isNothing && id !== "" && <p class="notice warn">{words.newAgent.gone}</p>}
        <div class="guide alone">
          <NameStep key="new" agent={undefined} name="" />
        </div>
      </Guide>
    );
  if (!stored.value)
    return (
      <Guide bar={<StepBar id={undefined} current="name" last="name" />}>
        <Loaded resource={stored}>{() => null}</Loaded>
      </Guide>
    );
  return <KnownAgent key={id} id={id} stored={stored.value} />;
}

function Guide({ bar, children }: { bar: JSX.Element; children: ComponentChildren }): JSX.Element {
  const { words } = useConsole();
  return (
    <Page title={words.newAgent.title} back={{ href: hrefOf("agents"), label: words.agents.title }} bar={bar}>
      {children}
    </Page>
  );
}

/** Reading YAML takes long to load: the name is asked for without it. */
function useReader(): typeof PurposeFile | undefined {
  const [reader, setReader] = useState<typeof PurposeFile>();
  useEffect(() => {
    void import("./purpose-file.ts").then((loaded) => setReader(() => loaded));
  }, []);
  return reader;
}

function KnownAgent({ id, stored }: { id: string; stored: StoredAgent }): JSX.Element {
  const { words, navigation } = useConsole();
  const text = words.newAgent;
  const agent = useNewAgent(id, stored);
  const reader = useReader();
  const last: Step = agent.live ? "install" : "purpose";
  const wanted = steps.find((step) => step === navigation.location.value.query.get("step"));
  const step =
    wanted && steps.indexOf(wanted) <= steps.indexOf(last) ? wanted : agent.live ? "knowledge" : last;
  const hasPreview = agent.live !== undefined && steps.indexOf(step) >= steps.indexOf("knowledge");
  const shown = usePreview(id, agent.file, hasPreview);
  return (
    <Guide bar={<StepBar id={id} current={step} last={last} />}>
      {agent.isOvertaken && (
        <p class="notice warn" role="status">
          {icon("alert", 16)}
          <span>{text.overtaken}</span>
          <button type="button" class="button small" onClick={agent.takeLive}>
            {text.takeLive}
          </button>
        </p>
      )}
      {agent.problem && (
        <p class="notice warn" role="status">
          {icon("alert", 16)}
          <span>
            {text.draftLost} {problemText(agent.problem, words)}
          </span>
        </p>
      )}
      {reader ? <StepView agent={agent} step={step} shown={shown} reader={reader} /> : <SkeletonRows />}
    </Guide>
  );
}

function StepView({
  agent,
  step,
  shown,
  reader,
}: {
  agent: NewAgent;
  step: Step;
  shown: ShownDraft;
  reader: typeof PurposeFile;
}): JSX.Element {
  const { words, navigation } = useConsole();
  const text = words.newAgent;
  const known = useKnown(agent.id, agent.live !== undefined, step === "knowledge");
  const read = reader.readAgentFile(agent.file);
  const name = read?.name ?? agent.id;
  const goTo = (next: Step) => async (): Promise<void> => {
    await agent.apply();
    navigation.go(stepHref(agent.id, next));
  };
  switch (step) {
    case "name":
      return (
        <div class="guide alone">
          <NameStep agent={agent} name={name} />
        </div>
      );
    case "purpose":
      return (
        <div class="guide alone">
          <PurposeStep agent={agent} reader={reader} />
        </div>
      );
    case "look":
      return (
        <StepFrame title={text.lookTitle} back={stepHref(agent.id, "model")} next={goTo("try")}>
          <LookTab draft={agent.file} change={agent.change} shown={shown} about={text.lookLead} />
        </StepFrame>
      );
    case "install":
      return (
        <div class="guide alone">
          <InstallStep agent={agent} name={name} />
        </div>
      );
    case "knowledge":
    case "model":
    case "try":
      return (
        <div class="guide">
          {step === "knowledge" ? (
            <KnowledgeStep agent={agent} next={goTo("model")} />
          ) : step === "model" ? (
            <ModelStep agent={agent} provider={read?.provider ?? ""} next={goTo("look")} />
          ) : (
            <TryStep agent={agent} starters={read?.starters ?? []} />
          )}
          {known.isAnything || step !== "knowledge" ? (
            <DraftPreview draft={shown} />
          ) : (
            <EmptyState sign="chats" title={text.previewWaits} text={text.previewWaitsText} />
          )}
        </div>
      );
  }
}
