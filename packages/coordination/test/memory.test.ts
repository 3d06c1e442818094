import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { coordinationSuite } from "./suite.ts";

coordinationSuite("memory", async (clock) => createMemoryCoordination({ clock }), {
  windowsSurvive: "in the snapshot",
});
