/** Purposes of a customer: their versions, how long answers are kept, and which change of words was material. */
import {
	addPurpose,
	cancelShortening,
	changePurpose,
	type Purpose,
	purposes,
	retentionPreview,
	SEGMENT_BASES,
	SHORTENING_DAYS,
} from '@luvalla/contract/consent/purposes.ts';
import type * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { type Refused, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { tellOfBanner } from '../configurations/publish.ts';
import { purposeWith } from '../configurations/purposes.ts';
import { askShorter, countOlder, dropShorter, isShorter, setRetention } from '../proof/retention.ts';

const refusePurpose = refusals({
	purpose_known: [409, 'This domain has a purpose of this name.', 'Verkkotunnuksella on jo tämänniminen käyttötarkoitus.'],
	live_wording: [
		409,
		'A banner that is live says these words. Change them in its configuration and publish.',
		'Käytössä oleva banneri sanoo nämä sanat. Muuta ne sen asetuksissa ja julkaise.',
	],
	tracking_alone: [
		422,
		'Following opens and clicks is a purpose of its own, by consent, and permits no message.',
		'Avausten ja klikkausten seuranta on oma suostumukseen perustuva käyttötarkoituksensa, eikä se salli viestejä.',
	],
	basis_channel: [422, 'This basis permits post alone.', 'Tämä peruste sallii vain postin.'],
	basis_segment: [
		422,
		'Choose the segment that says whom this basis holds for.',
		'Valitse segmentti, joka kertoo, keitä tämä peruste koskee.',
	],
	nothing_shortened: [409, 'No shorter time is waiting any more.', 'Lyhyempi säilytysaika ei enää odota voimaantuloa.'],
	first_version: [
		409,
		'This purpose has one version only: nobody said yes to other words.',
		'Käyttötarkoituksella on vain yksi versio: kukaan ei ole sanonut kyllä muille sanoille.',
	],
});

/** Said of the field that it is about. */
const refuseField = (code: Parameters<typeof refusePurpose>[0], field: keyof Permits): Refused =>
	refusePurpose(code, { [field]: refusePurpose(code).sentences });

interface PurposeRow {
	purpose_id: string;
	domain_id: string;
	host: string;
	name: string;
	legal_basis: 'consent' | 'strictly necessary';
	version: number;
	retention_months: number | null;
	shorter_months: number | null;
	shorter_at: Date | null;
	created_at: Date;
	channels: Purpose['channels'];
	basis: Purpose['basis'];
	basis_segment: string | null;
	tracks: boolean;
	live: boolean;
	yes: number;
	no: number;
	versions: { version: number; wording: Record<string, { name: string; about: string }>; createdAt: string; material: boolean }[];
}

const readPurposes = (tx: Tx, customerId: number, domainIds: readonly string[] | null, id: string | null): Promise<PurposeRow[]> =>
	tx.query(
		`select p.purpose_id, p.domain_id, d.host, p.name, p.legal_basis, p.version, p.retention_months, p.shorter_months, p.shorter_at, p.created_at, p.channels, p.basis, p.basis_segment, p.tracks,
			exists (
				select 1 from publication f, jsonb_each(f.purposes) as asked
				where f.customer_id = $1 and f.folder = d.live_banner->>'folder' and asked.value->>'id' = p.purpose_id::text
			) as live,
			coalesce(n.yes, 0)::int as yes, coalesce(n.no, 0)::int as no,
			(select jsonb_agg(jsonb_build_object('version', v.version, 'wording', v.wording, 'createdAt', v.created_at, 'material', m.marked_at is not null)
				order by v.version desc)
				from purpose_version v left join purpose_material m on m.customer_id = $1 and m.purpose_id = v.purpose_id and m.version = v.version
				where v.customer_id = $1 and v.purpose_id = p.purpose_id) as versions
		from purpose p
		join domain d on d.customer_id = $1 and d.domain_id = p.domain_id
		left join (
			select r.purpose_id, count(*) filter (where r.value) as yes, count(*) filter (where not r.value) as no
			from consent_record r where r.customer_id = $1 and ($3::uuid is null or r.purpose_id = $3) group by 1
		) n using (purpose_id)
		where p.customer_id = $1 and ($2::uuid[] is null or p.domain_id = any($2)) and ($3::uuid is null or p.purpose_id = $3)
		order by d.host, lower(p.name) limit 1000`,
		[customerId, domainIds, id],
	);

const shown = (row: PurposeRow): Purpose => ({
	id: row.purpose_id,
	domainId: row.domain_id,
	domain: row.host,
	name: row.name,
	legalBasis: row.legal_basis,
	version: row.version,
	retentionMonths: row.retention_months,
	shortening:
		row.shorter_months === null || row.shorter_at === null ? null : { months: row.shorter_months, at: row.shorter_at.toISOString() },
	createdAt: row.created_at.toISOString(),
	channels: row.channels,
	basis: row.basis,
	basisSegment: row.basis_segment,
	tracks: row.tracks,
	live: row.live,
	yes: row.yes,
	no: row.no,
	versions: row.versions.map((one) => ({ ...one, createdAt: new Date(one.createdAt).toISOString() })),
	editable: !row.live && row.legal_basis === 'consent',
});

const domainsIn = (scope: Scope, wanted: string | undefined): readonly string[] | null => {
	const seen = scope.domains === 'all' ? null : [...scope.domains];
	if (wanted === undefined) return seen;
	return seen === null || seen.includes(wanted.toLowerCase()) ? [wanted.toLowerCase()] : [];
};

/** What it permits from now on. */
export const setChannels = (tx: Tx, customerId: number, id: string, channels: Purpose['channels']): Promise<number> =>
	tx.run(
		sql`update purpose set channels = ${[...new Set(channels)].sort()}::text[] where customer_id = ${customerId} and purpose_id = ${id}`,
	);

/** A yes to it permits that opens and clicks are kept, and nothing else. */
export const setTracking = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`update purpose set tracks = true, channels = '{}' where customer_id = ${customerId} and purpose_id = ${id}`);

