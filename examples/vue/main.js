// Run `npm run pack:embed` in the repository, then `npm install` and `npm run dev` here.
import { createApp } from "vue";
import Shop from "./Shop.vue";

createApp(Shop).mount("#page");
