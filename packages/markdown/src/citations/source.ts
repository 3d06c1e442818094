/** Something that an answer can cite: a section of a document, a page, a footnote. All of it is foreign text. */
export interface Source {
  readonly title: string;
  /** Where exactly in it, such as a path of headings. */
  readonly detail?: string;
  readonly url?: string;
}

/** What a source is called: its place in a document, where that begins with the document's own title. */
export const sourceName = ({ title, detail }: Source): string =>
  detail?.startsWith(title) === true ? detail : title;
