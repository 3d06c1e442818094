import type {
  Controls,
  DeviceModule,
  Formulas,
  HandoffModule,
  Highlighting,
  LazyModules,
  MessageTools,
  Pictures,
  Reading,
} from "./context/lazy-modules.ts";
import { createLazyModule, type LazyModuleParts } from "./lazy/create-lazy-module.ts";

/** Makes the parts that are loaded when they are needed, none of which is loaded by it. */
export function openLazyModules(parts: LazyModuleParts): LazyModules {
  return {
    reading: createLazyModule<Reading>(() => import("./reading/reading.ts"), parts),
    controls: createLazyModule<Controls>(() => import("./controls/controls.ts"), parts),
    messageTools: createLazyModule<MessageTools>(() => import("./message-tools/message-tools.ts"), parts),
    device: createLazyModule<DeviceModule>(() => import("./device/device.ts"), parts),
    handoff: createLazyModule<HandoffModule>(() => import("./handoff/handoff.ts"), parts),
    pictures: createLazyModule<Pictures>(() => import("./pictures/pictures.ts"), parts),
    formulas: createLazyModule<Formulas>(() => import("./formulas/formulas.ts"), parts),
    highlighting: createLazyModule<Highlighting>(() => import("./highlighting/highlighting.ts"), parts),
  };
}
