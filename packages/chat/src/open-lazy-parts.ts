import type {
  Controls,
  DeviceModule,
  Formulas,
  HandoffModule,
  Highlighting,
  LazyParts,
  MessageTools,
  Pictures,
  Reading,
} from "./context/lazy-parts.ts";
import { createLazyPart, type LazyPartParts } from "./lazy/create-lazy-part.ts";

/** Makes the parts that are loaded when they are needed, none of which is loaded by it. */
export function openLazyParts(parts: LazyPartParts): LazyParts {
  return {
    reading: createLazyPart<Reading>(() => import("./reading/reading.ts"), parts),
    controls: createLazyPart<Controls>(() => import("./controls/controls.ts"), parts),
    messageTools: createLazyPart<MessageTools>(() => import("./message-tools/message-tools.ts"), parts),
    device: createLazyPart<DeviceModule>(() => import("./device/device.ts"), parts),
    handoff: createLazyPart<HandoffModule>(() => import("./handoff/handoff.ts"), parts),
    pictures: createLazyPart<Pictures>(() => import("./pictures/pictures.ts"), parts),
    formulas: createLazyPart<Formulas>(() => import("./formulas/formulas.ts"), parts),
    highlighting: createLazyPart<Highlighting>(() => import("./highlighting/highlighting.ts"), parts),
  };
}
