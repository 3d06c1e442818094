import type { DocumentRecord } from "../../src/index.ts";
import { newId } from "../suite/samples.ts";

/** A document of an agent. */
export function sampleDocument(location: string, values: Partial<DocumentRecord> = {}): DocumentRecord {
  return {
    id: newId("doc"),
    agentId: "guide",
    source: "files:docs/**/*.md",
    location,
    title: `Title of ${location}`,
    url: null,
    fingerprint: "1",
    readAt: 1000,
    ...values,
  };
}
