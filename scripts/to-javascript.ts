import { stripTypeScriptTypes } from "node:module";
import { posix } from "node:path";

/** What imports of our packages resolve to: `@servicechat/agent` to `packages/agent/src/index.ts`. */
export type Entries = ReadonlyMap<string, string>;

/** References to our other files in code: a path, or the name of a package. */
const ourFiles = /"(\.{1,2}\/[^"\n]+\.ts|@servicechat\/[^"\n]+)"/g;

/**
 * The JavaScript that Node makes of a source file when it runs it, with adjusted file names, since Node strips no types
 * below `node_modules`. Every line stays where it is.
 *
 * @param path of the file from the root of the repository, with forward slashes
 * @throws if it imports a package of ours that has no such entry
 */
export function toJavaScript(path: string, source: string, entries: Entries): string {
  const code = path.endsWith(".ts") ? stripTypeScriptTypes(source) : source;
  return code.replaceAll(ourFiles, (_quoted, name: string) => {
    if (name.startsWith(".")) return JSON.stringify(name.replace(/\.ts$/, ".js"));
    const entry = entries.get(name);
    if (entry === undefined) throw new Error(`${path} imports ${name}, which is not packed.`);
    const found = posix.relative(posix.dirname(path), entry).replace(/\.ts$/, ".js");
    return JSON.stringify(found.startsWith(".") ? found : `./${found}`);
  });
}
