export * from "./clean-text.ts";
export * from "./events.ts";
export * from "./failures.ts";
export * from "./frame-messages.ts";
export * from "./headers.ts";
export * from "./messages.ts";
export * from "./parts.ts";
export * from "./widget-config.ts";
