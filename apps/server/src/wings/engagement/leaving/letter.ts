/** The letter that a link of it is about, and what its reader may change. Nothing here says who they are. */

import { ADDRESSED_TO, CHANNELS, type Channel } from '@luvalla/contract/channels.ts';
import type { How } from '@luvalla/contract/consent/ledger.ts';
import { BASES, DUTIES } from '@luvalla/contract/consent/purposes.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import { texts, uuids } from '#kernel/storage/arrays.ts';
import { bool, instant, int, json, oneOf, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type PurposeFacts, readHeld, readPurposeFacts, stands } from '../../consent/wing.ts';
import { alone, type Cluster, clustersOf, type KnownBy, namesOf, ownerAmong, stopsOf } from '../../people/wing.ts';
import { languageFor } from '../contents/template.ts';
import type { Plan, PlanLane } from '../runs/plan.ts';
import { readCampaignRun } from '../runs/runs.ts';
import { type DeliveryKey, timeOf } from '../runs/token.ts';
import { type OwnReader, readOwn, UNDO_MS } from './own.ts';

const DeliveredRow = row({
	state: text,
	person: uuid,
	address: orNull(text),
	settled_at: orNull(instant),
	language: orNull(text),
	arm: orNull(int),
	record_id: orNull(uuid),
});
const ReasonRow = row({ reason: orNull(text) });
const PersonRow = row({ person: uuid });
const UntilRow = row({ until: instant });
const PurposeRow = row({ purpose_id: uuid, channels: json(z.array(z.enum(CHANNELS))), tracks: json(z.boolean()), basis: oneOf(BASES) });
const WrittenRow = row({ language: text, subjects: json(z.record(z.string(), z.string().nullable())) });
const RecordRow = row({
	purpose_id: uuid,
	version: int,
	at: instant,
	value: json(z.boolean()),
	language: text,
	how: text,
	source: orNull(text),
	shown: json(z.boolean()),
});

/** A purpose of the domain that its people may answer to. */
export interface Choice {
	readonly facts: PurposeFacts;
	readonly channels: readonly Channel[];
	readonly basis: string;
	readonly tracks: boolean;
	/** Null: never answered. */
	readonly value: boolean | null;
	/** Which words that answer was to. */
	readonly version: number | null;
	/** A no that was said here, a moment ago, to what they had permitted: the page may take it back. */
	readonly mayUndo: boolean;
	/** When that no was said; null: there is none. */
	readonly refusedAt: Date | null;
}

export interface Reader {
	/** Whose the letter's address is, or whom it was written to. */
	readonly person: string;
	readonly cluster: Cluster;
	/** Everything they are known by. */
	readonly names: readonly KnownBy[];
	/** When they stopped everything; null: they did not. */
	readonly objectedAt: Date | null;
	/** By purpose. */
	readonly choices: readonly Choice[];
	readonly pausedUntil: Date | null;
	/** What they chose of what they permit. */
	readonly own: OwnReader;
}

/** The yes by which a letter was permitted. */
export interface PermittedBy {
	readonly recordId: string;
	readonly purposeId: string;
	readonly version: number;
	readonly at: Date;
	readonly language: string;
	/** One of `HOW`. */
	readonly how: string;
	/** Where it was given, in the words of whoever brought or wrote it; null: nothing was said of it. */
	readonly source: string | null;
	/** What they saw then is known. */
	readonly shown: boolean;
}

export interface LetterFacts {
	readonly key: DeliveryKey;
	readonly plan: Plan;
	readonly lane: PlanLane;
	readonly sentAt: Date | null;
	readonly language: string;
	/** As its reader got it, but for what names them: whoever holds the link may be somebody else. '': it has none. */
	readonly subject: string;
	/** Languages that the letter is written in. */
	readonly languages: readonly string[];
	/** Why a transactional one needs nobody's yes. */
	readonly reason: string | null;
	readonly address: string | null;
	/** Which yes permitted it; null: none was needed, or it was erased. */
	readonly permittedBy: PermittedBy | null;
	/** Null: nothing is known of them any more. */
	readonly reader: Reader | null;
}

const OWN_WAYS = ['unsubscribe', 'preference-page'] satisfies How[];
const UndoRow = row({ purpose_id: uuid, received_at: instant, before: orNull(bool), version: orNull(int) });

/**
 * Purposes whose no was said on such a page within a day, with what held before: a letter may be passed on, so nothing becomes a yes
 * here that was none, and no other no is touched (of a file, of an officer, of the person's own page).
 */
