/** Consent rates, and tests of two publications: a stated sample, an interval, never just a winner. */
import * as rates from '@luvalla/contract/consent/rates.ts';
import type * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { customersIn } from '#kernel/storage/directory.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { demandProven, readDomain, setLiveBanner } from '../../tenancy/wing.ts';
import { refuseConfiguration } from '../configurations/draft.ts';
import { mayPublish } from '../configurations/publish.ts';
import { type PublicationRow, publicationByFolder } from '../configurations/store.ts';
import { endTest, startTest } from '../configurations/test-arms.ts';
import { domainsOf } from '../ledger/calls.ts';
import { differenceOf, sampleFor, shareOf } from './intervals.ts';
import {
	closeTest,
	countRates,
	hostsOf,
	insertTest,
	listTests,
	publicationNames,
	type RateRow,
	runningTest,
	type TestRow,
	testById,
} from './store.ts';

const refuseTest = refusals({
	no_test: [409, 'No test with this publication is running.', 'Tällä julkaisulla ei ole testiä käynnissä.'],
});

/** From how far back the present share is taken when a test begins. */
const BASELINE_DAYS = 90;

type Counts = Omit<RateRow, 'key'>;

/** What the consent rate is of (contract, consent-rate.ts). */
const acceptedOf = (counts: Pick<Counts, 'accepted_all' | 'accepted_some'>): number => counts.accepted_all + counts.accepted_some;

const countsOf = (counts: Counts) => ({
	shown: counts.shown,
	choices: counts.choices,
	all: counts.accepted_all,
	some: counts.accepted_some,
	none: counts.refused,
	rate: shareOf(acceptedOf(counts), counts.choices),
});
const NOTHING: Counts = { choices: 0, accepted_all: 0, accepted_some: 0, refused: 0, shown: 0 };

const armCounts = async (tx: Tx, customerId: number, domainId: string, from: Date, to: Date) => {
	const rows = await countRates(tx, customerId, { from, to, domainIds: [domainId] }, 'configuration');
	return (folder: string): Counts => rows.find((row) => row.key === folder) ?? NOTHING;
};

const shownTest = async (tx: Tx, customerId: number, row: TestRow): Promise<rates.BannerTest> => {
	const counts = await armCounts(tx, customerId, row.domain_id, row.started_at, row.ended_at ?? new Date(now().getTime() + 1000));
	const names = await publicationNames(tx, customerId, [row.first_folder, row.second_folder]);
	const arm = (folder: string, before: number, whole: number | null) => {
		const counted = counts(folder);
		return {
			folder,
			label: names.get(folder)?.title ?? '',
			version: names.get(folder)?.version ?? 0,
			...countsOf({ ...counted, shown: (whole ?? counted.shown) - before }),
		};
	};
	const first = arm(row.first_folder, row.first_before, row.first_shown);
	const second = arm(row.second_folder, row.second_before, row.second_shown);
	const difference = differenceOf(
		{ yes: first.all + first.some, of: first.choices },
		{ yes: second.all + second.some, of: second.choices },
	);
	const enough = Math.min(first.choices, second.choices) >= row.sample;
	return {
		id: row.test_id,
		domainId: row.domain_id,
		domain: row.host,
		startedAt: row.started_at.toISOString(),
		startedBy: row.started_by,
		endedAt: row.ended_at?.toISOString() ?? null,
		kept: row.kept_folder,
		share: row.share,
		detect: row.detect,
		sample: row.sample,
		first,
		second,
		difference,
		verdict: !enough || !difference ? 'early' : difference.low > 0 ? 'second' : difference.high < 0 ? 'first' : 'none',
	};
};

/** A publication on a domain that the asker may see, or 404. */
const visible = async (tx: Tx, scope: Scope, folder: string): Promise<PublicationRow> => {
	const row = await publicationByFolder(tx, scope.customerId, folder);
	if (!row || (scope.domains !== 'all' && !scope.domains.has(row.domain_id))) throw refuse('not_found');
	return row;
};

/** How groups are called whose keys are ids; null: they are called by their keys. */
const labelsOf = async (
	tx: Tx,
	customerId: number,
	by: z.output<typeof rates.RateBy>,
	keys: readonly string[],
): Promise<ReadonlyMap<string, string> | null> => {
	if (by === 'domain') return hostsOf(tx, customerId, keys);
	if (by !== 'configuration') return null;
	const names = await publicationNames(tx, customerId, keys);
	return new Map([...names].map(([folder, { title, version }]) => [folder, `${title} ${version}`]));
};

