import type { Key, NewKey } from "@servicechat/contract/admin";
import { ago } from "./chats-data.ts";
import { lists, says, type Scene } from "./scene.ts";

const shop: Key = {
  id: "key_7f31",
  agent: "larkfield",
  name: "Shop",
  lastFour: "Qx7w",
  allowed: ["https://larkfield.example", "https://*.larkfield.example"],
  rateLimit: 600,
  serverSide: false,
  createdAt: ago(40 * 24 * 60),
  revokedAt: null,
  endsAt: null,
  revision: "k1",
};

const made: NewKey = {
  ...shop,
  id: "key_new",
  key: "ak_9c1f0b7a2d44_5v0Qm8Zr1Tt0bY3kq9sX2LwEoJ4nHc",
  tag: '<script src="https://chat.example/launcher.js" data-agent-key="ak_9c1f0b7a2d44_5v0Qm8Zr1Tt0bY3kq9sX2LwEoJ4nHc" async></script>',
};

/** Keys of a company with a shop and a documentation site. */
export const keysScene: Scene = {
  "GET keys": lists([
    shop,
    {
      ...shop,
      id: "key_2b",
      agent: "guide",
      name: "Documents",
      lastFour: "0aPz",
      allowed: ["https://docs.larkfield.example"],
    },
    {
      ...shop,
      id: "key_0c",
      name: "Old shop",
      lastFour: "8rVV",
      endsAt: new Date(Date.parse(ago(0)) + 20 * 3_600_000).toISOString(),
    },
    { ...shop, id: "key_0a", name: "Trial", lastFour: "1mNo", revokedAt: ago(9_000) },
  ]),
  "GET keys/{id}/sites": lists([
    { origin: "https://larkfield.example", admitted: 12_804, refused: 0, lastAt: ago(3) },
    { origin: "https://shop.larkfield.example", admitted: 2_210, refused: 0, lastAt: ago(31) },
    { origin: "https://larkfield-staging.example", admitted: 0, refused: 27, lastAt: ago(200) },
  ]),
  "GET keys/{id}/tag": says({ key: made.key, tag: made.tag }),
  "POST keys/{id}/check": says({
    reached: true,
    status: 200,
    findings: [
      {
        code: "csp_frame",
        sentence: "The page's Content-Security-Policy blocks the chat's window: default-src 'self'.",
        fix: "Add to the policy: frame-src 'self' https://chat.example.",
      },
      {
        code: "csp_meta",
        sentence:
          'A policy that blocks the chat stands in the page itself, in <meta http-equiv="Content-Security-Policy">.',
        fix: "Change it there: a policy in the server's headers does not replace it, and both must allow the chat.",
      },
    ],
    lastSeenAt: ago(3),
  }),
  "POST keys": says(made, 201),
  "PATCH keys/{id}": says(shop),
  "POST keys/{id}/rotate": says({ ...made, replaces: shop.id }, 201),
  "POST keys/{id}/revoke": says({ ...shop, revokedAt: ago(0) }),
};
