import blank from "./purposes/blank.en.yaml?raw";
import documentation from "./purposes/documentation.en.yaml?raw";
import handbook from "./purposes/handbook.en.yaml?raw";
import helpDesk from "./purposes/help-desk.en.yaml?raw";
import shop from "./purposes/shop.en.yaml?raw";

/** The starting points in English, each a complete agent file. */
export const purposes = { helpDesk, shop, documentation, handbook, blank };
