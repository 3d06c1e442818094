export { type CitationView } from "./citations/citation-number.tsx";
export { SourceList } from "./citations/source-list.tsx";
export { MarkdownView } from "./draw/markdown-view.tsx";
export type { MarkdownSettings, MarkdownWords } from "./draw/markdown-settings.ts";
export { useMarkdown } from "./draw/use-markdown.ts";
export { OutsideLink } from "./links/outside-link.tsx";
