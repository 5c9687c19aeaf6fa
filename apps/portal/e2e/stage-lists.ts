/** Vendor lists for the sweep: what differs between the two newest is of every kind, and four come. */
import type { APIRequestContext } from '@playwright/test';

/** Versions that no other test uploads; both older than any of theirs. */
export const LISTS = { previous: 3001, current: 3002 } as const;
/** One that changed what it asks for. */
export const MOVED = 1;

const named = (count: number, word: string) =>
	Object.fromEntries(
		Array.from({ length: count }, (_, n) => [
			n + 1,
			{ id: n + 1, name: `${word} ${n + 1}`, description: 'What it means.', illustrations: [] },
		]),
	);
const vendor = (id: number, change: object = {}) => ({
	id,
	name: `Kumppani ${id}`,
	purposes: [1, 3],
	legIntPurposes: [7, 9],
	flexiblePurposes: [7, 9],
	specialPurposes: [1],
	features: [],
	specialFeatures: [],
	usesCookies: true,
	cookieMaxAgeSeconds: 86_400,
	urls: [{ langId: 'en', privacy: `https://kumppani-${id}.example/privacy` }],
	...change,
});
const list = (vendorListVersion: number, lastUpdated: string, vendors: readonly ReturnType<typeof vendor>[]) => ({
	gvlSpecificationVersion: 3,
	vendorListVersion,
	tcfPolicyVersion: 5,
	lastUpdated,
	purposes: named(11, 'Purpose'),
	specialPurposes: named(3, 'Special purpose'),
	features: named(3, 'Feature'),
	specialFeatures: named(2, 'Special feature'),
	stacks: {},
	vendors: Object.fromEntries(vendors.map((one) => [one.id, one])),
});
/** Of a week before: the page of the lists shows three. */
const OLDEST = list(
	LISTS.previous - 1,
	'2026-08-27T16:00:00Z',
	[1, 2].map((id) => vendor(id)),
);
const BEFORE = list(
	LISTS.previous,
	'2026-09-03T16:00:00Z',
	[1, 2, 3, 4].map((id) => vendor(id)),
);
const AFTER = list(LISTS.current, '2026-09-10T16:00:00Z', [
	vendor(MOVED, { purposes: [1, 3, 9], legIntPurposes: [7], dataRetention: { stdRetention: 30, purposes: { 9: 7 }, specialPurposes: {} } }),
	vendor(2, { name: 'Kumppani kaksi', cookieMaxAgeSeconds: null }),
	vendor(4, { deletedDate: '2026-09-08T00:00:00Z' }),
	...[5, 6, 7, 8].map((id) => vendor(id)),
]);

/** Stores them; they may be there already. */
export const stageLists = async (api: APIRequestContext): Promise<void> => {
	for (const one of [OLDEST, BEFORE, AFTER]) {
		const buffer = Buffer.from(JSON.stringify(one));
		const sent = await api.post('/api/cmpconfigurator/gvlfile', {
			multipart: { file: { name: 'vendor-list.json', mimeType: 'application/json', buffer } },
		});
		if (!sent.ok()) throw new Error(await sent.text());
	}
};
