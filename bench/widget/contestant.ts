import type { IncomingMessage, ServerResponse } from "node:http";
import type { Frame, Locator, Page } from "playwright-core";

/** A widget that is measured: its page, what it asks of a service, and how a visitor writes to it. */
export interface Contestant {
  /** Name and version. */
  readonly name: string;
  /** The page of the shop, as the widget's own documentation has it. The click goes to its lower right corner. */
  readonly page: string;
  /** Where its files come from; absent: from the service beside the shop. */
  readonly published?: PublishedPackage;
  /** Answers what the widget asks of its back end; `false`: it is not known. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** The field to write in, once the widget was opened. */
  readonly prompt: (page: Page) => Promise<Locator>;
  /** The document that the answer is drawn in. */
  readonly place: (page: Page) => Page | Frame;
}

/** A package of the npm registry, as it was when its bytes were first seen. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Of its archive, as npm writes it: `sha512-...`. */
  readonly integrity: string;
}
