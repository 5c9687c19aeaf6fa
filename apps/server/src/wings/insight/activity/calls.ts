/** Reading the portal's activity: customers' rows and the platform's in one list. */
import { type Activity, activity, activityFile } from '@luvalla/contract/insight/activity.ts';
import { ACTIONS, FIELDS, THINGS } from '@luvalla/contract/insight/activity-words.ts';
import { said } from '@luvalla/contract/words.ts';
import * as z from 'zod';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage, walk } from '#kernel/storage/lists.ts';
import { ACTIVITIES, type ActivityRow, narrowed } from './store.ts';

/** Values by which things are called, the telling ones first. */
const NAMES = ['title', 'name', 'client_name', 'host', 'email', 'address', 'file', 'domain'] as const;
const Name = z.string().min(1);
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

const named = (values: ActivityRow['before']): string | null => {
	for (const key of NAMES) {
		const { data } = Name.safeParse(values?.[key]);
		if (data !== undefined && !UUID.test(data)) return data;
	}
	return null;
};

/** What the thing is called: now, else when it happened. Null where nobody knows any more, as after an erasure. */
const nameOf = (row: ActivityRow): string | null => {
	if (row.thing === 'customer') return row.customer_name ?? named(row.after) ?? named(row.before);
	if (row.thing === 'role') return row.thing_id;
	return row.called ?? named(row.after) ?? named(row.before);
};

const shown = (row: ActivityRow): Activity => ({
	id: row.id,
	at: row.at.toISOString(),
	who: row.who,
	asWhom: row.as_whom,
	action: row.action,
	thing: row.thing,
	thingId: row.thing_id,
	thingName: nameOf(row),
	customerId: row.customer_id,
	customerName: row.customer_name,
	fields: row.fields,
	network: row.network,
	before: row.before,
	after: row.after,
});

const asJson = (values: ActivityRow['before']): string | null => (values === null ? null : JSON.stringify(values));

const FILE: readonly FileColumn<ActivityRow>[] = [
	{ en: 'When', fi: 'Milloin', of: (row) => row.at.toISOString() },
	{ en: 'Who', fi: 'Kuka', of: (row) => row.who },
	{ en: 'As whom', fi: 'Kenenä', of: (row) => row.as_whom },
	{ en: 'Action', fi: 'Teko', of: (row, language) => said(ACTIONS, row.action, language) },
	{ en: 'Thing', fi: 'Kohde', of: (row, language) => said(THINGS, row.thing, language) },
	{ en: 'Name', fi: 'Nimi', of: nameOf },
	{ en: 'Id', fi: 'Tunniste', of: (row) => row.thing_id },
	{ en: 'Customer', fi: 'Asiakas', of: (row) => row.customer_name },
	{
		en: 'Changed fields',
		fi: 'Muuttuneet kentät',
		of: (row, language) => row.fields.map((field) => said(FIELDS, field, language)).join(', '),
	},
	{ en: 'Network', fi: 'Verkko', of: (row) => row.network },
	{ en: 'Before', fi: 'Ennen', of: (row) => asJson(row.before) },
	{ en: 'After', fi: 'Jälkeen', of: (row) => asJson(row.after) },
];

export const activityRoutes = ({ storage }: Kernel): Route[] => [
	handle(activity, async ({ query }) => {
		const { page, size } = query;
		const { rows, counted } = await readPage(storage.acrossInReport, ACTIVITIES, narrowed({ ...query, ...query.filter }), { page, size });
		return { data: rows.map(shown), page: pageOf(counted, query) };
	}),
	handle(activityFile, async ({ query, language }) =>
		listFile(
			'portal-activity',
			language,
			FILE,
			walk((work) => work(storage.acrossInReport), ACTIVITIES, narrowed({ ...query, ...query.filter })),
		),
	),
];
