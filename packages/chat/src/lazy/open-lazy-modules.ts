import type {
  InputControls,
  MenuAndTabs,
  Formulas,
  HandoffModule,
  Highlighting,
  LazyModules,
  MessageTools,
  Pictures,
  AnswerView,
} from "./lazy-modules.ts";
import { createLazyModule } from "./create-lazy-module.ts";
import type { LazyModuleDependencies } from "./fetch-later.ts";

/** Creates the lazily loaded parts, without loading any of them. */
export function openLazyModules(dependencies: LazyModuleDependencies): LazyModules {
  return {
    answerView: createLazyModule<AnswerView>(() => import("../answer-view/answer-view.ts"), dependencies),
    inputControls: createLazyModule<InputControls>(
      () => import("../input-controls/input-controls.ts"),
      dependencies,
    ),
    messageTools: createLazyModule<MessageTools>(
      () => import("../message-tools/message-tools.ts"),
      dependencies,
    ),
    menuAndTabs: createLazyModule<MenuAndTabs>(
      () => import("../menu-and-tabs/menu-and-tabs.ts"),
      dependencies,
    ),
    handoff: createLazyModule<HandoffModule>(() => import("../handoff/handoff.ts"), dependencies),
    pictures: createLazyModule<Pictures>(() => import("../pictures/pictures.ts"), dependencies),
    formulas: createLazyModule<Formulas>(() => import("../formulas/formulas.ts"), dependencies),
    highlighting: createLazyModule<Highlighting>(
      () => import("../highlighting/highlighting.ts"),
      dependencies,
    ),
  };
}
