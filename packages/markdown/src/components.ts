export type { CitationView } from "./citations/citation-number.tsx";
export { SourceList } from "./citations/source-list.tsx";
export { MarkdownView, useMarkdown } from "./render/markdown-view.tsx";
export type { MarkdownSettings, MarkdownWords } from "./render/markdown-settings.ts";
export { OutsideLink } from "./links/outside-link.tsx";
