/** Browser family with major version, and class of device, from User-Agent; nothing finer is kept. */

const FAMILIES: readonly (readonly [name: string, pattern: RegExp])[] = [
	['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
	['Opera', /\bOPR\/(\d+)/],
	['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
	['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
	['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
	['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

/** Families of systems. What a phone's browser says of other systems comes after its own. */
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
	['iOS', /\b(?:iPhone|iPad|iPod)\b/],
	['Android', /\bAndroid\b/],
	['ChromeOS', /\bCrOS\b/],
	['Windows', /\bWindows\b/],
	['macOS', /\bMac OS X\b/],
	['Linux', /\bLinux\b/],
];

/** The family of the system; `other` where it is not known. */
export const systemOf = (header: string | undefined): string =>
	SYSTEMS.find(([, pattern]) => pattern.test((header ?? '').slice(0, 500)))?.[0] ?? 'other';

export type Device = 'phone' | 'tablet' | 'desktop' | 'unknown';

const deviceOf = (agent: string): Device => {
	if (agent === '') return 'unknown';
	if (/iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet';
	return /Mobi|iPhone|Android/i.test(agent) ? 'phone' : 'desktop';
};

/** The few agents that one process sees all day are worth remembering. */
const known = new Map<string, { browser: string; device: Device }>();

export const agentOf = (header: string | undefined): { browser: string; device: Device } => {
	const agent = (header ?? '').slice(0, 500);
	const hit = known.get(agent);
	if (hit) return hit;
	const family = FAMILIES.map(([name, pattern]) => ({ name, found: pattern.exec(agent) })).find(({ found }) => found !== null);
	const read = { browser: family?.found ? `${family.name} ${family.found[1]}` : 'other', device: deviceOf(agent) };
	if (known.size > 2000) known.clear();
	known.set(agent, read);
	return read;
};
