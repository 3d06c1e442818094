export * from "./allow-entry.ts";
export { defaultPort } from "./default-port.ts";
export { registrableDomain } from "./registrable-domain.ts";
