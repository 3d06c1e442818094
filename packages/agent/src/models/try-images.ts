import { ModelError } from "../agent.ts";
import type { Model, ModelRequest } from "../agent.ts";
import type { Log } from "../log.ts";
import { hasImages, withoutImages } from "./message-content.ts";

const notSeen = "(an image, which you cannot see: say so if it matters)";
const notShown =
  "(an image, which could not be shown to you, since this one or another may be damaged or too large: " +
  "say so if it matters)";

interface Dependencies {
  /** Which model it is, and at which server. */
  readonly key: string;
  /** Its name, for the log. */
  readonly name: string;
  /** Models that turned out to see no images, by key; it is added to, and outlives the model. */
  readonly blind: Set<string>;
  readonly log: Log;
}

/**
 * Calls the model with the images in a request, and again without them if they are refused. A model that reports that
 * it does not support images gets none from then on, for anybody. All other refusals may be caused by one image, which
 * says nothing about the next: then only this model object, created for one reply, continues without.
 */
export function tryImages({ key, name, blind, log }: Dependencies, speak: Model["speak"]): Model["speak"] {
  let goesWithout = false;

  const speakWithImages: Model["speak"] = async (request, onText) => {
    if (blind.has(key)) return speak(withNotes(request, notSeen), onText);
    if (goesWithout) return speak(withNotes(request, notShown), onText);
    try {
      return await speak(request, onText);
    } catch (thrown) {
      const isRefusal = thrown instanceof ModelError && thrown.code === "model_refused";
      if (!isRefusal || !refusesImages(thrown.said())) throw thrown;
      log.warn({ err: thrown, model: name }, "a model refused images: trying again without them");
      if (!saysItIsBlind(thrown.said())) {
        goesWithout = true;
        return speak(withNotes(request, notShown), onText);
      }
    }
    const said = await speak(withNotes(request, notSeen), onText);
    // Only now is it certain that the images were what it refused.
    blind.add(key);
    log.warn(
      { model: name },
      "a model does not accept images: until the next start it only gets a note about them",
    );
    return said;
  };

  return (request, onText) =>
    hasImages(request.messages) ? speakWithImages(request, onText) : speak(request, onText);
}

function withNotes(request: ModelRequest, note: string): ModelRequest {
  const messages = request.messages.map((each) => (each.role === "user" ? withoutImages(each, note) : each));
  return { ...request, messages };
}

/** Each server has its own words for it; some only say that the content is not a string. */
function refusesImages(message: string): boolean {
  return /image|vision|multi-?modal|content.{0,60}string|string.{0,60}content/i.test(message);
}

/** In doubt it is the image's fault: that costs a request, while taking sight away would cost every visitor. */
function saysItIsBlind(message: string): boolean {
  return ofAnyImage.test(message) && !ofThisImage.test(message);
}

const ofAnyImage =
  /not support|n't support|only supported by|that support image|no vision|not a (?:multi-?modal|vision)|unknown variant|missing data required|expected (?:a )?(?:string|`text`)|must be a string|content.{0,60}string|string.{0,60}content/i;
const ofThisImage =
  /unsupported.image(?!_url)|corrupt|damaged|truncated|invalid.(?:image|base64)|valid image|could not|fail(?:ed)? to (?:load|process|read)|decod|parse|\bformats?\b|image\/|media.?type|mime|too (?:large|big|small|many)|exceed|dimension|pixel|resolution|\bMB\b/i;
