/** A strict reader of the XML that the command writes: elements, attributes and text; anything else is an error. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#10": "\n" };
const TOKEN = /<\/(?<close>[\w-]+)>|<(?<open>[\w-]+)(?<attributes>(?: [\w-]+="[^"<]*")*)(?<empty>\/?)>|(?<text>[^<]+)/y;

/** @throws when the text is not well-formed */
export function readXml(xml: string): Element {
  if (/[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/u.test(xml)) throw new Error("a character that XML forbids");
  if (/\p{Cs}/u.test(xml)) throw new Error("half of a surrogate pair");
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(declaration)) throw new Error("no declaration");
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  TOKEN.lastIndex = declaration.length;
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(xml)?.groups;
    const top = open.at(-1);
    if (!groups || !top) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 40)}`);
    if (groups["text"] !== undefined) top.text += decoded(groups["text"]);
    else if (groups["close"] !== undefined) {
      if (open.pop()?.name !== groups["close"]) throw new Error(`closes another element at ${at}`);
    } else {
      const element = {
        name: groups["open"] ?? "",
        attributes: attributesOf(groups["attributes"] ?? ""),
        children: [],
        text: "",
      };
      top.children.push(element);
      if (groups["empty"] === "") open.push(element);
    }
  }
  const [only, ...others] = root.children;
  if (!only || others.length > 0 || open.length !== 1 || root.text.trim() !== "")
    throw new Error("not one whole element");
  return only;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, decoded(value)] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error("an attribute twice");
  return Object.fromEntries(pairs);
}

const decoded = (text: string): string =>
  text.replaceAll(/&([^;]*);?/g, (_, name: string) => {
    const character = ENTITIES[name];
    if (character === undefined) throw new Error(`no entity: ${name.slice(0, 20)}`);
    return character;
  });
