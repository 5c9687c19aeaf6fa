/** What a domain serves now, and what the next publication there is numbered. */
import { type NextPublication, PurposeInWords } from '@luvalla/contract/consent/configurations.ts';
import * as z from 'zod';
import { bool, bytes, instant, int, json, orNull, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

const Served = row({
	host: text,
	/** Publications of both kinds are counted together. */
	next: int,
	folder: orNull(text),
	configuration_id: orNull(uuid),
	title: orNull(text),
	version: orNull(int),
	since: orNull(text),
	published_at: orNull(instant),
	points: orNull(int),
	measured: orNull(bool),
	/** What a TCF banner was made of, as JSON; null for a light one. */
	made_of: orNull(bytes),
	newest_list: orNull(int),
	purposes: orNull(json(z.record(z.string(), PurposeInWords))),
});

/** Null: there is no such domain. */
export const servedNow = (tx: Tx, customerId: number, domainId: string | null): Promise<RowOf<typeof Served> | null> =>
	tx.first(
		Served,
		sql`select d.host, p.folder, p.configuration_id, p.title, p.version, d.live_banner->>'since' as since, p.published_at, p.measured,
			jsonb_array_length(p.findings) as points, b.bytes as made_of,
			1 + coalesce((select max(n.version) from publication n
				where n.customer_id = ${customerId} and n.domain_id = ${domainId}), 0) as next,
			(select max(l.version) from vendor_list l) as newest_list,
			(select jsonb_object_agg(asked.key, jsonb_build_object('name', u.name, 'wording', v.wording)) from jsonb_each(p.purposes) as asked
				join purpose u on u.customer_id = ${customerId} and u.purpose_id = (asked.value->>'id')::uuid
				join purpose_version v on v.customer_id = ${customerId} and v.purpose_id = u.purpose_id
					and v.version = (asked.value->>'version')::int) as purposes
		from domain d
		left join publication p on p.customer_id = ${customerId} and p.folder = d.live_banner->>'folder'
		left join publication_file f on f.customer_id = ${customerId} and f.folder = p.folder and f.path = 'config.json' and exists (
			select 1 from publication_file t where t.customer_id = ${customerId} and t.folder = p.folder and t.path like 'tcflayer.%')
		left join blob b on b.customer_id = ${customerId} and b.sha256 = f.sha256
		where d.customer_id = ${customerId} and d.domain_id = ${domainId}`,
	);

const MadeOf = z.object({ vendorListVersion: z.int() });

export const shownLive = (served: RowOf<typeof Served>): NextPublication['live'] => {
	const { folder, configuration_id, title, version, since, published_at, points, measured, made_of, newest_list } = served;
	if (folder === null || configuration_id === null || title === null || version === null || published_at === null) return null;
	const publishedAt = published_at.toISOString();
	const list = made_of && MadeOf.parse(JSON.parse(made_of.toString('utf8'))).vendorListVersion;
	return {
		folder,
		configurationId: configuration_id,
		title,
		type: list === null ? 0 : 1,
		version,
		since: since ?? publishedAt,
		publishedAt,
		points: points ?? 0,
		measured: measured ?? false,
		outdated: list !== null && newest_list !== null && newest_list > list,
		purposes: served.purposes ?? {},
	};
};
