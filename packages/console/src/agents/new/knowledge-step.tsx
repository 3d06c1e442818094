import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { KnowledgeSource, Page as ListPage } from "@servicechat/contract/admin";
import { useConsole } from "../../app/console-context.ts";
import { useResource } from "../../ui/use-resource.ts";
import { KnowledgeTab } from "../knowledge-tab.tsx";
import { StepFrame, stepHref } from "./step-frame.tsx";
import { agentPath, type NewAgent } from "./use-new-agent.ts";

/** How often it is looked whether anything was read, until something was, in milliseconds. */
const lookEveryMs = 2_000;

/** Whether an agent knows anything yet. */
export interface Known {
  readonly isAnything: boolean;
}

/**
 * Whether an agent knows anything yet.
 *
 * @param isLive whether there is an agent to ask about
 * @param isFollowed whether to look again until it knows something
 */
export function useKnown(id: string, isLive: boolean, isFollowed: boolean): Known {
  const { api } = useConsole();
  const sources = useResource<readonly KnowledgeSource[]>(`known ${id} ${isLive}`, async (signal) => {
    if (!isLive) return [];
    return (await api.get<ListPage<KnowledgeSource>>(`${agentPath(id)}/knowledge`, { limit: 50 }, signal))
      .items;
  });
  const isAnything = sources.value?.some(({ passages }) => passages > 0) ?? false;
  useEffect(() => {
    if (!isLive || !isFollowed || isAnything) return;
    const timer = setInterval(() => document.visibilityState === "visible" && sources.reload(), lookEveryMs);
    return () => clearInterval(timer);
  }, [id, isLive, isFollowed, isAnything]);
  return { isAnything };
}

/** Takes documents and websites. The agent is live by now, so each document is read at once. */
export function KnowledgeStep({ agent, next }: { agent: NewAgent; next: () => Promise<void> }): JSX.Element {
  const text = useConsole().words.newAgent;
  return (
    <StepFrame
      title={text.knowledgeTitle}
      lead={text.knowledgeLead}
      back={stepHref(agent.id, "purpose")}
      next={next}
    >
      {agent.live && (
        <KnowledgeTab
          agent={agent.live}
          draft={agent.file}
          change={agent.change}
          reload={agent.reload}
          mayEdit
        />
      )}
    </StepFrame>
  );
}
