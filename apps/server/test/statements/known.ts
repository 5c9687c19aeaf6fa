/** Statements that break a rule still. The list only gets shorter. */
export const KNOWN: ReadonlySet<string> = new Set([]);
