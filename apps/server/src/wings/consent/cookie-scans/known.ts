/** What the cookie repository and the list of known tags say of a scan's items. */
import { type KnownKind, knownEntries } from '@luvalla/banner/known.ts';
import { type ClassifiedCookie, LONGEST_LIFETIME_SECONDS, PROPOSED_CONFIDENCE } from '@luvalla/contract/consent/cookie-repository.ts';
import type { ScannedItem } from '@luvalla/contract/consent/cookie-scans.ts';
import type { ScanItem } from '@luvalla/contract/consent/scans.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { classifierOf } from '../cookie-repository/calls.ts';
import { type Knowledge, keepsChoice } from '../scans/findings.ts';

type Said = ScannedItem['is'];

/** Named as a cookie is. */
const NAMED: ReadonlySet<ScanItem['kind']> = new Set(['cookie', 'localStorage', 'sessionStorage']);
const MOST_NAME = 4096;
const NOTHING = { provider: '', entryId: null, description: {}, reason: '' } as const;
/** Names by which well-known banners keep an answer, as their makers document them. */
const CHOICE_CONFIDENCE = 95;

/** A known tag's kinds, by its host or by a host with the beginning of a path. */
const kindsOf = (address: string): readonly KnownKind[] => {
	const on = URL.parse(address.includes('://') ? address : `https://${address}/`);
	if (!on) return [];
	for (const [entry, kinds] of knownEntries) {
		const [host = ''] = entry.split('/');
		if (on.hostname !== host && !on.hostname.endsWith(`.${host}`)) continue;
		if (entry === host || `${on.hostname}${on.pathname}`.includes(entry)) return kinds;
	}
	return [];
};

/** What a scan's items are for a customer. */
export interface ScanWords extends Knowledge {
	readonly is: (item: ScanItem) => Said;
}

/** Reads the repository once. */
export const wordsOf = async ({ storage, settings }: Pick<Kernel, 'storage' | 'settings'>, customerId: number): Promise<ScanWords> => {
	const classify = await classifierOf(storage, customerId);
	const ours = new URL(settings.publicUrl).hostname;
	const classified = (item: ScanItem): ClassifiedCookie =>
		classify({
			name: item.name.slice(0, MOST_NAME) || '?',
			domain: item.host,
			lifetimeSeconds:
				item.cookie === null ? null : Math.max(0, Math.min(LONGEST_LIFETIME_SECONDS, Math.round(item.cookie.lifetimeSeconds ?? 0))),
		});
	const asked = ({ kind, name, host }: ScanItem): string => (kind === 'frame' || kind === 'beacon' || kind === 'font' ? name : host);
	const is = (item: ScanItem): Said => {
		if (NAMED.has(item.kind)) {
			const { type, provider, confidence, ground, entryId, description, reason } = classified(item);
			// No list has it, and a banner keeps the answer itself there.
			if (entryId === null && keepsChoice(item)) return { ...NOTHING, type: 'necessary', confidence: CHOICE_CONFIDENCE, ground: 'name' };
			return { type, provider, confidence, ground, entryId, description, reason };
		}
		const [kind] = kindsOf(asked(item));
		if (kind === undefined) return { ...NOTHING, type: 'undecided', confidence: 0, ground: 'unknown' };
		return { ...NOTHING, type: kind === 'statistics' ? 'statistics' : 'marketing', confidence: 90, ground: 'name and host' };
	};
	return {
		is,
		// Our own host serves the banner itself.
		isNeeded: (item) =>
			NAMED.has(item.kind)
				? keepsChoice(item) || (is(item).type === 'necessary' && is(item).confidence > PROPOSED_CONFIDENCE)
				: item.host === ours,
		isPerhapsNeeded: (item) => NAMED.has(item.kind) && is(item).type === 'undecided' && is(item).reason !== '',
		isUnknown: (item) => is(item).ground === 'unknown' || is(item).ground === 'proposed',
		categoryOf: (item) => {
			const source = item.seen.before?.source ?? item.seen.reject?.source ?? item.seen.accept?.source;
			const [kind] = [asked(item), ...(source ? [source.url] : [])].flatMap((address) => kindsOf(address));
			const { type } = is(item);
			if (NAMED.has(item.kind) && type !== 'necessary' && type !== 'undecided') return type;
			return kind ?? 'marketing';
		},
	};
};
