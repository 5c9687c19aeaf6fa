/** The `__tcfapi` of IAB Europe's CMP API v2: ping, addEventListener, removeEventListener, getTCData. */
import type { Tc, TcfPointer, TcfSide } from './shapes.ts';
import { readStrings, usable } from './store.ts';
import type { Call } from './stub.ts';

type Respond = (data: unknown, success: boolean) => void;
type EventStatus = 'tcloaded' | 'cmpuishown' | 'useractioncomplete';

const yes = (ids: number[]): Record<number, true> => Object.fromEntries(ids.map((id) => [id, true as const]));

/** Every id up to the highest, those of `ids` true: tags read an absent one as unknown. */
const upTo = (ids: number[], most: number): Record<number, boolean> => {
	const out: Record<number, boolean> = {};
	for (let id = 1; id <= most; id++) out[id] = false;
	return Object.assign(out, yes(ids));
};

/** `applies`: whether the visitor is under the GDPR, as far as can be known. */
export const createApi = (pointer: TcfPointer, applies: boolean): TcfSide & { call(...call: Call): void } => {
	let [tcString, ac] = readStrings();
	let tc: Tc | null = usable(tcString, pointer);
	if (!tc) tcString = ac = '';
	let event: EventStatus | undefined = tc || !applies ? 'tcloaded' : undefined;
	let display = applies ? 'hidden' : 'disabled';
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
		const all = (of: keyof Tc & ('purposes' | 'purposesLi' | 'specialFeatures' | 'vendors' | 'vendorsLi' | 'disclosed')) =>
			tc?.[of] ?? none;
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
				consents: upTo(tc?.publisher ?? none, 11),
				legitimateInterests: upTo(tc?.publisherLi ?? none, 11),
				customPurpose: { consents: {}, legitimateInterests: {} },
				restrictions: tc ? restrictions(tc) : {},
			},
			...(pointer.ac && { addtlConsent: ac }),
		};
	};
	const tell = (status: EventStatus): void => {
		event = status;
		for (const [id, respond] of [...listeners]) respond(data(id), true);
	};

	return {
		tc: () => tc,
		ac: () => ac,
		shown() {
			display = 'visible';
			tell('cmpuishown');
		},
		hidden() {
			if (display !== 'visible') return;
			display = 'hidden';
			// Gone without a choice: what stood before stands.
			if (tc) tell('tcloaded');
		},
		chosen(text, additional) {
			tcString = text;
			ac = additional;
			tc = usable(text, pointer);
			display = 'hidden';
			tell('useractioncomplete');
		},
		reread(words) {
			const [text, additional] = readStrings(words);
			const told = text === tcString ? null : usable(text, pointer);
			if (!told) return false;
			tcString = text;
			ac = additional;
			tc = told;
			display = 'hidden';
			tell('useractioncomplete');
			return true;
		},
		call(...[command, version, respond = () => {}, parameter]) {
			// Versions are optional in calls; another than 2 is another framework's.
			const known = version === 2 || version === undefined || version === 0;
			if (known && command === 'ping')
				respond({ ...common(), cmpLoaded: true, displayStatus: display, apiVersion: '2.2', gvlVersion: pointer.listVersion }, true);
			else if (known && command === 'getTCData') respond(data(), true);
			else if (known && command === 'addEventListener') {
				last++;
				listeners.set(last, respond);
				respond(data(last), true);
			} else if (known && command === 'removeEventListener') respond(typeof parameter === 'number' && listeners.delete(parameter), true);
			else respond(null, false);
		},
	};
};
