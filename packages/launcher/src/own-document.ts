/**
 * The page's document as the browser made it. In `document` itself an element can stand for any of its members:
 * `<img name="currentScript">` is `document.currentScript`. So whatever decides something is read here.
 */
export const ownDocument = new Proxy({} as Document, {
  get(_, name) {
    const member: unknown = Reflect.get(Document.prototype, name, document);
    return typeof member === "function" ? member.bind(document) : member;
  },
});
