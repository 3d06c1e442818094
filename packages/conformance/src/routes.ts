import { paths } from "@servicechat/contract";

/** Every path of the interface, its method, and one that it does not support. */
export const routes = [
  { method: "GET", path: paths.config, wrong: "PUT" },
  { method: "POST", path: paths.messages, wrong: "GET" },
  { method: "GET", path: paths.history, wrong: "DELETE" },
  { method: "GET", path: paths.agent, wrong: "POST" },
  { method: "GET", path: paths.stream, wrong: "POST" },
  { method: "POST", path: paths.stop, wrong: "GET" },
  { method: "DELETE", path: paths.session, wrong: "PATCH" },
  { method: "POST", path: paths.uploads, wrong: "GET" },
  { method: "POST", path: paths.handoff, wrong: "GET" },
  { method: "POST", path: paths.feedback, wrong: "GET" },
  { method: "GET", path: `${paths.images}img_none`, wrong: "POST" },
] as const;

/** The paths that the specification itself names. */
export const specifiedRoutes = routes.slice(0, 4);
