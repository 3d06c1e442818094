/** Something that an answer can cite: a section of a document, a page, a footnote. All of it is foreign text. */
export interface Source {
  readonly title: string;
  /** The exact place within it, such as a path of headings. */
  readonly detail?: string;
  readonly url?: string;
}

/** The name of a source: its place in a document, if that begins with the document's own title. */
export const sourceName = ({ title, detail }: Source): string =>
  detail?.startsWith(title) === true ? detail : title;
