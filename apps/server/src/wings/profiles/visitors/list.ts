/** Pages of devices. */
import { DEVICE_KINDS, DEVICES_SHOWN, type Device } from '@luvalla/contract/profiles/visitors.ts';
import { cut, type Found, list, readPage } from '#kernel/storage/lists.ts';
import { instant, oneOf, orNull, type RowOf, row, type Sql, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { nameOfPurpose } from '../../consent/wing.ts';
import { clustersOf, findPersons, namesOf, type Within } from '../../people/wing.ts';
import { readFacts } from '../profiles/facts.ts';

const ListedRow = row({
	device_id: uuid,
	domain_id: uuid,
	host: text,
	browser: text,
	system: text,
	kind: oneOf(DEVICE_KINDS),
	first_seen_at: instant,
	last_seen_at: instant,
	purpose: text,
	person: orNull(uuid),
});
type ListedRow = RowOf<typeof ListedRow>;

/** @param language of the purpose's name; null: as its makers named it */
const columnsOf = (customerId: number, language: string | null): Sql => sql`v.device_id, v.domain_id, d.host, v.browser, v.system, v.kind,
	v.first_seen_at, v.last_seen_at, ${language === null ? sql`p.name` : nameOfPurpose(customerId, language)} as purpose, v.person`;

const devicesOf = (customerId: number): Sql =>
	sql`device v join domain d on d.customer_id = ${customerId} and d.domain_id = v.domain_id
		join purpose p on p.customer_id = ${customerId} and p.purpose_id = v.purpose_id`;

const listOf = (customerId: number, language: string) =>
	list({
		row: ListedRow,
		columns: columnsOf(customerId, language),
		from: devicesOf(customerId),
		orders: {
			lastSeenAt: { by: sql`v.last_seen_at`, type: 'timestamptz' },
			firstSeenAt: { by: sql`v.first_seen_at`, type: 'timestamptz' },
		},
		usual: '-lastSeenAt',
		key: { by: sql`v.device_id`, type: 'uuid' },
	});

/** @param domainIds null: on all; @param within how far the asker sees who somebody is; @param language of the purposes' names */
export const readDevices = async (
	tx: Tx,
	customerId: number,
	query: { page: number; size: number; sort?: string | undefined; q?: string | undefined },
	domainIds: readonly string[] | null,
	within: Within,
	language: string,
): Promise<Found<ListedRow>> => {
	const typed = query.q?.trim() ?? '';
	const like = `${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
	const { found, more } = typed === '' ? { found: [], more: false } : await findPersons(tx, customerId, typed, within);
	const members = [...(await clustersOf(tx, customerId, found)).values()].flatMap((cluster) => cluster.members);
	const page = await readPage(
		tx,
		listOf(customerId, language),
		[
			sql`v.customer_id = ${customerId}`,
			...(domainIds === null ? [] : [sql`v.domain_id = any(${domainIds}::uuid[])`]),
			...(typed === ''
				? []
				: [
						sql`(lower(v.browser) like ${like} or lower(v.system) like ${like} or d.host like ${like} or v.person = any(${members}::uuid[]))`,
					]),
		],
		query,
	);
	return more ? { ...page, counted: cut(page.counted) } : page;
};

/** @param language as `columnsOf`; @param most null: all */
export const readDevicesOf = (
	tx: Tx,
	customerId: number,
	members: readonly string[],
	domainIds: readonly string[] | null,
	language: string | null,
	most: number | null = DEVICES_SHOWN,
): Promise<ListedRow[]> =>
	tx.rows(
		ListedRow,
		sql`select ${columnsOf(customerId, language)} from ${devicesOf(customerId)}
		where v.customer_id = ${customerId} and v.person = any(${members}::uuid[]) and (${domainIds}::uuid[] is null or v.domain_id = any(${domainIds}::uuid[]))
		order by v.last_seen_at desc, v.device_id limit ${most}::int`,
	);

/** With whose they are, as far as the asker may see it; a person whom they may not see is nobody. */
export const shownDevices = async (tx: Tx, customerId: number, rows: readonly ListedRow[], within: Within): Promise<Device[]> => {
	const persons = [...new Set(rows.flatMap(({ person }) => person ?? []))];
	const clusters = await clustersOf(tx, customerId, persons);
	const names = await namesOf(tx, customerId, persons, within);
	const facts = await readFacts(
		tx,
		customerId,
		[...clusters.values()].map(({ kept }) => kept),
	);
	const personOf = (person: string): Device['person'] => {
		const known = names.get(person) ?? [];
		if (within !== null && known.length === 0) return null;
		const kept = clusters.get(person)?.kept ?? person;
		const { firstName = '', lastName = '' } = facts.get(kept) ?? {};
		return {
			luvallaId: kept,
			name: `${firstName} ${lastName}`.trim() || null,
			email: known.find(({ kind }) => kind === 'email')?.value ?? null,
		};
	};
	return rows.map((one) => ({
		id: one.device_id,
		domainId: one.domain_id,
		domain: one.host,
		browser: one.browser,
		system: one.system,
		kind: one.kind,
		firstSeenAt: one.first_seen_at.toISOString(),
		lastSeenAt: one.last_seen_at.toISOString(),
		purpose: one.purpose,
		person: one.person === null ? null : personOf(one.person),
	}));
};
