/** The parts used here of packages without types. */
declare module "turndown" {
  export default class TurndownService {
    constructor(options: Readonly<Record<string, string>>);
    use(plugin: (service: TurndownService) => void): this;
    turndown(html: string): string;
  }
}

declare module "@joplin/turndown-plugin-gfm" {
  import type TurndownService from "turndown";
  const plugins: { readonly gfm: (service: TurndownService) => void };
  export default plugins;
}
