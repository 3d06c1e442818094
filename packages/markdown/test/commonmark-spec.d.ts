declare module "commonmark-spec" {
  /** Every example of the specification. */
  export const tests: readonly {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
  }[];
}
