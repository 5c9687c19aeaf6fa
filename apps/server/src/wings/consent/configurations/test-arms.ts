/** A/B: a domain's pointer serves two publications of it, the second to a share of the visitors who have no choice yet. */
import { openPointer } from '@luvalla/banner/serving.ts';
import { refusals } from '#kernel/http/errors.ts';
import { day, int, orNull, type RowOf, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { sumsBy } from '#kernel/tally/tally.ts';
import { endTestOf, setTestedBanner } from '../../tenancy/wing.ts';
import { IMPRESSION_COUNT } from '../rates/views.ts';
import { tellOfBanner } from './store.ts';

const refuseTest = refusals({
	unknown_arm: [422, 'Choose a publication of this domain.', 'Valitse tämän verkkotunnuksen julkaisu.'],
	same_arm: [422, 'A test needs two different publications.', 'Testiin tarvitaan kaksi eri julkaisua.'],
	loaders_apart: [
		422,
		'Both publications must run the same loader: of one kind and version, and both with or both without known tags.',
		'Kummankin julkaisun pitää käyttää samaa lataajaa: samaa lajia ja versiota, kumpikin tunnettujen tagien eston kanssa tai ilman.',
	],
	share_range: [422, 'The share is more than 0 and less than 1.', 'Osuus on suurempi kuin 0 ja pienempi kuin 1.'],
	no_live_banner: [409, 'Nothing is published on this domain.', 'Tällä verkkotunnuksella ei ole julkaistua banneria.'],
});

export interface TestArm {
	/** Published folder of the second arm. */
	readonly folder: string;
	/** Share of visitors without a choice that see it, between 0 and 1. */
	readonly share: number;
}

const Arms = row({ live: orNull(text), main: orNull(text), other: orNull(text) });

/** @throws Refused 422 unknown_arm, same_arm, loaders_apart, share_range; 409 no_live_banner, domain_unproven */
export const startTest = async (tx: Tx, customerId: number, domainId: string, { folder, share }: TestArm): Promise<void> => {
	if (!(share > 0 && share < 1)) throw refuseTest('share_range');
	const row = await tx.first(
		Arms,
		sql`select d.live_banner->>'folder' as live, p.pointer as main, o.pointer as other
		from domain d
		left join publication p on p.customer_id = ${customerId} and p.folder = d.live_banner->>'folder'
		left join publication o on o.customer_id = ${customerId} and o.domain_id = d.domain_id and o.folder = ${folder}
		where d.customer_id = ${customerId} and d.domain_id = ${domainId} for update of d`,
	);
	if (!row || row.main === null) throw refuseTest('no_live_banner');
	if (row.other === null) throw refuseTest('unknown_arm');
	if (row.live === folder) throw refuseTest('same_arm');
	// One script runs both, so it must be the script of both.
	if (openPointer(row.main).script !== openPointer(row.other).script) throw refuseTest('loaders_apart');
	await setTestedBanner(tx, customerId, domainId, { folder, share });
	await tellOfBanner(tx, customerId, domainId);
};

/** Everybody without a choice sees the first arm again; who chose on the second keeps the choice. */
export const endTest = async (tx: Tx, customerId: number, domainId: string): Promise<void> => {
	await endTestOf(tx, customerId, domainId);
	await tellOfBanner(tx, customerId, domainId);
};

const ImpressionCount = row({
	folder: text,
	/** YYYY-MM-DD, UTC. */
	day,
	language: text,
	device: text,
	/** '' when unknown. */
	country: text,
	count: int,
});
export type ImpressionCount = RowOf<typeof ImpressionCount>;

/** Views of first layers between two days (YYYY-MM-DD, both included). */
export const readImpressions = (tx: Tx, customerId: number, domainId: string, from: string, to: string): Promise<ImpressionCount[]> => {
	const views = sumsBy(IMPRESSION_COUNT, customerId, {
		by: ['folder', 'language', 'device', 'country'],
		per: 'day',
		since: new Date(from),
		until: new Date(to),
		where: sql`c.domain_id = ${domainId}`,
	});
	return tx.rows(
		ImpressionCount,
		sql`select folder, (at at time zone 'UTC')::date as day, language, device, country, n as count from (${views}) i
			order by day, folder, language, device, country`,
	);
};
