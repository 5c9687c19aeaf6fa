/** Canonical JSON after RFC 8785, for what our records are made of: objects, lists, text, booleans, whole numbers, null. */

/** Keys in UTF-16 order, no white space. Whole numbers and text are written by JSON.stringify exactly as the RFC asks. */
export const canonicalJson = (value: unknown): string => {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
		return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
	}
	return JSON.stringify(value);
};

/** The object that a canonical text says; null when it is no JSON object, or not in canonical form. */
export const parseCanonical = (text: string): Record<string, unknown> | null => {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return null;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value) || canonicalJson(value) !== text) return null;
	return Object.fromEntries(Object.entries(value));
};
