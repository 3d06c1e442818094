import { createPart } from "./create-part.ts";

/** What ties the tabs of this device together, tells a screen reader what is new, and asks before something is done. */
type DeviceModule = typeof import("./all-device.ts");

/** Fetched soon after the first screen: an empty chat, too, follows what another tab does. */
export const devicePart = createPart<DeviceModule>(() => import("./all-device.ts"));
