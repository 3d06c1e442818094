export { openDevice } from "../device/open-device.ts";
