/** Profiles, consents, events and segments of Luvalla. No dependency; Node.js 20 and later, and browsers. */
import { ItemRefused, LuvallaError } from './errors.ts';
import { atOf, idAt, newKey } from './ids.ts';
import { type Connection, createSend, type RequestOptions } from './requests.ts';
import type {
	Consent,
	ConsentOutcome,
	EventOutcome,
	Identification,
	MemberOutcome,
	NewEvent,
	Person,
	PresentConsent,
	Profile,
	ProfileChange,
	ProfileOutcome,
} from './shapes.ts';

export { ItemRefused, LuvallaError } from './errors.ts';
export { idAt } from './ids.ts';
export type { Connection, RequestOptions } from './requests.ts';
export type * from './shapes.ts';

export interface Options extends Connection {
	/** The domain that things are written for. */
	readonly domainId: string;
}

/** Items of one request. */
const MOST = 1000;
const MOST_CONSENTS = 100;
/** Luvalla takes a megabyte. */
const MOST_BYTES = 900_000;

/** Parts of a list that fit into a request each, in their order. */
const partsOf = <T>(items: readonly T[], most: number): T[][] => {
	const parts: T[][] = [];
	let bytes = 0;
	for (const item of items) {
		const size = new TextEncoder().encode(JSON.stringify(item)).length + 1;
		const part = parts.at(-1);
		if (part && part.length < most && bytes + size <= MOST_BYTES) {
			part.push(item);
			bytes += size;
		} else {
			parts.push([item]);
			bytes = size;
		}
	}
	return parts;
};

/** @throws ItemRefused */
const theOnly = <O extends { outcome: string; code: string | null; fields?: Record<string, string> | null }>([
	outcome,
]: readonly O[]): O => {
	if (!outcome) throw new LuvallaError('Luvalla answered nothing for what was sent. (no_outcome)', { code: 'no_outcome', status: 200 });
	if (outcome.outcome === 'refused') throw new ItemRefused(outcome.code ?? 'refused', outcome.fields ?? {});
	return outcome;
};

const dated = (event: NewEvent): NewEvent => {
	const at = event.at ?? (event.id === undefined ? new Date() : atOf(event.id)).toISOString();
	return { ...event, at, id: event.id ?? idAt(new Date(at)) };
};

/** @throws TypeError for an address that is not https */
export const createClient = ({ domainId, ...connection }: Options) => {
	const send = createSend(connection);

	/** One request after the other, each done once; outcomes in the order of the items. */
	const sendAll = async <T, O>(
		path: string,
		items: readonly T[],
		bodyOf: (part: T[]) => object,
		{ idempotencyKey = newKey(), signal }: RequestOptions = {},
		most = MOST,
	): Promise<O[]> => {
		const outcomes: O[] = [];
		for (const [n, part] of partsOf(items, most).entries()) {
			try {
				const answer = await send(
					path,
					{ domainId, ...bodyOf(part) },
					{ idempotencyKey: n === 0 ? idempotencyKey : `${idempotencyKey}.${n}`, ...(signal && { signal }) },
				);
				outcomes.push(...(answer as { results: O[] }).results);
			} catch (error) {
				if (error instanceof LuvallaError) error.done = outcomes;
				throw error;
			}
		}
		return outcomes;
	};

	const writeProfiles = (profiles: readonly ProfileChange[], options?: RequestOptions): Promise<ProfileOutcome[]> =>
		sendAll('/profiles', profiles, (part) => ({ profiles: part }), options);
	const writeConsents = (answers: readonly Consent[], options?: RequestOptions): Promise<ConsentOutcome[]> =>
		sendAll('/consents', answers, (part) => ({ answers: part }), options, MOST_CONSENTS);
	const writeEvents = (events: readonly NewEvent[], options?: RequestOptions): Promise<EventOutcome[]> =>
		sendAll('/events', events.map(dated), (part) => ({ events: part }), options);
	const changeMembers =
		(action: 'add' | 'remove') =>
		(segmentId: string, people: readonly Person[], options?: RequestOptions): Promise<MemberOutcome[]> =>
			sendAll(`/segments/${encodeURIComponent(segmentId)}/members`, people, (part) => ({ action, people: part }), options);
	const addMembers = changeMembers('add');
	const removeMembers = changeMembers('remove');

	return {
		profiles: {
			/** Writes what is known of one person. @throws ItemRefused, LuvallaError */
			write: async (profile: ProfileChange, options?: RequestOptions): Promise<ProfileOutcome> =>
				theOnly(await writeProfiles([profile], options)),
			/** The same of any number, a thousand a request; a refused one sinks no other. @throws LuvallaError */
			writeAll: writeProfiles,
			/** What is known of somebody; `luvallaId` is null for a stranger. @throws LuvallaError */
			read: async (person: Person, options?: RequestOptions): Promise<Profile> =>
				(await send('/profiles/state', { domainId, person }, options)) as Profile,
		},
		consents: {
			/** Writes one answer. @throws ItemRefused, LuvallaError */
			write: async (answer: Consent, options?: RequestOptions): Promise<ConsentOutcome> => theOnly(await writeConsents([answer], options)),
			/** Any number of answers, a hundred a request. @throws LuvallaError */
			writeAll: writeConsents,
			/** What holds for somebody, purpose by purpose; act upon `permitted`. @throws LuvallaError */
			read: async (person: Person, options?: RequestOptions): Promise<{ luvallaId: string | null; purposes: PresentConsent[] }> =>
				(await send('/consents/state', { domainId, person }, options)) as { luvallaId: string | null; purposes: PresentConsent[] },
			/** A visitor turned out to be this person. @throws LuvallaError */
			identify: async (
				who: { person: Person; records?: readonly string[]; refused?: readonly string[] },
				options?: RequestOptions,
			): Promise<Identification> => (await send('/consents/identify', { domainId, ...who }, options)) as Identification,
		},
		events: {
			/** Writes one event; without `at` it happened when its `id` says, without either now. @throws ItemRefused, LuvallaError */
			write: async (event: NewEvent, options?: RequestOptions): Promise<EventOutcome> => theOnly(await writeEvents([event], options)),
			/** Any number of events, a thousand a request. @throws LuvallaError */
			writeAll: writeEvents,
		},
		segments: {
			/** Puts somebody who is known into a segment. @throws ItemRefused, LuvallaError */
			add: async (segmentId: string, person: Person, options?: RequestOptions): Promise<MemberOutcome> =>
				theOnly(await addMembers(segmentId, [person], options)),
			/** Any number of people. @throws LuvallaError */
			addAll: addMembers,
			/** Takes somebody out of a segment, however they came. @throws ItemRefused, LuvallaError */
			remove: async (segmentId: string, person: Person, options?: RequestOptions): Promise<MemberOutcome> =>
				theOnly(await removeMembers(segmentId, [person], options)),
			/** Any number of people. @throws LuvallaError */
			removeAll: removeMembers,
		},
	};
};
export type Client = ReturnType<typeof createClient>;