export const rateRoutes = ({ storage }: Kernel): Route[] => [
	handle(rates.consentRates, async ({ query, scope }) => {
		const to = query.to ? new Date(query.to) : new Date(now().getTime() + 1000);
		const from = query.from ? new Date(query.from) : new Date(to.getTime() - query.days * 86_400_000);
		return storage.inReport(scope.customerId, async (tx) => {
			const rows = await countRates(tx, scope.customerId, { from, to, domainIds: domainsOf(scope) }, query.by);
			const labels = await labelsOf(
				tx,
				scope.customerId,
				query.by,
				rows.map((row) => row.key),
			);
			return rows.map((row) => ({ key: row.key, label: labels?.get(row.key) ?? row.key, ...countsOf(row) }));
		});
	}),
	handle(rates.domainRates, async ({ query }) => {
		const to = new Date(now().getTime() + 1000);
		const from = new Date(to.getTime() - query.days * 86_400_000);
		const owners = await storage.inPlatform((tx) => customersIn(tx, 'domain', query.domainId));
		const found: rates.Rate[] = [];
		for (const customerId of new Set(owners.values())) {
			const domainIds = [...owners].flatMap(([id, owner]) => (owner === customerId ? [id] : []));
			const counted = await storage.inReport(customerId, async (tx) => {
				const rows = await countRates(tx, customerId, { from, to, domainIds }, 'domain');
				const hosts = await hostsOf(tx, customerId, domainIds);
				return rows.map((row) => ({ key: row.key, label: hosts.get(row.key) ?? row.key, ...countsOf(row) }));
			});
			found.push(...counted);
		}
		return found;
	}),
	handleIn(storage.inReport, rates.bannerTests, async (tx, { scope }) => {
		const found: rates.BannerTest[] = [];
		for (const row of await listTests(tx, scope.customerId, domainsOf(scope))) found.push(await shownTest(tx, scope.customerId, row));
		return found;
	}),
	handleIn(storage.inTenant, rates.startBannerTest, async (tx, { asker, params, body, scope }) => {
		const { customerId } = scope;
		const other = await visible(tx, scope, params.folder);
		if (other.live) throw refuseConfiguration('already_live');
		await mayPublish(tx, customerId, other.domain_id);
		await startTest(tx, customerId, other.domain_id, { folder: other.folder, share: body.share });
		const first = (await readDomain(tx, customerId, other.domain_id))?.live_banner?.folder ?? '';
		const before = await armCounts(tx, customerId, other.domain_id, new Date(now().getTime() - BASELINE_DAYS * 86_400_000), now());
		const rate = shareOf(acceptedOf(before(first)), before(first).choices).value;
		const today = await armCounts(tx, customerId, other.domain_id, now(), now());
		const id = newId();
		await insertTest(tx, customerId, {
			test_id: id,
			domain_id: other.domain_id,
			first_folder: first,
			second_folder: other.folder,
			share: body.share,
			detect: body.detect,
			// Nothing known yet: half is where the most answers are needed.
			sample: sampleFor(rate ?? 0.5, body.detect),
			started_by: asker.email,
			first_before: today(first).shown,
			second_before: today(other.folder).shown,
		});
		await recordActivity(tx, customerId, asker, {
			action: 'started',
			thing: 'banner_test',
			thingId: id,
			after: { title: other.title, first, second: other.folder, share: body.share, detect: body.detect },
		});
		return shownTest(tx, customerId, await existing(tx, customerId, id));
	}),
	handleIn(storage.inTenant, rates.endBannerTest, async (tx, { asker, params, scope }) => {
		const { customerId } = scope;
		const kept = await visible(tx, scope, params.folder);
		const test = await runningTest(tx, customerId, kept.domain_id);
		await demandProven(tx, customerId, kept.domain_id);
		if (!test || ![test.first_folder, test.second_folder].includes(kept.folder)) throw refuseTest('no_test');
		await endTest(tx, customerId, kept.domain_id);
		const { folder, title, version } = kept;
		const publishedAt = kept.published_at.toISOString();
		if (!kept.live)
			await setLiveBanner(tx, customerId, kept.domain_id, { folder, title, version, publishedAt, since: now().toISOString() });
		const counts = await armCounts(tx, customerId, kept.domain_id, test.started_at, now());
		await closeTest(tx, customerId, test.test_id, folder, {
			first: counts(test.first_folder).shown,
			second: counts(test.second_folder).shown,
		});
		await recordActivity(tx, customerId, asker, {
			action: 'ended',
			thing: 'banner_test',
			thingId: test.test_id,
			after: { title, kept: folder },
		});
		return shownTest(tx, customerId, await existing(tx, customerId, test.test_id));
	}),
];

const existing = async (tx: Tx, customerId: number, id: string): Promise<TestRow> => {
	const row = await testById(tx, customerId, id);
	if (!row) throw new Error(`The test ${id} is gone.`);
	return row;
};
