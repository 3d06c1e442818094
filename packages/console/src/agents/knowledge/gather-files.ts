/** A file that somebody has chosen, with its path below what was dropped. */
export interface ChosenFile {
  /** With `/` between folders. */
  readonly path: string;
  /** `undefined` if the browser cannot open it. */
  readonly file: File | undefined;
}

/** The files that somebody has chosen. */
export interface ChosenFiles {
  readonly files: readonly ChosenFile[];
  /** Whether there were more than an agent can have. */
  readonly isCut: boolean;
}

/** A file of an input: with a path if it is in a folder that was chosen. */
type PickedFile = File & { readonly webkitRelativePath?: string };

/** A dropped file or folder (File and Directory Entries API). */
interface DroppedEntry {
  readonly isDirectory: boolean;
  readonly fullPath: string;
  readonly name: string;
}

interface DroppedFile extends DroppedEntry {
  file(found: (file: File) => void, failed: () => void): void;
}

interface DroppedFolder extends DroppedEntry {
  createReader(): {
    readEntries(found: (entries: readonly DroppedEntry[]) => void, failed: () => void): void;
  };
}

/** The part of a drop that is needed. */
export interface Drop {
  readonly items: Iterable<{ readonly kind: string; webkitGetAsEntry(): DroppedEntry | null }>;
  readonly files: ArrayLike<PickedFile>;
}

/** The most documents that an agent can have. */
export const maxDocuments = 5_000;

/** What systems put into folders for themselves. */
const systemFiles = /^(?:\..*|thumbs\.db|desktop\.ini|__macosx|~\$.*)$/i;

/**
 * The files of a drop, with those inside of dropped folders. Reads the drop before it returns: after that the browser
 * forgets it.
 */
export function gatherDropped({ items, files }: Drop): Promise<ChosenFiles> {
  const entries = [...items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry());
  const opened = entries.filter((entry) => entry !== null);
  // A browser without folders gives files alone.
  return opened.length > 0 ? gatherEntries(opened) : Promise.resolve(gatherChosen(files));
}

/** The files of an input for files or for a folder. */
export function gatherChosen(files: ArrayLike<PickedFile>): ChosenFiles {
  const chosen = Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }));
  const visible = chosen.filter(({ path }) => isVisible(path));
  return { files: visible.slice(0, maxDocuments), isCut: visible.length > maxDocuments };
}

/** Whether nothing on the path is a file or folder of the system; a single file counts whatever it is called. */
function isVisible(path: string): boolean {
  const names = path.split("/");
  return names.length === 1 || !names.some((name) => systemFiles.test(name));
}

async function gatherEntries(entries: readonly DroppedEntry[]): Promise<ChosenFiles> {
  const files: ChosenFile[] = [];
  const left = [...entries];
  for (let entry = left.shift(); entry && files.length <= maxDocuments; entry = left.shift()) {
    const path = entry.fullPath.replace(/^\//, "") || entry.name;
    if (!isVisible(path)) continue;
    if (entry.isDirectory) left.unshift(...(await entriesIn(entry as DroppedFolder)));
    else files.push({ path, file: await fileOf(entry as DroppedFile) });
  }
  return { files: files.slice(0, maxDocuments), isCut: files.length > maxDocuments };
}

const fileOf = (entry: DroppedFile): Promise<File | undefined> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));

/** What a folder contains, by name. A folder that cannot be opened counts as empty. */
async function entriesIn(folder: DroppedFolder): Promise<readonly DroppedEntry[]> {
  const reader = folder.createReader();
  const found: DroppedEntry[] = [];
  // The browser gives a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<readonly DroppedEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return found.toSorted((one, other) => one.name.localeCompare(other.name));
    found.push(...some);
  }
}
