import type { IncomingMessage } from "node:http";
import { ServiceError } from "@servicechat/contract";

/**
 * Gives the pieces of a body to `use` as they come, until the last one has, or until `use` throws: then nothing more is
 * taken, and node discards the rest unread once the answer has left.
 *
 * @throws ServiceError `request_timeout` when the connection goes, or has gone, before the whole body has come
 */
export function takeBody(request: IncomingMessage, use: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (piece: Buffer) => {
      try {
        use(piece);
      } catch (refusal) {
        request.off("data", take);
        reject(refusal);
      }
    };
    const finish = () => {
      // The request stays as long as its answer, and must not keep the body.
      request.off("data", take).off("close", breakOff).off("error", breakOff);
      resolve();
    };
    const breakOff = () => {
      if (!request.complete) reject(new ServiceError("request_timeout"));
    };
    if (request.destroyed) return reject(new ServiceError("request_timeout"));
    request.on("data", take).once("end", finish).on("close", breakOff).on("error", breakOff);
  });
}
