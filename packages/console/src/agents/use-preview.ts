import { useEffect, useRef, useState } from "preact/hooks";
import type { PreviewedAgent } from "@servicechat/contract/admin";
import { asProblem, type ApiProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";

/** Milliseconds without a change after which the preview is updated. */
const pause = 500;
/** A fast clock must not cause repeated requests. */
const minLifeMs = 60_000;

/** The preview of a draft. */
export interface ShownDraft {
  /** The page that shows it; `undefined` while none is ready. */
  readonly url: string | undefined;
  /** Increases whenever one draft replaces another. */
  readonly number: number;
  /** Why the newest draft is not shown. */
  readonly problem: ApiProblem | undefined;
  readonly retry: () => void;
}

/** Makes the service store a draft and answer with it, as long as it is wanted. All drafts of an hour share one key. */
export function usePreview(agentId: string, draft: string, isWanted: boolean): ShownDraft {
  const { api } = useConsole();
  const [held, setHeld] = useState<PreviewedAgent>();
  const [number, setNumber] = useState(0);
  const [problem, setProblem] = useState<ApiProblem>();
  const [round, setRound] = useState(0);
  const shown = useRef<{ draft: string; round: number }>(undefined);
  const again = (): void => setRound((before) => before + 1);

  useEffect(() => {
    if (!isWanted || (shown.current?.draft === draft && shown.current.round === round)) return;
    const gone = new AbortController();
    const show = async (): Promise<void> => {
      const body = { file: draft, ...(held && { key: held.key }) };
      const path = `agents/${encodeURIComponent(agentId)}/preview`;
      const next = await api.send<PreviewedAgent>("POST", path, { body, signal: gone.signal });
      shown.current = { draft, round };
      setHeld(next);
      setNumber((before) => before + 1);
      setProblem(undefined);
    };
    const timer = setTimeout(
      () => show().catch((thrown: unknown) => gone.signal.aborted || setProblem(asProblem(thrown))),
      shown.current ? pause : 0,
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [draft, isWanted, round]);

  useEffect(() => {
    if (!held) return;
    const left = Date.parse(held.expiresAt) - Date.now();
    const timer = setTimeout(again, left > minLifeMs ? left : minLifeMs);
    return () => clearTimeout(timer);
  }, [held?.expiresAt]);

  return { url: held?.url, number, problem, retry: again };
}
