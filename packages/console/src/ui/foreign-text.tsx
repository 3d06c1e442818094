import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { MarkdownView, useMarkdown, type MarkdownSettings } from "@servicechat/markdown/components";
import { useConsole } from "../app/console-context.ts";
import { icon } from "./icon.tsx";
import { showHidden } from "./show-hidden.ts";

/** Source numbers are shown as written: the sources are listed below the answer. */
const asWritten = { of: () => undefined };

/**
 * Draws text by a visitor or a model, with the only renderer for such text: nodes, never HTML. Images become links, and
 * invisible characters are shown.
 */
export function ForeignText({ text, isGrowing = false }: { text: string; isGrowing?: boolean }): JSX.Element {
  const { words } = useConsole();
  const { common } = words;
  const blocks = useMarkdown(showHidden(text), !isGrowing);
  const settings = useMemo<MarkdownSettings>(
    () => ({
      icon: (name, size) => icon(name, size),
      words: {
        source: common.source,
        sourceList: common.sourceList,
        code: common.code,
        copy: common.copy,
        copied: common.copied,
        table: common.table,
        opensNewTab: common.openNewTab,
      },
    }),
    [common],
  );
  return <MarkdownView blocks={blocks} settings={settings} citations={asWritten} />;
}
