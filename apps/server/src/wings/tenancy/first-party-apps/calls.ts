/** The calls of first-party apps: rules around the store. */
import * as apps from '@luvalla/contract/tenancy/apps.ts';
import { recorderOf } from '#kernel/access/activity.ts';
import { newId } from '#kernel/clock.ts';
import { type Language, refusals, refuse } from '#kernel/http/errors.ts';
import { handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { heldCustomDomain, SERVED } from '../custom-domains/store.ts';
import { lettersOf } from '../domains/host.ts';
import { ingredientsOf, PATHS } from './page.ts';
import { refuseApp } from './refusals.ts';
import {
	type FirstPartyAppRow,
	firstPartyAppsOf,
	insertFirstPartyApp,
	lockFirstPartyApp,
	narrowed,
	readFirstPartyApp,
	updateFirstPartyApp,
} from './store.ts';

const refuseFirstParty = refusals({
	unknown_custom_domain: [
		422,
		'There is no such custom domain of this customer. Add it first.',
		'Asiakkaalla ei ole tällaista omaa verkkotunnusta. Lisää se ensin.',
	],
	app_without_banner: [
		422,
		'There is no banner to show on this host: publish one on the host itself, or one that shares its choice with all hosts of the domain.',
		'Tällä verkkotunnuksella ei ole näytettävää banneria: julkaise banneri verkkotunnuksella itsellään tai sellainen, jonka valinta koskee koko verkkotunnusta.',
	],
	app_without_login: [
		422,
		'No application with a login component names this host among its allowed origins. Add it there first.',
		'Mikään kirjautumiskomponentin sovellus ei nimeä tätä verkkotunnusta sallituissa sivustoissaan. Lisää se ensin sinne.',
	],
});

const PROBLEMS = {
	gone: { en: 'Its host is no custom domain any more.', fi: 'Sen verkkotunnus ei ole enää asiakkaan oma verkkotunnus.' },
	unserved: {
		en: 'Its host is not validated, so nothing is served there.',
		fi: 'Sen verkkotunnusta ei ole vahvistettu, joten siellä ei näy mitään.',
	},
} as const;

const problemOf = ({ status, host_status: host }: FirstPartyAppRow): keyof typeof PROBLEMS | null =>
	status === 0 ? null : host === null ? 'gone' : SERVED.includes(host) ? null : 'unserved';

const shown = (language: Language, row: FirstPartyAppRow): apps.FirstPartyApp => {
	const problem = problemOf(row);
	return {
		id: row.app_id,
		name: row.name,
		domainName: row.host,
		letters: lettersOf(row.host),
		customerId: row.customer_id,
		customerName: row.customer_name,
		kind: row.kind,
		status: row.status,
		url: `https://${row.host}${PATHS[row.kind]}`,
		problem: problem && PROBLEMS[problem][language],
		createdAt: row.created_at.toISOString(),
	};
};

/** What is to be of an app that is turned; undefined: nothing is said. */
export const turnedTo = ({ status, isActive }: { status?: 0 | 1 | undefined; isActive?: boolean | undefined }): 0 | 1 | undefined =>
	status ?? (isActive === undefined ? undefined : isActive ? 1 : 0);

const record = recorderOf<FirstPartyAppRow>('first_party_app', ({ name, host, kind, status }) => ({ name, host, kind, status }));

export const firstPartyAppRoutes = ({ storage, hooks }: Kernel): Route[] => {
	/** @throws Refused 422 where there is nothing that the app could show */
	const demandServable = async (tx: Tx, customerId: number, host: string, kind: apps.AppKind): Promise<void> => {
		if (!(await heldCustomDomain(tx, customerId, host))) throw refuseFirstParty('unknown_custom_domain');
		if ((await ingredientsOf(tx, { hooks }, customerId, host, kind)) !== null) return;
		throw refuseFirstParty(kind === 'login-component' ? 'app_without_login' : 'app_without_banner');
	};
	const existing = async (tx: Tx, customerId: number, id: string): Promise<FirstPartyAppRow> => {
		await lockFirstPartyApp(tx, customerId, id);
		const row = await readFirstPartyApp(tx, customerId, id);
		if (!row) throw refuse('not_found');
		return row;
	};
	return [
		handleIn(storage.inTenant, apps.firstPartyApps, async (tx, { query, scope: { customerId }, language }) => {
			const status = query.status ?? query.filter.status;
			const conditions = narrowed(customerId, {
				q: query.q,
				status: status === undefined ? undefined : Number(status),
				kind: query.kind ?? query.filter.kind,
			});
			const { rows, counted } = await readPage(tx, firstPartyAppsOf(customerId), conditions, query);
			return { data: rows.map((row) => shown(language, row)), page: pageOf(counted, query) };
		}),
		handleIn(storage.inTenant, apps.addFirstPartyApp, async (tx, { asker, body, scope, language }) => {
			const { customerId } = scope;
			const { name, kind, domainName: host } = body;
			await demandServable(tx, customerId, host, kind);
			const id = newId();
			if (!(await insertFirstPartyApp(tx, customerId, id, { name, host, kind, status: turnedTo(body) ?? 1 }))) throw refuseApp('app_taken');
			const row = await existing(tx, customerId, id);
			await record(tx, { asker, scope }, 'added', id, null, row);
			return shown(language, row);
		}),
		handleIn(storage.inTenant, apps.changeFirstPartyApp, async (tx, { asker, body, scope, language }) => {
			const { customerId } = scope;
			const before = await existing(tx, customerId, body.id);
			const status = turnedTo(body) ?? before.status;
			if (status === 1 && before.status === 0) await demandServable(tx, customerId, before.host, before.kind);
			await updateFirstPartyApp(tx, customerId, body.id, { name: body.name ?? before.name, status });
			const after = await existing(tx, customerId, body.id);
			await record(tx, { asker, scope }, 'changed', body.id, before, after);
			return shown(language, after);
		}),
	];
};
