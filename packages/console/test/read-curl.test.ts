import { expect, test } from "vitest";
import { readCurl } from "../src/agent-settings/read-curl.ts";

const http = (command: string) => readCurl(command)?.http;

test("an address alone is a GET", () => {
  expect(http("curl https://api.example/orders?state=open")).toEqual({
    url: "https://api.example/orders?state=open",
  });
  expect(http("$ curl -sSL 'api.example/orders'")).toEqual({ url: "https://api.example/orders" });
  expect(http("curl --request GET --url https://api.example/a")).toEqual({ url: "https://api.example/a" });
});

test("lines that continue, quotes and headers, as documentation has them", () => {
  expect(
    readCurl(`curl -X POST "https://api.example/v1/returns" \\
  -H "Authorization: Bearer $SHOP_TOKEN" \\
  -H 'X-Shop: main "one"' \\
  -H "Content-Type: application/json" \\
  -d '{"order": "$ORDER", "count": 2, "note": "It'\\''s broken"}'`),
  ).toEqual({
    http: {
      method: "POST",
      url: "https://api.example/v1/returns",
      headers: { Authorization: "Bearer ${SHOP_TOKEN}", "X-Shop": 'main "one"' },
      body: { order: "{order}", count: 2, note: "It's broken" },
    },
    inputSchema: {
      type: "object",
      properties: { order: { type: "string" } },
      required: ["order"],
      additionalProperties: false,
    },
    secrets: ["SHOP_TOKEN"],
    dropped: [],
    hasUser: false,
  });
});

test("keys in headers become names of secrets, and nothing of them is left", () => {
  const tool = readCurl(
    "curl https://api.example/a -H 'Authorization: Bearer sk-live-1' -H 'X-Api-Key: k-2' -H 'apikey: \"3\"' -H 'Accept: text/plain'",
  );
  expect(tool?.http.headers).toEqual({
    Authorization: "Bearer ${API_TOKEN}",
    "X-Api-Key": "${API_KEY}",
    apikey: "${APIKEY}",
    Accept: "text/plain",
  });
  expect(tool?.secrets).toEqual(["API_TOKEN", "API_KEY", "APIKEY"]);
  const signedIn = readCurl("curl -u ann:hunter2 https://api.example/a --oauth2-bearer abc");
  expect(JSON.stringify([tool, signedIn])).not.toMatch(/sk-live|k-2|hunter2|abc/);
  expect(signedIn?.hasUser).toBe(true);
  expect(JSON.stringify(readCurl("curl https://ann:hunter2@api.example/a?api_key=k-9"))).not.toMatch(
    /hunter2|k-9/,
  );
});

test("keys in an address are left out and named", () => {
  expect(readCurl("curl 'https://ann:hunter2@api.example/a?api_key=k&b=1'")).toMatchObject({
    http: { url: "https://api.example/a?b=1", headers: { Authorization: "${API_AUTHORIZATION}" } },
    dropped: ["api_key"],
    hasUser: true,
  });
});

test("-d makes a POST, --json too, -G a query, and pairs of a form become fields", () => {
  expect(http("curl https://api.example/a -d name=Ann -d 'city=New+York'")).toEqual({
    method: "POST",
    url: "https://api.example/a",
    body: { name: "Ann", city: "New York" },
  });
  expect(http(`curl --json '{"a": [1]}' https://api.example/a`)).toEqual({
    method: "POST",
    url: "https://api.example/a",
    body: { a: [1] },
  });
  expect(http("curl -G https://api.example/a?b=1 -d q=tents --data-urlencode 'n=$COUNT'")).toEqual({
    url: "https://api.example/a?b=1&q=tents&n={count}",
  });
  expect(http("curl -XDELETE https://api.example/a/{id}")).toEqual({
    method: "DELETE",
    url: "https://api.example/a/{id}",
  });
});

test("what a browser copies loses its own headers and cookies", () => {
  expect(
    readCurl(`curl 'https://shop.example/api/cart' \\
  -H 'accept: application/json' \\
  -H 'accept-language: de' \\
  -H 'origin: https://shop.example' \\
  -H 'sec-ch-ua: "Chromium";v="140"' \\
  -H 'user-agent: Mozilla/5.0' \\
  -b 'session=secret' \\
  --data-raw $'{"text":"It\\'s \\u00e9"}' \\
  --compressed --max-time 10 --insecure`)?.http,
  ).toEqual({
    method: "POST",
    url: "https://shop.example/api/cart",
    headers: { accept: "application/json", "accept-language": "de" },
    body: { text: "It's é" },
  });
});

test("the command line of Windows, and what follows the command", () => {
  expect(http('curl.exe "https://api.example/a" ^\r\n  -H "Accept: text/plain"')).toEqual({
    url: "https://api.example/a",
    headers: { Accept: "text/plain" },
  });
  expect(http("curl https://api.example/a | jq .items")).toEqual({ url: "https://api.example/a" });
  expect(http("curl -o out.json -w '%{http_code}' https://api.example/a && echo done")).toEqual({
    url: "https://api.example/a",
  });
});

test("anything else is none", () => {
  for (const text of [
    "",
    "wget https://api.example",
    "curl",
    "curl ftp://api.example/a",
    "curl 'https://",
    "curl -X",
    "curl -d",
  ])
    expect(readCurl(text), text).toBeUndefined();
});
