export { createAddressRule } from "./address-rule.ts";
export type { AddressRule } from "./address-rule.ts";
export { createOutbound } from "./create-outbound.ts";
export type { OutboundDependencies } from "./create-outbound.ts";
export * from "./outbound.ts";
export { resolveName } from "./resolve-name.ts";
export type { ResolveName } from "./resolve-name.ts";