const readUndoable = async (tx: Tx, customerId: number, members: readonly string[]) => {
	const rows = await tx.rows(
		UndoRow,
		sql`select r.purpose_id, r.received_at, p.value as before, p.purpose_version as version
		from consent_state s join consent_record r on r.customer_id = ${customerId} and r.at = s.record_at and r.id = s.record_id
		left join lateral (select value, purpose_version from consent_record p
			where p.customer_id = ${customerId} and p.person = any(${uuids(members)}::uuid[]) and p.purpose_id = r.purpose_id
				and (p.received_at, p.batch_position) < (r.received_at, r.batch_position)
				and not exists (select 1 from consent_behind b
					where b.customer_id = ${customerId} and b.record_at = p.at and b.record_id = p.id)
			order by p.received_at desc, p.batch_position desc limit 1) p on true
		where s.customer_id = ${customerId} and s.person = any(${uuids(members)}::uuid[]) and not s.value and r.recorded_by is null
			and r.how = any(${texts(OWN_WAYS)}::text[]) and r.received_at > ${new Date(now().getTime() - UNDO_MS)}`,
	);
	return new Map(rows.map((one) => [one.purpose_id, one]));
};

/** @param lane of the letter: whoever leaves it says no to its purposes, whatever these permit by now */
const readReader = async (tx: Tx, customerId: number, person: string, domainId: string, lane: PlanLane): Promise<Reader | null> => {
	const cluster = (await clustersOf(tx, customerId, [person])).get(person) ?? alone(person);
	const known = await tx.rows(PersonRow, sql`select person from person where customer_id = ${customerId} and person = ${cluster.kept}`);
	if (known.length === 0) return null;
	const facts = await readPurposeFacts(tx, customerId, [domainId]);
	const rows = await tx.rows(
		PurposeRow,
		sql`select purpose_id, to_jsonb(channels) as channels, to_jsonb(tracks) as tracks, basis from purpose
		where customer_id = ${customerId} and domain_id = ${domainId}`,
	);
	const held = await readHeld(tx, customerId, cluster.kept);
	const undoable = await readUndoable(tx, customerId, cluster.members);
	const names = (await namesOf(tx, customerId, [cluster.kept])).get(cluster.kept) ?? [];
	const stops = [...(await stopsOf(tx, customerId, cluster.members)).values()];
	const objectedAt = stops.reduce<Date | null>((last, at) => (last === null || at > last ? at : last), null);
	const [pause] = await tx.rows(
		UntilRow,
		sql`select until from message_pause where customer_id = ${customerId} and person = any(${uuids(cluster.members)}::uuid[]) and until > ${now()}
		order by until desc limit 1`,
	);
	const used = rows.flatMap(({ basis, channels }) => (DUTIES.includes(basis) ? [] : channels));
	return {
		person,
		cluster,
		names,
		objectedAt,
		own: await readOwn(tx, customerId, cluster.members, used),
		choices: facts.flatMap((one): Choice[] => {
			const purpose = rows.find(({ purpose_id: id }) => id === one.id);
			const said = held.get(one.id);
			const undo = undoable.get(one.id);
			if (!purpose || one.necessary) return [];
			const permitsNothing = DUTIES.includes(purpose.basis) || (purpose.channels.length === 0 && !purpose.tracks);
			if (permitsNothing && !lane.purposes.includes(one.id)) return [];
			return [
				{
					facts: one,
					channels: purpose.channels,
					basis: purpose.basis,
					tracks: purpose.tracks,
					value: said?.value ?? null,
					version: said?.purpose_version ?? null,
					refusedAt: undo?.received_at ?? null,
					// What needs no yes is permitted again by taking back the no alone.
					mayUndo:
						undo !== undefined &&
						(undo.before === null ? purpose.basis !== 'consent' && !purpose.tracks : undo.before && stands(one, undo.version ?? 0)),
				},
			];
		}),
		pausedUntil: pause?.until ?? null,
	};
};

/** Pages of ours on which whoever answers sees the words. */
const OWN_PAGES = ['privacy-centre', 'preference-page', 'form'] satisfies How[];

/** The template of the subject that somebody got. */
const subjectOf = (
	{ options: { secondSubject } }: Plan,
	arm: number | null,
	written: { language: string; subjects: Readonly<Record<string, string | null>> } | undefined,
	language: string | null,
): string => {
	if (secondSubject !== null && arm === 1) return secondSubject;
	if (!written) return '';
	return written.subjects[languageFor({ language: written.language, languages: written.subjects }, language)] ?? '';
};

