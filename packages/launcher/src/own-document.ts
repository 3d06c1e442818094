/**
 * The page's document as the browser created it. In `document` itself an element can replace any member: `<img
 * name="currentScript">` is `document.currentScript`. So everything that matters is read here.
 */
export const ownDocument = new Proxy({} as Document, {
  get(_, name) {
    const member: unknown = Reflect.get(Document.prototype, name, document);
    return typeof member === "function" ? member.bind(document) : member;
  },
});