const AnyRow = row({ purpose_id: uuid });

/** Whether a purpose permits messages to whom this segment holds. */
export const isBasis = async (tx: Tx, customerId: number, segment: string): Promise<boolean> =>
	(await tx.rows(AnyRow, sql`select purpose_id from purpose where customer_id = ${customerId} and basis_segment = ${segment} limit 1`))
		.length > 0;

const SegmentRow = row({ segment: uuid });

/** Segments that purposes permit messages to, whoever is in them. */
export const basisSegments = async (tx: Tx, customerId: number): Promise<string[]> =>
	(
		await tx.rows(
			SegmentRow,
			sql`select distinct basis_segment as segment from purpose where customer_id = ${customerId} and basis_segment is not null`,
		)
	).map(({ segment }) => segment);

/** What it permits, as it is sent: what is not said stays. */
type Permits = Pick<z.output<typeof changePurpose.body>, 'channels' | 'basis' | 'basisSegment' | 'tracks'>;

/**
 * More people may be written to than said so, or more is done with what they said: on another basis than their consent, by whatever
 * channel, or by a channel or a following that was added after they said yes. Whoever answers for the customer does that, and shows who they are. @throws Refused 403
 */
const demandWidening = (
	asker: Asker,
	scope: Scope,
	before: Pick<PurposeRow, 'channels' | 'basis' | 'basis_segment' | 'tracks' | 'yes'>,
	after: Pick<PurposeRow, 'channels' | 'basis' | 'basis_segment' | 'tracks'>,
): void => {
	const adds = after.channels.some((one) => !before.channels.some((old) => old === one));
	const others =
		(after.basis !== before.basis || after.basis_segment !== before.basis_segment || adds) &&
		[...SEGMENT_BASES, 'post without objection'].includes(after.basis);
	const more = before.yes > 0 && ((after.tracks && !before.tracks) || adds);
	if (!others && !more) return;
	if (scope.as === 'domainAdmin') throw refuse('not_allowed');
	demandConfirmed(asker);
};

/** @throws Refused 422 where the basis does not go with the channels, the segment or tracking */
const setPermits = async (
	tx: Tx,
	{ hooks }: Pick<Kernel, 'hooks'>,
	asker: Asker,
	scope: Scope,
	domainId: string,
	id: string,
	before: Pick<PurposeRow, 'channels' | 'basis' | 'basis_segment' | 'tracks' | 'yes'>,
	given: Permits,
): Promise<void> => {
	const { customerId } = scope;
	const channels = [...new Set(given.channels ?? before.channels)].sort();
	const basis = given.basis ?? before.basis;
	const tracks = given.tracks ?? before.tracks;
	const wantsSegment = SEGMENT_BASES.includes(basis);
	const segment = wantsSegment ? (given.basisSegment === undefined ? before.basis_segment : given.basisSegment) : null;
	if (tracks && (channels.length > 0 || basis !== 'consent')) throw refuseField('tracking_alone', 'tracks');
	if (basis === 'post without objection' && channels.some((channel) => channel !== 'leaflet'))
		throw refuseField('basis_channel', 'channels');
	if (wantsSegment) {
		if (segment === null) throw refuseField('basis_segment', 'basisSegment');
		const usable = await hooks.usableSegments.ask(tx, { scope: { ...scope, domainId }, segments: [segment] });
		if (!usable.flat().includes(segment)) throw refuseField('basis_segment', 'basisSegment');
	}
	demandWidening(asker, scope, before, { channels, basis, basis_segment: segment, tracks });
	await tx.run(
		sql`update purpose set channels = ${channels}::text[], basis = ${basis}, basis_segment = ${segment}, tracks = ${tracks}
		where customer_id = ${customerId} and purpose_id = ${id}`,
	);
};

/** From when on a shorter time holds that is asked for now. */
const holdsAt = (): Date => new Date(now().getTime() + SHORTENING_DAYS * 86_400_000);

