import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { FileFault } from "@servicechat/contract/admin";
import type { FilePath } from "../agent-file/edit-file.ts";
import type { SettingsWords } from "./words.en.ts";

/** A draft that the fields of a form read and change. */
export interface FileForm {
  readonly agentId: string;
  /** The content of the draft. */
  readonly file: Readonly<Record<string, unknown>>;
  readonly words: SettingsWords;
  readonly mayEdit: boolean;
  /** Writes a value; `undefined` removes it. */
  set(path: FilePath, value: unknown): void;
  /** Changes the text in another way: gets the latest one. */
  edit(change: (text: string) => string): void;
  /** What is wrong at a path, and with `inside` also below it. */
  faultsAt(path: FilePath, inside: boolean): readonly FileFault[];
  /** The address of the page with the whole file. */
  readonly fileHref: string;
}

const context = createContext<FileForm | undefined>(undefined);

/** Provides the draft to the fields inside. */
export const FileFormProvider = context.Provider;

/** The draft; throws outside of a form. */
export function useFileForm(): FileForm {
  const found = useContext(context);
  if (!found) throw new Error("Fields of an agent's settings are drawn inside a FileFormProvider.");
  return found;
}

/** A path as issues name it, such as `tools[1].http.url`. */
export function pathName(path: FilePath): string {
  return path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
}

/** The path that an issue names at its beginning, and what it says. An issue of the whole file has no path. */
export function readFault({ message }: FileFault): { readonly path: string; readonly text: string } {
  const [whole, path = ""] = /^([A-Za-z_][\w-]*(?:\.[^\s:.[\]]+|\[\d+\])*): /.exec(message) ?? [];
  return whole === undefined ? { path: "", text: message } : { path, text: message.slice(whole.length) };
}

/** Whether an issue is at a path, or below it. */
export function isFaultAt(fault: FileFault, path: FilePath, inside: boolean): boolean {
  const name = pathName(path);
  const at = readFault(fault).path;
  return at === name || (inside && (at.startsWith(`${name}.`) || at.startsWith(`${name}[`)));
}