/** A subject without what its template puts in of a person. */
const namelessOf = (template: string): string =>
	template
		.replace(/\{%[\s\S]*?%\}/g, '')
		.replace(/\{\{[\s\S]*?\}\}/g, '…')
		.replace(/\s+/g, ' ')
		.trim();

/** Null: there is no such letter, or it went to nobody. */
export const readLetter = async (tx: Tx, key: DeliveryKey): Promise<LetterFacts | null> => {
	const { customerId, runId, channel, entry } = key;
	const [found] = await tx.rows(
		DeliveredRow,
		sql`select state, person, address, settled_at, language, arm::int as arm, record_id from delivery where customer_id = ${customerId} and at >= ${timeOf(runId)}
			and run_id = ${runId} and channel = ${CHANNELS.indexOf(channel)} and entry = ${entry}`,
	);
	const run = found && (await readCampaignRun(tx, customerId, runId));
	const lane = run?.plan.lanes.find((one) => one.channel === channel);
	// One that was left out, or only made, went to nobody.
	if (!found || found.state === 'skipped' || run?.kind !== 'real' || !lane) return null;
	const { plan } = run;
	const [campaign] = await tx.rows(
		ReasonRow,
		sql`select reason from campaign where customer_id = ${customerId} and campaign_id = ${plan.campaignId}`,
	);
	const [written] = await tx.rows(
		WrittenRow,
		sql`select frozen ->> 'language' as language,
			(select jsonb_object_agg(key, value ->> 'subject') from jsonb_each(frozen -> 'languages')) as subjects from constellation_version
		where customer_id = ${customerId} and constellation_id = ${lane.constellationId} and version = ${lane.version}`,
	);
	// It may have been written to two who were one then: the reader is whose address it came to.
	const kind = ADDRESSED_TO[channel];
	const whose =
		found.address === null || kind === null ? found.person : await ownerAmong(tx, customerId, found.person, { kind, value: found.address });
	const [record] =
		found.record_id === null
			? []
			: await tx.rows(
					RecordRow,
					sql`select purpose_id, purpose_version as version, at, to_jsonb(value) as value, language, how, source,
						to_jsonb(configuration is not null or how = any(${texts(OWN_PAGES)}::text[])) as shown from consent_record
					where customer_id = ${customerId} and at = ${timeOf(found.record_id)} and id = ${found.record_id}`,
				);
	return {
		key,
		plan,
		lane,
		sentAt: found.settled_at,
		language: found.language ?? '',
		subject: namelessOf(subjectOf(plan, found.arm, written, found.language)),
		languages: Object.keys(written?.subjects ?? {}),
		reason: campaign?.reason ?? null,
		address: found.address,
		permittedBy:
			record?.value && found.record_id !== null
				? {
						recordId: found.record_id,
						purposeId: record.purpose_id,
						version: record.version,
						at: record.at,
						language: record.language,
						how: record.how,
						// Of an answer that was known before its person was, it is the other record.
						source: record.how === 'identification' ? null : record.source,
						shown: record.shown,
					}
				: null,
		reader: await readReader(tx, customerId, whose, plan.domainId, lane),
	};
};

/** Purposes by which this letter was permitted. */
export const topicOf = ({ lane }: LetterFacts, { choices }: Reader): Choice[] =>
	choices.filter(({ facts }) => lane.purposes.includes(facts.id));

/** Where mail reaches the reader: the address that the letter came to, while it is theirs. Null: it came another way, or is theirs no more. */
export const mailOf = ({ key, address }: LetterFacts, { names }: Reader): string | null =>
	ADDRESSED_TO[key.channel] === 'email' && names.some(({ kind, value }) => kind === 'email' && value === address) ? address : null;

/** Whether it comes as things stand: said yes to, or permitted until a no. */
export const isOn = ({ value, basis }: Choice): boolean => value ?? basis !== 'consent';

/** Whether the page may make a yes of every topic that it shows: each is one, or a no that the page may take back. */
export const mayYesToAll = ({ choices, objectedAt }: Reader): boolean =>
	objectedAt === null && choices.every((one) => isOn(one) || one.mayUndo);

/** Whether *everything* was stopped so lately that the page takes it back. */
export const mayResumeAll = ({ objectedAt }: Reader): boolean => objectedAt !== null && objectedAt.getTime() > now().getTime() - UNDO_MS;
