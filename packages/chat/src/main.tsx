import { handOver } from "./connect/hand-over.ts";
import { openFrame } from "./open-frame.tsx";
import { wordsFor } from "./words/words.ts";
import "./style/ground.css";
import "./style/frame.css";
import "./style/composer.css";
import "./style/messages.css";
import "./style/markdown.css";
import "./style/parts.css";
import "./style/question.css";

const address = new URLSearchParams(location.search);
const keyId = address.get("key") ?? "";
const parentOrigin = address.get("parent") ?? "";

const handedOver = await handOver({
  window,
  keyId,
  parentOrigin,
  post: (message, origin) => window.parent.postMessage(message, origin),
});
if (handedOver) openFrame(handedOver, keyId, parentOrigin);
else document.body.textContent = wordsFor(navigator.languages).outside;
