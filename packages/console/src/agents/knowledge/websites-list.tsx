import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole } from "../../app/console-context.ts";
import { SourceLink } from "../../chats/part-view.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { icon } from "../../ui/icon.tsx";
import { showHidden } from "../../ui/show-hidden.ts";
import { count } from "../../ui/time.tsx";
import type { WebsiteChange } from "./use-apply-website.ts";
import { shortAddress } from "./website-address.ts";
import type { WebsiteSource } from "./website-entry.ts";

/** The sources in an agent's file: websites, which can be changed here, and patterns of files, which cannot. */
export interface FileSources {
  readonly websites: readonly WebsiteSource[];
  /** Patterns such as `./docs/**\/*.md`. */
  readonly files: readonly string[];
}

/** Reads the sources from an agent's definition, in which all defaults are filled in. */
export function sourcesOf(definition: Readonly<Record<string, unknown>>): FileSources {
  const { sources } = objectOf(definition["knowledge"]);
  const list = (Array.isArray(sources) ? sources : []).map(objectOf);
  const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
  return {
    files: list.flatMap(({ files }) => (typeof files === "string" ? [files] : [])),
    websites: list.flatMap(({ url, sitemap, depth, maxPages, include, exclude }) => {
      const address = url ?? sitemap;
      if (typeof address !== "string") return [];
      return {
        address,
        isSitemap: url === undefined,
        depth: Number(depth ?? 0),
        maxPages: Number(maxPages ?? 500),
        include: texts(include),
        exclude: texts(exclude),
      };
    }),
  };
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** The websites of an agent. Nothing if its file has no sources. */
export function WebsitesList({
  sources: { websites, files },
  mayEdit,
  edit,
  apply,
}: {
  sources: FileSources;
  mayEdit: boolean;
  edit: (website: WebsiteSource) => void;
  apply: (change: WebsiteChange) => Promise<number | undefined>;
}): JSX.Element | null {
  const { words, toast } = useConsole();
  const text = words.knowledge.sources;
  const [removing, setRemoving] = useState<string>();
  if (websites.length + files.length === 0) return null;
  return (
    <section class="section">
      <div class="section-head">
        <h2>{files.length > 0 ? text.title2 : text.title}</h2>
      </div>
      <ul class="rows" role="list">
        {websites.map((website) => {
          const name = showHidden(shortAddress(website.address));
          return (
            <li key={website.address} class="row">
              {icon("globe", 16)}
              <div class="row-main">
                <span class="row-title">
                  <SourceLink title={shortAddress(website.address)} url={website.address} />
                </span>
                <WebsiteDetail website={website} />
              </div>
              {mayEdit && (
                <div class="row-actions">
                  <button type="button" class="button small" onClick={() => edit(website)}>
                    {text.change}
                    <span class="unseen"> {name}</span>
                  </button>
                  <button type="button" class="button small" onClick={() => setRemoving(website.address)}>
                    {text.remove}
                    <span class="unseen"> {name}</span>
                  </button>
                </div>
              )}
            </li>
          );
        })}
        {files.map((pattern) => (
          <li key={pattern} class="row">
            {icon("folder", 16)}
            <div class="row-main">
              <span class="row-title">{showHidden(pattern)}</span>
              <span class="row-detail">{text.files}</span>
            </div>
          </li>
        ))}
      </ul>
      {removing !== undefined && (
        <ConfirmDialog
          title={text.removeTitle(showHidden(shortAddress(removing)))}
          text={<p>{text.removeText}</p>}
          action={text.remove}
          close={() => setRemoving(undefined)}
          run={async () => {
            const note = text.removedNote(shortAddress(removing));
            const version = await apply({ source: undefined, replaced: removing, note });
            toast.value = version === undefined ? text.removedInDraft : text.removed;
          }}
        />
      )}
    </section>
  );
}

function WebsiteDetail({ website }: { website: WebsiteSource }): JSX.Element {
  const { words } = useConsole();
  const text = words.knowledge.sources;
  const { isSitemap, depth, maxPages, exclude } = website;
  const reach = isSitemap ? text.sitemap : depth === 0 ? text.onlyPage : text.steps(depth);
  const isOnePage = !isSitemap && depth === 0;
  return (
    <span class="row-detail">
      {[
        reach,
        !isOnePage && text.atMost(count(maxPages, words.lang)),
        exclude.length > 0 && text.leftOut(exclude.length),
      ]
        .filter(Boolean)
        .join(" · ")}
    </span>
  );
}