/** A longer time holds at once. A shorter one erases answers for good, where there are any: it is asked for, and waits. @throws Refused 403 */
const keepFor = async (tx: Tx, asker: Asker, scope: Scope, before: PurposeRow, months: number | null): Promise<void> => {
	const { customerId } = scope;
	const { purpose_id: id } = before;
	if (months === null || !isShorter(before.retention_months, months) || before.yes + before.no === 0) {
		await setRetention(tx, customerId, id, months);
		await dropShorter(tx, customerId, id);
		return;
	}
	if (scope.as === 'domainAdmin') throw refuse('not_allowed');
	demandConfirmed(asker);
	await askShorter(tx, customerId, id, months, holdsAt());
};

export const purposeRoutes = ({ storage, hooks }: Kernel): Route[] => [
	handle(purposes, async ({ query, scope }) =>
		(await storage.inTenant(scope.customerId, (tx) => readPurposes(tx, scope.customerId, domainsIn(scope, query.domainId), null))).map(
			shown,
		),
	),
	handle(addPurpose, ({ asker, body, scope, network }) =>
		storage.inTenant(scope.customerId, async (tx) => {
			const { customerId } = scope;
			const domainId = body.domainId.toLowerCase();
			if (scope.domains !== 'all' && !scope.domains.has(domainId)) throw refuse('not_found');
			const [domain] = await tx.query('select from domain where customer_id = $1 and domain_id = $2 for update', [customerId, domainId]);
			if (!domain) throw refuse('not_found');
			const [known] = await tx.query('select from purpose where customer_id = $1 and domain_id = $2 and lower(name) = lower($3)', [
				customerId,
				domainId,
				body.name,
			]);
			if (known) throw refusePurpose('purpose_known');
			const { id } = await purposeWith(tx, customerId, domainId, body.name, body.wording);
			const none = { channels: [], basis: 'consent' as const, basis_segment: null, tracks: false, yes: 0 };
			await setPermits(tx, { hooks }, asker, scope, domainId, id, none, body);
			await recordActivity(tx, customerId, asker, {
				action: 'added',
				thing: 'purpose',
				thingId: id,
				after: {
					name: body.name,
					domain: domainId,
					channels: body.channels ?? [],
					basis: body.basis ?? 'consent',
					tracks: body.tracks ?? false,
				},
				network,
			});
			const [row] = await readPurposes(tx, customerId, [domainId], id);
			if (!row) throw new Error('A purpose that was added is not there.');
			return shown(row);
		}),
	),
	handle(changePurpose, ({ asker, body, scope, network }) =>
		storage.inTenant(scope.customerId, async (tx) => {
			const { customerId } = scope;
			const id = body.id.toLowerCase();
			const existing = async (): Promise<PurposeRow> => {
				const [row] = await readPurposes(tx, customerId, domainsIn(scope, undefined), id);
				if (!row) throw refuse('not_found');
				return row;
			};
			const before = await existing();
			if (body.wording) {
				if (!shown(before).editable) throw refusePurpose('live_wording');
				await purposeWith(tx, customerId, before.domain_id, before.name, body.wording);
			}
			if (body.retentionMonths !== undefined && body.retentionMonths !== before.retention_months)
				await keepFor(tx, asker, scope, before, body.retentionMonths);
			await setPermits(tx, { hooks }, asker, scope, before.domain_id, id, before, body);
			if (body.material) {
				const { version } = await existing();
				if (version === 1) throw refusePurpose('first_version');
				await tx.query(
					'insert into purpose_material (customer_id, purpose_id, version, marked_by) values ($1, $2, $3, $4) on conflict do nothing',
					[customerId, id, version, asker.email],
				);
				await tellOfBanner(tx, customerId, before.domain_id);
			}
			const after = await existing();
			const facts = (row: PurposeRow) => ({
				name: row.name,
				retentionMonths: row.retention_months,
				channels: row.channels,
				basis: row.basis,
				basisSegment: row.basis_segment,
				tracks: row.tracks,
				shortening: shown(row).shortening,
				material: row.versions[0]?.material ?? false,
				version: row.version,
			});
			await recordActivity(tx, customerId, asker, {
				action: 'changed',
				thing: 'purpose',
				thingId: id,
				before: facts(before),
				after: facts(after),
				network,
			});
			return shown(after);
		}),
	),
	handle(retentionPreview, ({ query, scope }) => {
		const { customerId } = scope;
		const at = holdsAt();
		return storage.inReport(customerId, async (tx) => ({
			records: await countOlder(tx, customerId, query.id.toLowerCase(), query.months, at),
			at: at.toISOString(),
		}));
	}),
	handle(cancelShortening, ({ asker, query, scope, network }) =>
		storage.inTenant(scope.customerId, async (tx) => {
			const { customerId } = scope;
			const id = query.id.toLowerCase();
			const [before] = await readPurposes(tx, customerId, null, id);
			if (!before) throw refuse('not_found');
			if (!(await dropShorter(tx, customerId, id))) throw refusePurpose('nothing_shortened');
			await recordActivity(tx, customerId, asker, {
				action: 'cancelled',
				thing: 'purpose',
				thingId: id,
				before: { name: before.name, shortening: shown(before).shortening },
				after: { name: before.name, shortening: null },
				network,
			});
			return { ...shown(before), shortening: null };
		}),
	),
];
