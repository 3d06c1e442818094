import { httpCallSchema } from "@servicechat/contract/agent-file";
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderRequest } from "../src/tools/http/render-request.ts";
import { ToolError } from "../src/tools/tool-error.ts";

function render(call: object, input: unknown) {
  return renderRequest(httpCallSchema.parse(call), input);
}

const urlOf = (url: string, input: unknown) => render({ url }, input).url;

test("fields are percent-encoded in path and query", () => {
  expect(urlOf("https://shop.example/o/{id}?q={q}&x=1", { id: "a b?c#d", q: "1&x=2/ü" })).toBe(
    "https://shop.example/o/a%20b%3Fc%23d?q=1%26x%3D2%2F%C3%BC&x=1",
  );
});

test("whatever the input, host, port, number of path segments and names of parameters stay the operator's", () => {
  const call = httpCallSchema.parse({ url: "https://shop.example:8443/api/orders/{id}/items?q={q}&k=v" });
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (id, q) => {
      let url: URL;
      try {
        url = new URL(renderRequest(call, { id, q }).url);
      } catch (thrown) {
        return thrown instanceof ToolError;
      }
      expect(url.origin).toBe("https://shop.example:8443");
      expect(url.pathname.split("/")).toHaveLength(5);
      expect(url.pathname.startsWith("/api/orders/") && url.pathname.endsWith("/items")).toBe(true);
      expect([...url.searchParams.keys()]).toEqual(["q", "k"]);
      expect(url.searchParams.get("q")).toBe(q.toWellFormed());
      return url.hash === "";
    }),
  );
});

test.each(["..", ".", "", undefined, null, {}, ["a"]])(
  "a field of the path that is %j makes no request",
  (id) => {
    expect(() => urlOf("https://shop.example/api/orders/{id}", { id })).toThrow(ToolError);
  },
);

test("dots around a field do not lead up either", () => {
  expect(() => urlOf("https://shop.example/a/b/.{x}", { x: "." })).toThrow(ToolError);
  expect(() => urlOf("https://shop.example/a/b/{x}{y}", { x: ".", y: "." })).toThrow(ToolError);
  expect(urlOf("https://shop.example/a/b/{x}.json", { x: ".." })).toBe("https://shop.example/a/b/...json");
});

test("absent fields leave their parameter out, lists repeat it", () => {
  const url = "https://shop.example/s?q={q}&page={page}&tag={tag}&fixed=1";
  expect(urlOf(url, { q: "tent" })).toBe("https://shop.example/s?q=tent&fixed=1");
  expect(urlOf(url, { q: "tent", page: 0, tag: ["a b", "c"] })).toBe(
    "https://shop.example/s?q=tent&page=0&tag=a%20b&tag=c&fixed=1",
  );
  expect(urlOf("https://shop.example/s?q={q}", {})).toBe("https://shop.example/s");
});

test("an address that grows too long is not sent", () => {
  expect(() => urlOf("https://shop.example/{q}", { q: "x".repeat(9000) })).toThrow(ToolError);
});

test("a body is filled by value where a string is a field alone, and by text elsewhere", () => {
  const call = {
    method: "POST",
    url: "https://shop.example/returns",
    body: {
      order: "{order}",
      note: "For {who}: {why}",
      lines: ["{count}", "{none}"],
      gone: "{none}",
      fixed: 1,
    },
  };
  const { body } = render(call, { order: { id: 7 }, who: "A", count: 2 });
  expect(JSON.parse(body ?? "")).toEqual({ order: { id: 7 }, note: "For A: ", lines: [2], fixed: 1 });
});

test("the text of a body cannot add fields to it", () => {
  const call = { method: "POST", url: "https://shop.example/", body: { note: "Hi {who}" } };
  const who = '", "admin": true, "x": "';
  expect(JSON.parse(render(call, { who }).body ?? "")).toEqual({ note: `Hi ${who}` });
});

test("without their own body, all methods but GET and DELETE send the input", () => {
  const bodies = ["GET", "DELETE", "POST", "PUT", "PATCH"].map(
    (method) => render({ method, url: "https://shop.example/" }, { a: 1 }).body,
  );
  expect(bodies).toEqual([undefined, undefined, '{"a":1}', '{"a":1}', '{"a":1}']);
});
