import type { IncomingMessage, ServerResponse } from "node:http";
import type { Frame, Locator, Page } from "playwright-core";

/** A widget in the comparison: its page, the requests it makes to a service, and how a visitor writes to it. */
export interface Contestant {
  /** Name and version. */
  readonly name: string;
  /** The page of the shop, according to the widget's own documentation. The click goes to its lower right corner. */
  readonly page: string;
  /** Where its files come from; absent: from the service beside the shop. */
  readonly published?: PublishedPackage;
  /** Responds to the widget's requests to its back end; `false`: it is not known. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** The field to write in, once the widget was opened. */
  readonly prompt: (page: Page) => Promise<Locator>;
  /** The document in which the answer is drawn. */
  readonly place: (page: Page) => Page | Frame;
}

/** A package of the npm registry, as when its bytes were first measured. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** The hash of its archive in npm's format: `sha512-...`. */
  readonly integrity: string;
}
