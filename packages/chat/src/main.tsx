import { shakeHands } from "./connect/handshake.ts";
import { openDraft } from "./context/unsent.ts";
import { openFrame } from "./open-frame.tsx";
import { browserStorageAreas } from "./session/storage-areas.ts";
import { en } from "./words/en.ts";
import { createFetchLater } from "./lazy/fetch-later.ts";
import { loadWords } from "./words/load-words.ts";
import "./style/ground.css";
import "./style/frame.css";
import "./style/composer.css";
import "./style/messages.css";
import "./style/parts.css";

const address = new URLSearchParams(location.search);
const keyId = address.get("key") ?? "";
const parentOrigin = address.get("parent") ?? "";

const shakingHands = shakeHands({
  window,
  keyId,
  parentOrigin,
  post: (message, origin) => window.parent.postMessage(message, origin),
});
// Browsers take time to open storage: it happens while the launcher answers.
const storage = browserStorageAreas(window);
const draft = openDraft(keyId, parentOrigin, storage.session);
const handshake = await shakingHands;
// Not awaited: lazily loaded files import from this one, and wait until it has run to its end.
if (handshake) void openFrame(handshake, parentOrigin, draft, storage.local);
else {
  const words = await loadWords(
    navigator.languages,
    createFetchLater(() => undefined),
  ).catch(() => en);
  document.body.textContent = words.outside;
}
