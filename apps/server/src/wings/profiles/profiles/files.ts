/** People as files: the list, and everything kept of one of them as a table. */
import * as contract from '@luvalla/contract/profiles/profiles.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import { now } from '#kernel/clock.ts';
import { type Cell, csvOf, type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import type { Language, Sentences } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { InTx } from '#kernel/storage/lists.ts';
import { demandKnown, presentOf, readHeld, readPurposeFacts, recordsOf } from '../../consent/wing.ts';
import { type KnownBy, namesOf, readIdentifiers, valuesOf, type Within } from '../../people/wing.ts';
import { eventsOf } from '../events/read.ts';
import { withinOf } from '../segments/askable.ts';
import { domainIdsOf, listedWithin } from './calls.ts';
import { type Facts, numbersBy, readFacts } from './facts.ts';
import { keptSegments } from './kept.ts';
import { type ListedRow, walkProfiles } from './list.ts';
import { seenOf } from './seen.ts';

interface Line extends ListedRow {
	readonly names: readonly KnownBy[];
}

const LIST: readonly FileColumn<Line>[] = [
	{ en: 'luvallaId', fi: 'luvallaId', of: ({ person }) => person },
	{ en: 'First name', fi: 'Etunimi', of: ({ first_name: name }) => name },
	{ en: 'Last name', fi: 'Sukunimi', of: ({ last_name: name }) => name },
	{ en: 'Email', fi: 'Sähköposti', of: valuesOf('email') },
	{ en: 'Phone', fi: 'Puhelin', of: valuesOf('phone') },
	{ en: 'External id', fi: 'Ulkoinen tunniste', of: valuesOf('externalId') },
	{ en: 'Town', fi: 'Paikkakunta', of: ({ city }) => city },
	{ en: 'Known since', fi: 'Tunnettu alkaen', of: ({ created_at: at, names: [first] }) => (first?.addedAt ?? at).toISOString() },
	{ en: 'Last seen', fi: 'Nähty viimeksi', of: ({ seen_at: at }) => at?.toISOString() ?? null },
];

async function* withNames(
	inTx: InTx,
	customerId: number,
	within: Within,
	batches: AsyncIterable<readonly ListedRow[]>,
): AsyncGenerator<Line[]> {
	for await (const rows of batches) {
		const names = await inTx((tx) =>
			namesOf(
				tx,
				customerId,
				rows.map(({ person }) => person),
				within,
			),
		);
		yield rows.map((one) => ({ ...one, names: names.get(one.person) ?? [] }));
	}
}

const HEAD: readonly Sentences[] = [
	{ en: 'Part', fi: 'Osa' },
	{ en: 'What', fi: 'Mikä' },
	{ en: 'Value', fi: 'Arvo' },
	{ en: 'When', fi: 'Milloin' },
	{ en: 'How', fi: 'Miten' },
	{ en: 'Where', fi: 'Missä' },
	{ en: 'Id', fi: 'Tunnus' },
];
const PARTS = {
	known: { en: 'Known by', fi: 'Tunnetaan' },
	fact: { en: 'Fact', fi: 'Tieto' },
	attribute: { en: 'Attribute', fi: 'Lisätieto' },
	holds: { en: 'Holds now', fi: 'Voimassa nyt' },
	segment: { en: 'Segment', fi: 'Segmentti' },
	record: { en: 'Record', fi: 'Kirjaus' },
	event: { en: 'Event', fi: 'Tapahtuma' },
} as const satisfies Record<string, Sentences>;
const ANSWERS: readonly Sentences[] = [
	{ en: 'No', fi: 'Ei' },
	{ en: 'Yes', fi: 'Kyllä' },
];

type PartLine = readonly [part: keyof typeof PARTS, what: string, value: Cell, at: string | null, how: string, where: string, id: string];

const factLines = ({ attributes = {}, ...facts }: Facts): PartLine[] => [
	...Object.entries(facts).map(([name, value]): PartLine => ['fact', name, value, null, '', '', '']),
	...Object.entries(attributes).map(([name, value]): PartLine => ['attribute', name, String(value), null, '', '', '']),
];

const answer = (value: boolean, language: Language): string => ANSWERS[Number(value)]?.[language] ?? '';

async function* mapped<Row, Out>(batches: AsyncIterable<readonly Row[]>, line: (row: Row) => Out): AsyncGenerator<Out[]> {
	for await (const rows of batches) yield rows.map(line);
}

export const fileRoutes = ({ storage }: Pick<Kernel, 'storage'>): Route[] => [
	handle(contract.profilesFile, async ({ asker, language, query, scope }) => {
		const { customerId } = scope;
		await storage.inTenant(customerId, (tx) =>
			recordActivity(tx, customerId, asker, {
				action: 'exported',
				thing: 'people',
				thingId: String(customerId),
				// What was searched for may be somebody's address.
				after: { [query.q?.trim() ? 'matching' : 'all']: true },
			}),
		);
		const inTx: InTx = (work) => storage.inFile(customerId, work);
		const rows = walkProfiles(inTx, customerId, query, listedWithin(scope));
		return listFile('profiles', language, LIST, withNames(inTx, customerId, withinOf(scope), rows));
	}),
	handle(contract.personTable, async ({ asker, language, params, scope }) => {
		const { customerId } = scope;
		const domainIds = domainIdsOf(scope);
		const { kept, members, numbers, first } = await storage.inTenant(customerId, async (tx) => {
			const cluster = await demandKnown(tx, scope, params.id);
			const within = withinOf(scope);
			const identifiers = await readIdentifiers(tx, customerId, cluster.members, within);
			const named = within === null || identifiers.length > 0;
			const facts = named ? ((await readFacts(tx, customerId, [cluster.kept])).get(cluster.kept) ?? {}) : {};
			const seenAt = named ? (await seenOf(tx, customerId, [cluster.kept])).get(cluster.kept) : undefined;
			const segments = named ? await keptSegments(tx, { customerId, ...cluster, domainIds: within }) : [];
			const present = presentOf(await readPurposeFacts(tx, customerId, domainIds), await readHeld(tx, customerId, cluster.kept), language);
			await recordActivity(tx, customerId, asker, { action: 'exported', thing: 'person', thingId: cluster.kept });
			const lines: PartLine[] = [
				...identifiers.map((one): PartLine => ['known', one.kind, one.value, one.addedAt.toISOString(), one.how, '', one.person]),
				...factLines(facts),
				...(seenAt ? [['fact', 'seenAt', seenAt.toISOString(), null, '', '', ''] satisfies PartLine] : []),
				...present.flatMap((one): PartLine[] =>
					one.value === null
						? []
						: [['holds', one.purpose, answer(one.value, language), one.at, one.how ?? '', one.domain, one.recordId ?? '']],
				),
				...segments.flatMap(({ segment, segmentId, byRule, came }): PartLine[] =>
					came.length === 0
						? [['segment', segment, null, null, byRule ? 'rule' : '', '', segmentId]]
						: came.map(({ how, at }) => ['segment', segment, null, at.toISOString(), how, '', segmentId]),
				),
			];
			return {
				kept: cluster.kept,
				members: cluster.members,
				numbers: [...(await numbersBy(tx, customerId, cluster.members)).values()],
				first: lines,
			};
		});
		const inTx: InTx = (work) => storage.inFile(customerId, work);
		async function* lines(): AsyncGenerator<Cell[][]> {
			const said = ([part, ...cells]: PartLine): Cell[] => [PARTS[part][language], ...cells];
			yield first.map(said);
			const records = recordsOf(inTx, { customerId, members, domainIds, subjects: null });
			yield* mapped(records, (one) =>
				said(['record', one.purpose, answer(one.value, language), one.at.toISOString(), one.how, one.domain, one.id]),
			);
			const events = eventsOf(inTx, { customerId, numbers, domainIds });
			yield* mapped(events, (one) => said(['event', one.type, JSON.stringify(one.properties), one.at, one.how, one.domain, one.id]));
		}
		return {
			name: `person-${kept}-${now().toISOString().slice(0, 10)}.csv`,
			body: csvOf(
				HEAD.map((one) => one[language]),
				lines(),
			),
		};
	}),
];
