export { createAddressRule, resolveName } from "./address-rule.ts";
export type { AddressRule, ResolveName } from "./address-rule.ts";
export { createOutbound } from "./create-outbound.ts";
export type { OutboundDependencies } from "./create-outbound.ts";
export { OutboundError } from "./outbound.ts";
export type { Outbound, OutboundAnswer, OutboundErrorKind, OutboundRequest } from "./outbound.ts";
