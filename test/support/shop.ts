/** The page that may use the key of a started service, unless a test says otherwise. */
export const shop = "https://shop.example";
