import blank from "./purposes/blank.de.yaml?raw";
import documentation from "./purposes/documentation.de.yaml?raw";
import handbook from "./purposes/handbook.de.yaml?raw";
import helpDesk from "./purposes/help-desk.de.yaml?raw";
import shop from "./purposes/shop.de.yaml?raw";

/** The starting points in German, each a complete agent file. */
export const purposes = { helpDesk, shop, documentation, handbook, blank };
