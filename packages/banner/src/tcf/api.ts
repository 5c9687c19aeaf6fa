/** The `__tcfapi` of IAB Europe's CMP API v2: ping, addEventListener, removeEventListener, getTCData. */

import type { Wire } from '../wire.ts';
import type { MakeLayer } from './parts.ts';
import type { Respond } from './reach.ts';
import { safely } from './safely.ts';
import type { Tc, TcfPointer, TcfSide } from './shapes.ts';
import { isOutdated, isWithin, readStrings, usable } from './store.ts';

type Call = [command?: string, version?: number, callback?: Respond, parameter?: unknown];

declare global {
	interface Window {
		__tcfapi?: ((...args: Call) => Call[] | undefined) & {
			/** Set by the first layer: takes the second one when its file has come. */
			takeLayer?: (make: MakeLayer) => void;
		};
	}
}

type EventStatus = 'tcloaded' | 'cmpuishown' | 'useractioncomplete';

const yes = (ids: number[]): Record<number, true> => Object.fromEntries(ids.map((id) => [id, true as const]));

/** Every id up to the highest, those of `ids` true: tags read an absent one as unknown. */
const upTo = (ids: number[], most: number): Record<number, boolean> => {
	const out: Record<number, boolean> = {};
	for (let id = 1; id <= most; id++) out[id] = false;
	return Object.assign(out, yes(ids));
};

/**
 * `applies`: whether the visitor is under the GDPR, as far as can be known. `folder`: what is published. `asked`: the keys
 * that are asked about, and how long an answer stands.
 */
export const createApi = (
	pointer: TcfPointer,
	applies: boolean,
	folder: string,
	...asked: [keys: string[], days: Wire[5], material: Record<string, number> | undefined]
): TcfSide & { call(...call: Call): undefined } => {
	let [kept, keptAc] = readStrings();
	let tc = usable(kept, pointer);
	/** It was chosen on another publication, and may say more than this one lets partners have: it is told to nobody. */
	let strange = !!tc && !isWithin(folder);
	/** The choice, while all of its yeses stand. */
	const standing = (): Tc | null => (tc && !strange && !isOutdated(tc, ...asked) ? tc : null);
	/** What is told: the choice, or what the open layer discloses before there is one. */
	let told = standing();
	let tcString = told ? kept : '';
	let ac = told ? keptAc : '';
	let event: EventStatus | undefined = told || !applies ? 'tcloaded' : undefined;
	// Disabled: nothing will be asked.
	let display = event ? 'disabled' : 'hidden';
	const listeners = new Map<number, Respond>();
	let last = 0;

	const common = () => ({
		cmpId: pointer.cmpId,
		cmpVersion: pointer.cmpVersion,
		gdprApplies: applies,
		tcfPolicyVersion: pointer.policyVersion,
		cmpStatus: 'loaded',
	});
	const restrictions = (of: Tc): Record<number, Record<number, number>> => {
		const out: Record<number, Record<number, number>> = {};
		for (const [purpose, type, parts] of of.restrictions)
			for (const [first, end] of parts)
				for (let id = first; id <= end; id++) {
					out[purpose] ??= {};
					out[purpose][id] = type;
				}
		return out;
	};
	const data = (listenerId?: number): object => {
		const own = { ...common(), eventStatus: event, ...(listenerId !== undefined && { listenerId }) };
		if (!applies) return own;
		const none: number[] = [];
		const all = (
			of: keyof Tc & ('purposes' | 'purposesLi' | 'specialFeatures' | 'vendors' | 'vendorsLi' | 'disclosed' | 'publisher' | 'publisherLi'),
		) => told?.[of] ?? none;
		const most = Math.max(0, ...all('disclosed'));
		return {
			...own,
			tcString,
			isServiceSpecific: true,
			useNonStandardTexts: false,
			publisherCC: pointer.country,
			purposeOneTreatment: false,
			purpose: { consents: upTo(all('purposes'), 11), legitimateInterests: upTo(all('purposesLi'), 11) },
			vendor: {
				consents: upTo(all('vendors'), most),
				legitimateInterests: upTo(all('vendorsLi'), most),
				disclosedVendors: upTo(all('disclosed'), most),
			},
			specialFeatureOptins: upTo(all('specialFeatures'), 2),
			publisher: {
				consents: upTo(all('publisher'), 11),
				legitimateInterests: upTo(all('publisherLi'), 11),
				customPurpose: { consents: {}, legitimateInterests: {} },
				restrictions: told ? restrictions(told) : {},
			},
			...(pointer.ac && { addtlConsent: ac }),
		};
	};
	const tell = (status: EventStatus): void => {
		event = status;
		for (const [id, respond] of [...listeners]) safely(() => respond(data(id), true));
	};
	const tellsOf = (text: string, additional: string): void => {
		tcString = text;
		ac = additional;
		told = usable(text, pointer);
	};
	const chose = (text: string, additional: string): void => {
		kept = text;
		strange = false;
		tellsOf(text, additional);
		tc = told;
		shows('hidden', true);
		tell('useractioncomplete');
	};
	const shows = (now: 'visible' | 'hidden', chosen?: true): void => {
		const before = display;
		display = now;
		if (before !== now) side.layer?.(now, chosen);
	};

	const side: ReturnType<typeof createApi> = {
		kept: () => tc,
		// Noes and objections outlast a yes that is too old.
		tc: () => standing() ?? (tc && { ...tc, purposes: [], specialFeatures: [], vendors: [], publisher: [] }),
		// What an open layer discloses is no answer.
		ac: () => (standing() ? ac : ''),
		display: () => display,
		shown(text, additional) {
			// The layers of 0.3.0 do not say it.
			if (!standing() && text) tellsOf(text, additional);
			shows('visible');
			tell('cmpuishown');
		},
		hidden() {
			if (display !== 'visible') return;
			shows('hidden');
			// Gone without a choice: what stood before stands.
			if (standing()) tell('tcloaded');
		},
		chosen: chose,
		reread(words) {
			const [text, additional] = readStrings(words);
			const said = usable(text, pointer);
			if (text === kept || !said) return false;
			if (isWithin(folder, words)) chose(text, additional);
			else {
				[kept, keptAc, tc, strange] = [text, additional, said, true];
				tellsOf('', '');
			}
			return true;
		},
		strange: () => strange && [kept, keptAc],
		within(text, additional) {
			if (event) return chose(text, additional);
			[kept, tc, strange] = [text, usable(text, pointer), false];
			if (!standing()) return;
			tellsOf(text, additional);
			display = 'disabled';
			tell('tcloaded');
		},
		call(...[command, version, callback = () => {}, parameter]) {
			// Versions are optional in calls; another than 2 is another framework's.
			const known = version === 2 || version === undefined || version === 0;
			const respond: Respond = (value, success) => safely(() => callback(value, success));
			if (known && command === 'ping')
				respond({ ...common(), cmpLoaded: true, displayStatus: display, apiVersion: '2.2', gvlVersion: pointer.listVersion }, true);
			else if (known && command === 'getTCData') respond(data(), true);
			else if (known && command === 'addEventListener') {
				last++;
				listeners.set(last, callback);
				respond(data(last), true);
			} else if (known && command === 'removeEventListener') respond(typeof parameter === 'number' && listeners.delete(parameter), true);
			// Whoever looks for a stub's queue calls with nothing and gets nothing.
			else respond(null, false);
			return undefined;
		},
	};
	return side;
};
