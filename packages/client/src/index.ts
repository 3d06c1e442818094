export { ClientError, lostConnection, type ClientErrorFacts } from "./client-error.ts";
export {
  createClient,
  type Accepted,
  type Client,
  type ClientOptions,
  type FollowOptions,
  type PostOptions,
  type Uploaded,
  type UploadOptions,
} from "./create-client.ts";
export { createEventParser, type EventParser, type ServerSentEvent } from "./event-parser.ts";
export { readEvents, type OnEvent } from "./read-events.ts";
