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

/** Every state of the chat, in the order of the gallery. */
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
 * The key of one display of a state. Each has its own agent, since a chat stores its session by agent.
 *
 * @param number different for each display; "": the prefix of the keys of all its displays.
 */
export const keyIdFor = ({ name }: GalleryState, number: number | ""): string =>
  `${name.replaceAll("-", "")}${number}`;

/** The responses of the fake service to a key. */
export function sceneFor(keyId: string): Scene {
  const name = keyId.replace(/\d+$/, "");
  const state = galleryStates.find((each) => each.name.replaceAll("-", "") === name);
  return { ...plainScene, ...state?.scene, agentId: keyId };
}
