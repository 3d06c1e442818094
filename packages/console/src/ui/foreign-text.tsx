import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { MarkdownView, useMarkdown, type MarkdownSettings } from "@servicechat/markdown/components";
import { useConsole } from "../app/console-context.ts";
import { icon } from "./icon.tsx";
import { showHidden } from "./show-hidden.ts";

/** Numbers of sources are shown as they were written: what they stand for is listed below the answer. */
const asWritten = { of: () => undefined };

/**
 * Draws what a visitor or a model has written, by the one renderer of such text: nodes, never HTML. Images in it are
 * links, and what cannot be seen is shown.
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
