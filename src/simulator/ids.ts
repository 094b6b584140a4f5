/** The ids of conversations and commands, as they come in paths. */
const DIGITS = "[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}";

/** With or without dashes, in braces, or as a URN. */
export const UUID = new RegExp(`^(?:(?:urn:uuid:)?${DIGITS}|\\{${DIGITS}\\})$`, "i");

/** The form in which the server tells an id, whichever form it came in. */
export const canonical = (id: string): string =>
  id
    .toLowerCase()
    .replace(/^urn:uuid:|[{}-]/g, "")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
