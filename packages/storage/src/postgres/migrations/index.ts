import type { Migration } from "kysely/migration";
import { migrations } from "../../migrations/index.ts";
import * as passages from "./0004-passages.ts";
import * as revision from "./0006-revision.ts";
import * as ranking from "./0013-ranking.ts";
import * as replyFacts from "./0019-reply-facts.ts";
import * as chats from "./0031-chats.ts";
import * as webhooks from "./0035-webhooks.ts";
import * as previews from "./0039-previews.ts";
import * as wordings from "./0054-wordings.ts";
import * as addressWebhooks from "./0057-address-webhooks.ts";

/** Every step of a PostgreSQL database, by name. */
export const postgresMigrations: Readonly<Record<string, Migration>> = {
  ...migrations,
  "0004-passages": passages,
  "0006-revision": revision,
  "0013-ranking": ranking,
  "0019-reply-facts": replyFacts,
  "0031-chats": chats,
  "0035-webhooks": webhooks,
  "0039-previews": previews,
  "0054-wordings": wordings,
  "0057-address-webhooks": addressWebhooks,
};
