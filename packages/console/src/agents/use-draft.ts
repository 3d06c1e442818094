import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { AgentDraft, AgentDraftItem, AgentWithFile, Page } from "@servicechat/contract/admin";
import type { Api } from "../api/create-api.ts";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";

/** Milliseconds without a change after which a draft is stored. */
const saveDelayMs = 600;

/** A file that was changed and not applied: kept across the tabs, after a reload, and on another device. */
export interface Draft {
  readonly file: string;
  /** Whether it differs from the live version. */
  readonly isChanged: boolean;
  /** Whether another version has become live since the draft was begun. */
  readonly isOvertaken: boolean;
  /** Whether the last changes could not be stored. */
  readonly isLost: boolean;
  /** Changes the file; it gets what makes the next file of the latest, or the file itself. */
  readonly change: (next: string | ((file: string) => string)) => void;
  /** Goes back to the live version. */
  readonly discard: () => void;
  /** Waits until no request is under way that could store the draft again once it was applied. */
  readonly settle: () => Promise<void>;
}

/** Reads the person's draft of an agent; `undefined` if there is none. @throws ApiProblem */
export async function readDraft(api: Api, id: string, signal: AbortSignal): Promise<AgentDraft | undefined> {
  // Asked for by its name, a draft that does not exist would be an error in the browser's console.
  if (!(await isListed(api, id, signal))) return undefined;
  try {
    return await api.get<AgentDraft>(draftPath(id), {}, signal);
  } catch (thrown) {
    if (asProblem(thrown).status === 404) return undefined;
    throw thrown;
  }
}

async function isListed(api: Api, id: string, signal: AbortSignal, after?: string): Promise<boolean> {
  const { items, next } = await api.get<Page<AgentDraftItem>>("drafts", { limit: 200, after }, signal);
  if (items.some(({ agent }) => agent === id)) return true;
  return next !== null && isListed(api, id, signal, next);
}

/** Keeps an agent's file while it is changed, and stores it as the person's draft. */
export function useDraft(agent: AgentWithFile, stored: AgentDraft | undefined, mayEdit: boolean): Draft {
  const { api } = useConsole();
  const path = draftPath(agent.id);
  const [file, setFile] = useState(stored?.file ?? agent.file);
  const [basedOn, setBasedOn] = useState(stored ? stored.basedOn : agent.version);
  const [isLost, setLost] = useState(false);
  const latest = useRef({ file, basedOn });
  latest.current = { file: latest.current.file, basedOn };
  /** What the service has: a draft, or none where the live file is shown. */
  const saved = useRef(file);
  const live = useRef(agent);
  /** Requests are sent one after the other. */
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const put = useCallback((next: string): void => {
    latest.current = { ...latest.current, file: next };
    setFile(next);
  }, []);
  const save = useCallback((): void => {
    queue.current = queue.current.then(async () => {
      const { file: written, basedOn: version } = latest.current;
      if (!mayEdit || written === saved.current) return;
      try {
        if (written === live.current.file) await removeDraft(api, path);
        else await api.send("PUT", path, { body: { file: written, basedOn: version } });
        saved.current = written;
        setLost(false);
      } catch {
        setLost(true);
      }
    });
  }, [path, mayEdit]);

  useEffect(() => {
    if (file === saved.current) return;
    const timer = setTimeout(save, saveDelayMs);
    return () => clearTimeout(timer);
  }, [file]);
  // Leaving the page, or switching to another one on a phone, must not lose the last words.
  useEffect(() => {
    document.addEventListener("visibilitychange", save);
    return () => {
      document.removeEventListener("visibilitychange", save);
      save();
    };
  }, [save]);
  // Another version is live: an applied draft is gone.
  useEffect(() => {
    if (live.current.revision === agent.revision) return;
    live.current = agent;
    saved.current = agent.file;
    setBasedOn(agent.version);
    put(agent.file);
  }, [agent.revision]);

  const isChanged = file !== agent.file;
  return {
    file,
    isChanged,
    isOvertaken: isChanged && agent.version > (basedOn ?? 0),
    isLost,
    change: (next) => put(typeof next === "string" ? next : next(latest.current.file)),
    discard() {
      setBasedOn(agent.version);
      put(agent.file);
    },
    async settle() {
      save();
      await queue.current;
    },
  };
}

const draftPath = (id: string): string => `agents/${encodeURIComponent(id)}/draft`;

async function removeDraft(api: Api, path: string): Promise<void> {
  try {
    await api.send("DELETE", path);
  } catch (thrown) {
    if (asProblem(thrown).status !== 404) throw thrown;
  }
}
