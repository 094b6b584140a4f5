/** The ids of conversations and commands, as they come in paths. */

/** With dashes or without. */
export const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** The form in which the server tells an id, whichever form it came in. */
export const canonical = (id: string): string =>
  id
    .toLowerCase()
    .replaceAll("-", "")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
