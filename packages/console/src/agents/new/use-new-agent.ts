import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { AgentDraft, AgentWithFile, AppliedAgent } from "@servicechat/contract/admin";
import type { Api } from "../../api/create-api.ts";
import { asProblem, type ApiProblem } from "../../api/api-problem.ts";
import { useConsole } from "../../app/console-context.ts";

/** Milliseconds without a change after which the draft is stored. */
const saveDelayMs = 600;

/** What the guide starts from: the live agent, and the person's draft. Either may be missing. */
export interface StoredAgent {
  readonly live: AgentWithFile | undefined;
  readonly draft: AgentDraft | undefined;
}

/** Reads an agent and the person's draft of it. @throws ApiProblem if that fails for another reason than their absence */
export async function readStored(api: Api, id: string, signal?: AbortSignal): Promise<StoredAgent> {
  const path = agentPath(id);
  const [live, draft] = await Promise.all([
    orNothing(api.get<AgentWithFile>(path, {}, signal)),
    orNothing(api.get<AgentDraft>(`${path}/draft`, {}, signal)),
  ]);
  return { live, draft };
}

/** An agent in the making: its file, which is stored as a draft while it is changed, and the version that is live. */
export interface NewAgent {
  readonly id: string;
  /** The file as it is now, applied or not. */
  readonly file: string;
  /** The live version; `undefined` until the purpose is chosen. */
  readonly live: AgentWithFile | undefined;
  /** The version that was live when the draft was begun, if another has become live since. */
  readonly isOvertaken: boolean;
  /** Why the draft is not stored. */
  readonly problem: ApiProblem | undefined;
  /** Changes the file; it gets what makes the next file of the latest. */
  readonly change: (next: (file: string) => string) => void;
  /** Makes the file live, unless it already is. @throws ApiProblem */
  readonly apply: () => Promise<void>;
  /** Discards the draft in favour of the live version. */
  readonly takeLive: () => void;
  /** Reads the live version again, after something else has applied one. A draft that was begun stays. */
  readonly reload: () => void;
}

/** Keeps an agent's file while it is changed in the guide. */
export function useNewAgent(id: string, stored: StoredAgent): NewAgent {
  const { api } = useConsole();
  const path = agentPath(id);
  const [live, setLive] = useState(stored.live);
  const [file, setFile] = useState(stored.draft?.file ?? stored.live?.file ?? "");
  const [isOvertaken, setOvertaken] = useState(hasMovedOn(stored));
  const [problem, setProblem] = useState<ApiProblem>();
  const latest = useRef(file);
  const saved = useRef(file);
  /** Drafts are stored one after the other, and never after the file was applied. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const save = useCallback((): Promise<unknown> => {
    const next = queue.current.then(async () => {
      const written = latest.current;
      if (written === saved.current) return;
      try {
        await api.send("PUT", `${path}/draft`, { body: { file: written } });
        saved.current = written;
        setProblem(undefined);
      } catch (thrown) {
        setProblem(asProblem(thrown));
      }
    });
    queue.current = next;
    return next;
  }, [path]);

  useEffect(() => {
    if (file === saved.current) return;
    const timer = setTimeout(() => void save(), saveDelayMs);
    return () => clearTimeout(timer);
  }, [file]);
  // Leaving the page, or switching to another one on a phone, must not lose the last words.
  useEffect(() => {
    const leave = (): void => void save();
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      leave();
    };
  }, [save]);

  return {
    id,
    file,
    live,
    isOvertaken,
    problem,
    change(next) {
      latest.current = next(latest.current);
      setFile(latest.current);
    },
    async apply() {
      const written = latest.current;
      // An editor's timer must not store it as a draft again once it is live.
      saved.current = written;
      await queue.current;
      if (written === live?.file) return;
      try {
        const body = { file: written };
        setLive(
          await api.send<AppliedAgent>("PUT", path, {
            body,
            ...(live ? { revision: live.revision } : { isNew: true }),
          }),
        );
        setOvertaken(false);
        setProblem(undefined);
      } catch (thrown) {
        saved.current = "";
        throw thrown;
      }
    },
    takeLive() {
      if (!live) return;
      latest.current = live.file;
      saved.current = live.file;
      setFile(live.file);
      setOvertaken(false);
      void queue.current.then(() => api.send("DELETE", `${path}/draft`)).catch(() => undefined);
    },
    reload() {
      const read = async (): Promise<void> => {
        const next = await api.get<AgentWithFile>(path);
        if (latest.current === live?.file) {
          latest.current = next.file;
          saved.current = next.file;
          setFile(next.file);
        }
        setLive(next);
      };
      // What is applied next is compared with the live version, and reports what is wrong.
      void read().catch(() => undefined);
    },
  };
}

/** The address of an agent in the API. */
export function agentPath(id: string): string {
  return `agents/${encodeURIComponent(id)}`;
}

function hasMovedOn({ draft, live }: StoredAgent): boolean {
  return (
    draft !== undefined &&
    live !== undefined &&
    live.version > (draft.basedOn ?? 0) &&
    draft.file !== live.file
  );
}

/** `undefined` for what does not exist. @throws ApiProblem for every other failure */
async function orNothing<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (asProblem(thrown).status === 404) return undefined;
    throw thrown;
  }
}
