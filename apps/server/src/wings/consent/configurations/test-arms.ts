/** A/B: a domain's pointer serves two publications of it, the second to a share of the visitors who have no choice yet. */
import { openPointer } from '@luvalla/banner/serving.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { endTestOf, setTestedBanner } from '../../tenancy/wing.ts';

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

const tell = (tx: Tx, customerId: number, domainId: string): Promise<object[]> =>
	tx.query(`select pg_notify('live', $1)`, [JSON.stringify({ topic: 'configurations', customerId, domains: { [domainId]: 1 } })]);

/** @throws Refused 422 unknown_arm, same_arm, loaders_apart, share_range; 409 no_live_banner, domain_unproven */
export const startTest = async (tx: Tx, customerId: number, domainId: string, { folder, share }: TestArm): Promise<void> => {
	if (!(share > 0 && share < 1)) throw refuseTest('share_range');
	const [row] = await tx.query<{ live: string; main: string | null; other: string | null }>(
		`select d.live_banner->>'folder' as live, p.pointer as main, o.pointer as other
		from domain d
		left join publication p on p.customer_id = $1 and p.folder = d.live_banner->>'folder'
		left join publication o on o.customer_id = $1 and o.domain_id = d.domain_id and o.folder = $3
		where d.customer_id = $1 and d.domain_id = $2 for update of d`,
		[customerId, domainId, folder],
	);
	if (!row || row.main === null) throw refuseTest('no_live_banner');
	if (row.other === null) throw refuseTest('unknown_arm');
	if (row.live === folder) throw refuseTest('same_arm');
	// One script runs both, so it must be the script of both.
	if (openPointer(row.main).script !== openPointer(row.other).script) throw refuseTest('loaders_apart');
	await setTestedBanner(tx, customerId, domainId, { folder, share });
	await tell(tx, customerId, domainId);
};

/** Everybody without a choice sees the first arm again; who chose on the second keeps the choice. */
export const endTest = async (tx: Tx, customerId: number, domainId: string): Promise<void> => {
	await endTestOf(tx, customerId, domainId);
	await tell(tx, customerId, domainId);
};

export interface ImpressionCount {
	folder: string;
	/** YYYY-MM-DD, UTC. */
	day: string;
	language: string;
	device: string;
	/** '' when unknown. */
	country: string;
	count: number;
}

/** Views of first layers between two days (YYYY-MM-DD, both included). */
export const readImpressions = (tx: Tx, customerId: number, domainId: string, from: string, to: string): Promise<ImpressionCount[]> =>
	tx.query(
		`select folder, day, language, device, country, count from impression
		where customer_id = $1 and domain_id = $2 and day between $3 and $4 order by day, folder, language, device, country`,
		[customerId, domainId, from, to],
	);
