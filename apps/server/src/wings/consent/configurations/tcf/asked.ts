/** The vendors that published banners ask for, as their files say. */
import type { VendorsAsked } from '@luvalla/contract/consent/vendor-lists.ts';
import * as z from 'zod';
import { bytes, int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';

/** What the `config.json` of a published TCF banner says of its vendors. */
export const PublishedVendors = z.object({ vendorListVersion: z.int(), vendors: z.array(z.int()) });

const LiveRow = row({ configuration_id: uuid, title: text, host: text, version: int, file: bytes });

/** Of those that are live. @param domainIds null: on every domain of the customer */
export const vendorsAskedBy = async (tx: Tx, customerId: number, domainIds: readonly string[] | null): Promise<VendorsAsked[]> => {
	const live = await tx.rows(
		LiveRow,
		sql`select k.configuration_id, p.title, d.host, p.version, b.bytes as file from domain d
		join publication p on p.customer_id = ${customerId} and p.folder in (d.live_banner->>'folder', d.live_banner->'test'->>'folder')
		join configuration k on k.customer_id = ${customerId} and k.configuration_id = p.configuration_id and k.type = 1
		join publication_file f on f.customer_id = ${customerId} and f.folder = p.folder and f.path = 'config.json'
		join blob b on b.customer_id = ${customerId} and b.sha256 = f.sha256
		where d.customer_id = ${customerId} and (${domainIds}::uuid[] is null or d.domain_id = any(${domainIds}::uuid[]))
		order by p.title, d.host, p.version`,
	);
	return live.map(({ configuration_id: id, title, host: domain, version, file }) => {
		const { vendorListVersion, vendors } = PublishedVendors.parse(JSON.parse(file.toString('utf8')));
		return { id, title, domain, version, vendorListVersion, vendors };
	});
};
