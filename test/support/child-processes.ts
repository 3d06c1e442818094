import { readdir, readFile } from "node:fs/promises";

/** Fields of `/proc/<id>/stat` after the name in brackets, which may contain spaces (proc_pid_stat(5)). */
const [stateField, parentField, ticksField, niceField] = [0, 1, 11, 16];

interface ChildProcess {
  readonly id: number;
  readonly nice: number;
  /** Its processor time in hundredths of a second. */
  readonly ticks: number;
  /** The environment it was started with. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The processes that read documents for this one, according to the kernel. For Linux. */
export async function readersOf(parentId: number | undefined): Promise<readonly ChildProcess[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(ids.map((id) => readerOf(parentId, id)));
  return found.filter((reader) => reader !== undefined);
}

/** Whether it is running, and not a zombie whose parent has not collected it yet. */
export async function isRunning(id: number): Promise<boolean> {
  const state = (await fieldsOf(id))?.[stateField];
  return state !== undefined && state !== "Z";
}

async function readerOf(parentId: number | undefined, id: number): Promise<ChildProcess | undefined> {
  const fields = await fieldsOf(id);
  if (Number(fields?.[parentField]) !== parentId) return undefined;
  const words = await textOf(id, "cmdline");
  if (!words?.includes("extraction-process")) return undefined;
  const lines = ((await textOf(id, "environ")) ?? "").split("\0").filter((line) => line !== "");
  const environment = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  return { id, nice: Number(fields?.[niceField]), ticks: Number(fields?.[ticksField]), environment };
}

async function fieldsOf(id: number): Promise<readonly string[] | undefined> {
  const text = await textOf(id, "stat");
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** `undefined` if it has ended in the meantime. */
async function textOf(id: number, file: string): Promise<string | undefined> {
  return readFile(`/proc/${id}/${file}`, "utf8").catch(() => undefined);
}
