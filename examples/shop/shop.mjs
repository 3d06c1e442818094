// A shop's back end, small but real, for the agent in ../agents/shop.yaml: orders and returns over HTTP, the stock
// over the Model Context Protocol. Everything is kept in memory and lost when it stops.
//
//   SHOP_TOKEN=any-long-secret node examples/shop/shop.mjs
import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { answerMcp } from "./mcp.mjs";

const { SHOP_TOKEN = "", PORT = "4400" } = process.env;

const orders = new Map([
  [
    "A-1001",
    { order: "A-1001", status: "delivered", items: ["Tent 'Ridge'", "4 pegs"], deliveredOn: "2026-11-12" },
  ],
  ["A-1002", { order: "A-1002", status: "on its way", items: ["Stove 'Ember'"], expectedOn: "2026-11-24" }],
]);
const returns = [];
/** Which customer has ordered what. */
const customers = new Map([["42", ["A-1001", "A-1002"]]]);

/** @type {Record<string, (match: RegExpExecArray, body: any, customer: string) => [number, unknown]>} */
const routes = {
  // The service has checked who the visitor is: it sends the header only for visitors who are signed in.
  "GET /api/my-orders": (_match, _body, customer) => [
    200,
    { orders: (customers.get(customer) ?? []).map((number) => orders.get(number)) },
  ],
  "GET /api/orders/([^/]+)": ([, number]) => {
    const order = orders.get(decodeURIComponent(number));
    return order ? [200, order] : [404, { error: "There is no such order." }];
  },
  "GET /api/returns": () => [200, { returns }],
  "POST /api/returns": (_, body) => {
    const order = orders.get(String(body?.order));
    if (!order) return [404, { error: "There is no such order." }];
    if (order.status !== "delivered") return [409, { error: "Only what was delivered can be returned." }];
    const made = { number: `R-${returns.length + 1}`, order: order.order, reason: String(body.reason ?? "") };
    returns.push(made);
    return [201, { ...made, label: `https://shop.example/labels/${made.number}` }];
  },
};

const server = createServer((request, response) => {
  answer(request, response).catch(() => {
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});

async function answer(request, response) {
  if (!isAllowed(request.headers.authorization)) return send(response, 401, { error: "Who are you?" });
  const body = await read(request);
  if (request.url?.split("?")[0] === "/mcp") return answerMcp(request, response, body);
  for (const [route, handle] of Object.entries(routes)) {
    const match = new RegExp(`^${route}$`).exec(`${request.method} ${request.url}`);
    const customer = String(request.headers["x-customer"] ?? "");
    if (match) return send(response, ...handle(match, body ? JSON.parse(body) : undefined, customer));
  }
  return send(response, 404, { error: "There is nothing here." });
}

function isAllowed(authorization = "") {
  const [given, expected] = [Buffer.from(authorization), Buffer.from(`Bearer ${SHOP_TOKEN}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function read(request) {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

function send(response, status, value) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

if (SHOP_TOKEN.length < 8) {
  process.stderr.write(
    "Set SHOP_TOKEN to a secret of 8 characters or more, the same for shop and service.\n",
  );
  process.exit(1);
}
server.listen(Number(PORT), "127.0.0.1", () => {
  process.stdout.write(`The shop is open at http://127.0.0.1:${PORT}\n`);
});
