/**
 * A `fetch` for one upload that reports how much of it has been sent, from 0 to 1: browsers report that only for
 * XMLHttpRequest. It supports what the client uses: a URL, a method, headers, a body and a signal.
 */
export function fetchWithProgress(onProgress: (part: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      // A past event is not dispatched again.
      if (init.signal?.aborted) return reject(init.signal.reason);
      const request = new XMLHttpRequest();
      request.open(init.method ?? "GET", input instanceof Request ? input.url : input);
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener("progress", ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      );
      request.addEventListener("load", () => resolve(responseOf(request)));
      request.addEventListener("error", () => reject(new TypeError("The upload failed.")));
      request.addEventListener("abort", () => reject(init.signal?.reason));
      init.signal?.addEventListener("abort", () => request.abort());
      request.responseType = "arraybuffer";
      request.send(init.body instanceof FormData ? init.body : null);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const { status } = request;
  const body: unknown = request.response;
  // A Response with these statuses must have no body.
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty || !(body instanceof ArrayBuffer) ? null : body, { status, headers });
}
