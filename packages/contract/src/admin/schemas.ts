/*
 * The schemas of the admin API, for checking requests and for its OpenAPI document. Browsers use the types alone, from
 * `contract/admin`, because they must not load the schema library.
 */
export * from "./agents.ts";
export * from "./answers.ts";
export * from "./chats.ts";
export * from "./costs.ts";
export * from "./desk.ts";
export * from "./documents.ts";
export * from "./drafts.ts";
export * from "./events.ts";
export * from "./feedback.ts";
export * from "./gaps.ts";
export * from "./install.ts";
export * from "./keys.ts";
export * from "./list.ts";
export * from "./notifications.ts";
export * from "./people.ts";
export * from "./secrets.ts";
export * from "./sign-in.ts";
export * from "./agent-tests.ts";
export * from "./usage.ts";
export * from "./webhooks.ts";
export * from "./websites.ts";
