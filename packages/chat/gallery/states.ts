import type { Scene } from "./scene.ts";
import { plainScene } from "./scene.ts";
import type { GalleryGroup, GalleryState } from "./state.ts";
import { answering } from "./states/answering.ts";
import { askingBack } from "./states/asking.ts";
import { beginning } from "./states/beginning.ts";
import { files } from "./states/files.ts";
import { onAPage } from "./states/on-a-page.ts";
import { pastChats } from "./states/past-chats.ts";
import { peopleTakingPart } from "./states/people.ts";
import { ratingAnswers } from "./states/rating.ts";
import { remembered } from "./states/remembered.ts";
import { trouble } from "./states/trouble.ts";

/** Every state of the chat, in the order in which the gallery hangs them. */
export const galleryGroups: readonly GalleryGroup[] = [
  beginning,
  answering,
  askingBack,
  files,
  ratingAnswers,
  peopleTakingPart,
  trouble,
  remembered,
  pastChats,
  onAPage,
];

export const galleryStates: readonly GalleryState[] = galleryGroups.flatMap(({ states }) => states);

/**
 * The key of one showing of a state. Each has an agent of its own, since a chat remembers its session by it.
 *
 * @param number Another one for each showing; none: what the keys of all its showings begin with.
 */
export const keyIdFor = ({ name }: GalleryState, number: number | ""): string =>
  `${name.replaceAll("-", "")}${number}`;

/** What the fake service shows to a key. */
export function sceneFor(keyId: string): Scene {
  const name = keyId.replace(/\d+$/, "");
  const state = galleryStates.find((each) => each.name.replaceAll("-", "") === name);
  return { ...plainScene, ...state?.scene, agentId: keyId };
}
