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
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { purposeWith } from '../configurations/purposes.ts';
import { tellOfBanner } from '../configurations/store.ts';
import { askShorter, countOlder, dropShorter, isShorter, setRetention } from '../proof/retention.ts';
import { hasPurpose, lockDomain, markMaterial, type Permitted, type PurposeRow, readPurposes, updatePermits } from './store.ts';

const refusePurpose = refusals({
	purpose_known: [409, 'This domain has a purpose of this name.', 'Verkkotunnuksella on jo tämänniminen käyttötarkoitus.', 'name'],
	live_wording: [
		409,
		'A banner that is live says these words. Change them in its configuration and publish.',
		'Käytössä oleva banneri sanoo nämä sanat. Muuta ne bannerissa ja julkaise.',
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

/** What it permits, as it is sent: what is not said stays. */
type Permits = Pick<z.output<typeof changePurpose.body>, 'channels' | 'basis' | 'basisSegment' | 'tracks'>;

/**
 * More people may be written to than said so, or more is done with what they said: on another basis than their consent, by whatever
 * channel, or by a channel or a following that was added after they said yes. Whoever answers for the customer does that, and shows who they are. @throws Refused 403
 */
const demandWidening = (asker: Asker, scope: Scope, before: Permitted & Pick<PurposeRow, 'yes'>, after: Permitted): void => {
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
	before: Permitted & Pick<PurposeRow, 'yes'>,
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
	const permits = { channels, basis, basis_segment: segment, tracks };
	demandWidening(asker, scope, before, permits);
	await updatePermits(tx, customerId, id, permits);
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
	handleIn(storage.inTenant, addPurpose, async (tx, { asker, body, scope }) => {
		const { customerId } = scope;
		const domainId = body.domainId.toLowerCase();
		if (scope.domains !== 'all' && !scope.domains.has(domainId)) throw refuse('not_found');
		if (!(await lockDomain(tx, customerId, domainId))) throw refuse('not_found');
		if (await hasPurpose(tx, customerId, domainId, body.name)) throw refusePurpose('purpose_known');
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
		});
		const [row] = await readPurposes(tx, customerId, [domainId], id);
		if (!row) throw new Error('A purpose that was added is not there.');
		return shown(row);
	}),
	handleIn(storage.inTenant, changePurpose, async (tx, { asker, body, scope }) => {
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
			await markMaterial(tx, customerId, id, version, asker.email);
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
		});
		return shown(after);
	}),
	handle(retentionPreview, ({ query, scope }) => {
		const { customerId } = scope;
		const at = holdsAt();
		return storage.inReport(customerId, async (tx) => ({
			records: await countOlder(tx, customerId, query.id.toLowerCase(), query.months, at),
			at: at.toISOString(),
		}));
	}),
	handleIn(storage.inTenant, cancelShortening, async (tx, { asker, query, scope: { customerId } }) => {
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
		});
		return { ...shown(before), shortening: null };
	}),
];
