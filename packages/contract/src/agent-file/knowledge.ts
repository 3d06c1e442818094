import { z } from "zod";
import { httpAddress } from "./common.ts";
import { embeddingsSchema } from "./models.ts";

/** Parts of addresses; a page counts when one of `include` is in its path, and none of `exclude`. */
const parts = z.array(z.string().min(1).max(500)).max(50).optional();

const crawl = {
  /** Maximum number of its pages that are stored. */
  maxPages: z.int().min(1).max(20_000).default(500),
  include: parts,
  exclude: parts,
};

const webSources = [
  /** A page, and those it leads to on the same host. */
  z.strictObject({
    url: httpAddress,
    /** How many links away a page may be. 0: the page alone. */
    depth: z.int().min(0).max(10).default(0),
    ...crawl,
  }),
  /** The pages that a sitemap names, on its own host. */
  z.strictObject({ sitemap: httpAddress, ...crawl }),
] as const;

/** A website, as a source of knowledge. */
export const webSourceSchema = z.union(webSources);

/** Where knowledge comes from. Paths are relative to the agent file. */
const sourceSchema = z.union([
  z.strictObject({
    files: z
      .string({
        // A missing type is reported in the same way: the entry may be meant as a page or a sitemap.
        error: ({ input }) =>
          input === undefined ? undefined : "must be a path or pattern, such as ./docs/**/*.md",
      })
      .min(1)
      .max(1000),
    /** The public address of the files' folder: the path below the pattern's fixed part is added to it. */
    linkBase: httpAddress.optional(),
  }),
  ...webSources,
]);

const knowledgeSettings = z.strictObject(
  {
    sources: z.array(sourceSchema).max(50).default([]),
    /**
     * A second ranking beside the one by words. Absent: `local` for an agent that answers without a model, where the
     * machine has room for it, and otherwise none. `false`: none.
     */
    embeddings: z.union([z.literal(false), embeddingsSchema]).optional(),
    /** Hours after which a running service reads web sources again. 0: never. */
    resyncHours: z.number().min(0).max(8760).default(24),
  },
  {
    error: ({ code, input }) =>
      code === "invalid_type" && typeof input === "string"
        ? "must be a list of sources, or an object that has them"
        : undefined,
  },
);

/** A list of sources alone means defaults for everything else. */
export const knowledgeSchema = z.preprocess(
  (value) => (Array.isArray(value) ? { sources: value } : value),
  knowledgeSettings,
);

/** One source of knowledge, defaults filled in. */
export type SourceDefinition = z.output<typeof sourceSchema>;
