/** Text into HTML, for the few pages the server writes itself. */
const SPECIAL = /[&<>"']/;
export const escapeHtml = (text: string): string => (SPECIAL.test(text) ? text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`) : text);
