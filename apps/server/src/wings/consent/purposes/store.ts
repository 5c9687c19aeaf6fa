/** Purposes in the database: what each permits, which words it has, and who answered. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { Purpose, PurposeVersion } from '@luvalla/contract/consent/purposes.ts';
import * as z from 'zod';
import type { AskedSegment, NamedUser } from '#kernel/hooks.ts';
import { inOrder, MOST_WHOLE } from '#kernel/storage/lists.ts';
import { bool, instant, int, json, oneOf, orNull, type RowOf, row, someOf, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { answerCounts } from './counts.ts';

const PurposeRow = row({
	purpose_id: uuid,
	domain_id: uuid,
	host: text,
	name: text,
	legal_basis: oneOf(Purpose.shape.legalBasis.options),
	version: int,
	retention_months: orNull(int),
	shorter_months: orNull(int),
	shorter_at: orNull(instant),
	created_at: instant,
	channels: someOf(CHANNELS),
	basis: oneOf(Purpose.shape.basis.options),
	basis_segment: orNull(uuid),
	tracks: bool,
	live: bool,
	yes: int,
	no: int,
	versions: json(z.array(PurposeVersion)),
});
export type PurposeRow = RowOf<typeof PurposeRow>;

export const readPurposes = (tx: Tx, customerId: number, domainIds: readonly string[] | null, id: string | null): Promise<PurposeRow[]> =>
	tx.rows(
		PurposeRow,
		sql`select p.purpose_id, p.domain_id, d.host, p.name, p.legal_basis, p.version, p.retention_months, p.shorter_months, p.shorter_at,
			p.created_at, p.channels, p.basis, p.basis_segment, p.tracks,
			exists (
				select 1 from publication f, jsonb_each(f.purposes) as asked
				where f.customer_id = ${customerId} and f.folder = d.live_banner->>'folder' and asked.value->>'id' = p.purpose_id::text
			) as live,
			coalesce(n.yes, 0)::int as yes, coalesce(n.no, 0)::int as no,
			(select jsonb_agg(jsonb_build_object('version', v.version, 'wording', v.wording, 'createdAt', v.created_at, 'material',
				m.marked_at is not null)
				order by v.version desc)
				from purpose_version v left join purpose_material m on m.customer_id = ${customerId} and m.purpose_id = v.purpose_id
					and m.version = v.version
				where v.customer_id = ${customerId} and v.purpose_id = p.purpose_id) as versions
		from purpose p
		join domain d on d.customer_id = ${customerId} and d.domain_id = p.domain_id
		left join (${answerCounts(customerId)}) n using (purpose_id)
		where p.customer_id = ${customerId} and (${domainIds}::uuid[] is null or p.domain_id = any(${domainIds}::uuid[]))
			and (${id}::uuid is null or p.purpose_id = ${id}::uuid)
		order by d.host, ${inOrder(sql`p.name`)} limit ${MOST_WHOLE}`,
	);

/** Who wants to add a purpose to a domain does so after whoever does just now. False: there is no such domain. */
export const lockDomain = async (tx: Tx, customerId: number, domainId: string): Promise<boolean> =>
	(await tx.run(sql`select from domain where customer_id = ${customerId} and domain_id = ${domainId} for update`)) > 0;

export const hasPurpose = async (tx: Tx, customerId: number, domainId: string, name: string): Promise<boolean> =>
	(await tx.run(sql`select from purpose where customer_id = ${customerId} and domain_id = ${domainId} and lower(name) = lower(${name})`)) >
	0;

/** Whoever said yes to an earlier version is asked again. */
export const markMaterial = (tx: Tx, customerId: number, id: string, version: number, by: string): Promise<number> =>
	tx.run(sql`insert into purpose_material (customer_id, purpose_id, version, marked_by) values (${customerId}, ${id}, ${version}, ${by})
		on conflict do nothing`);

export type Permitted = Pick<PurposeRow, 'channels' | 'basis' | 'basis_segment' | 'tracks'>;

export const updatePermits = (tx: Tx, customerId: number, id: string, p: Permitted): Promise<number> =>
	tx.run(sql`update purpose set channels = ${p.channels}::text[], basis = ${p.basis}, basis_segment = ${p.basis_segment},
		tracks = ${p.tracks}
		where customer_id = ${customerId} and purpose_id = ${id}`);

/** What it permits from now on. */
export const setChannels = (tx: Tx, customerId: number, id: string, channels: Purpose['channels']): Promise<number> =>
	tx.run(
		sql`update purpose set channels = ${[...new Set(channels)].sort()}::text[] where customer_id = ${customerId} and purpose_id = ${id}`,
	);

/** A yes to it permits that opens and clicks are kept, and nothing else. */
export const setTracking = (tx: Tx, customerId: number, id: string): Promise<number> =>
	tx.run(sql`update purpose set tracks = true, channels = '{}' where customer_id = ${customerId} and purpose_id = ${id}`);

const RestsRow = row({ name: text, domain_id: uuid });

/** Purposes that permit messages to whom this segment holds. */
export const restingOn = async (tx: Tx, { customerId, segmentId, but }: AskedSegment): Promise<NamedUser[]> =>
	(
		await tx.rows(
			RestsRow,
			sql`select name, domain_id from purpose where customer_id = ${customerId} and basis_segment = ${segmentId}
				and (${but}::uuid is null or domain_id <> ${but})`,
		)
	).map((one) => ({ name: one.name, domainId: one.domain_id }));

const SegmentRow = row({ segment: uuid });

/** Segments that purposes permit messages to, whoever is in them. */
export const basisSegments = async (tx: Tx, customerId: number): Promise<string[]> =>
	(
		await tx.rows(
			SegmentRow,
			sql`select distinct basis_segment as segment from purpose where customer_id = ${customerId} and basis_segment is not null`,
		)
	).map(({ segment }) => segment);
