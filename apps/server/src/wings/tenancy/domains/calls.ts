/** The domain calls: rules around the store. */
import * as domains from '@luvalla/contract/tenancy/domains.ts';
import { recordActivity, recorderOf } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import { rolesOn, type Scope } from '#kernel/access/decide.ts';
import { newId } from '#kernel/clock.ts';
import { type FileColumn, listFile } from '#kernel/http/csv-file.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { pageOf, readPage, walk } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { hasApps } from '../customer-domain-apps/store.ts';
import { lockCustomer, readCustomer } from '../customers/store.ts';
import { demandHost, lettersOf } from './host.ts';
import { bringDomain, proveDomain, renameDomain, toProve } from './proof.ts';
import { demandReach } from './reach.ts';
import {
	clearDomain,
	DOMAINS,
	type DomainRow,
	dropDomain,
	lockHost,
	type Narrowed,
	narrowed,
	narrowedOfAll,
	ownersOf,
	pageOfAllDomains,
	readDomain,
	updateDomain,
} from './store.ts';
import { giveToken, revokeToken } from './token.ts';
import { goesElsewhere, shownWebhook, storedWebhook } from './webhook.ts';

export const refuseDomain = refusals({
	domain_taken: [
		409,
		'This host name is already in use on this installation.',
		'Tämä verkkotunnus on jo käytössä tässä asennuksessa.',
		'domain',
	],
	domain_recorded: [
		409,
		'Something was published or recorded under this host name, so it stays. Add the new name as a domain of its own.',
		'Tällä verkkotunnuksella on julkaistu tai kirjattu jotakin, joten nimi pysyy. Lisää uusi nimi omaksi verkkotunnuksekseen.',
	],
	domain_in_use: [
		409,
		'Something stands on this domain: a banner or a draft, records, people, segments or campaigns. So it stays.',
		'Tällä verkkotunnuksella on jotakin: banneri tai luonnos, kirjauksia, henkilöitä, segmenttejä tai kampanjoita. Siksi se pysyy.',
	],
	domain_published: [
		409,
		'A banner is live on this host name, so it cannot change. Add the new name as a domain of its own.',
		'Tällä verkkotunnuksella on julkaistu banneri, joten nimeä ei voi vaihtaa. Lisää uusi nimi omaksi verkkotunnuksekseen.',
	],
});

const administers = (asker: Asker, row: DomainRow): boolean => {
	const held = rolesOn(asker, row.customer_id);
	return held.has('admin') || held.has('partner') || held.has('customerAdmin') || (asker.domains.get(row.domain_id)?.isAdmin ?? false);
};

/** `owners`: who has shown that a host is theirs, among those of unproven rows. */
const shown = (
	{ secrets, settings }: Pick<Kernel, 'secrets' | 'settings'>,
	asker: Asker,
	row: DomainRow,
	owners: ReadonlyMap<string, number>,
): domains.Domain => ({
	id: row.domain_id,
	domain: row.host,
	letters: lettersOf(row.host),
	name: row.name,
	customerId: row.customer_id,
	CustomerIdFK: row.customer_id,
	customerName: row.customer_name,
	isAdmin: administers(asker, row),
	accessToken: null,
	hasToken: row.has_token,
	tokenLastUsedAt: row.token_used_at?.toISOString() ?? null,
	// Where a person does not administer the domain, its webhook is none of their business.
	consentChangeWebHook: administers(asker, row) ? shownWebhook(secrets, row) : null,
	banner: row.live_banner,
	proof: row.proven_by !== null && row.proven_at !== null ? { by: row.proven_by, at: row.proven_at.toISOString() } : null,
	toProve:
		row.proven_at === null && administers(asker, row)
			? toProve({ secrets, settings }, row.host, row.domain_id, (owners.get(row.host) ?? row.customer_id) !== row.customer_id)
			: null,
	createdAt: row.created_at.toISOString(),
});

const existing = async (tx: Tx, customerId: number, domainId: string): Promise<DomainRow> => {
	const row = await readDomain(tx, customerId, domainId);
	if (!row) throw refuse('not_found');
	return row;
};

/** The same, held until the transaction ends. */
const lockedDomain = async (tx: Tx, customerId: number, domainId: string): Promise<DomainRow> => {
	await lockHost(tx, customerId, domainId);
	return existing(tx, customerId, domainId);
};

/** Of one customer those that the asker may see. */
const ofCustomer = ({ customerId, domains: seen }: Scope, query: Narrowed & { filter: Narrowed }) =>
	narrowed(seen === 'all' ? null : [...seen], { ...query, ...query.filter, customerId });

const FILE: readonly FileColumn<DomainRow>[] = [
	{ en: 'Domain', fi: 'Verkkotunnus', of: (row) => row.host },
	{ en: 'Name', fi: 'Nimi', of: (row) => row.name },
	{ en: 'Customer', fi: 'Asiakas', of: (row) => row.customer_name },
	{ en: 'Banner', fi: 'Banneri', of: ({ live_banner: live }) => (live === null ? null : `${live.title} ${live.version}`) },
	{ en: 'Proven by', fi: 'Omistuksen osoitti', of: ({ proven_by: by }) => by },
	{ en: 'Added', fi: 'Lisätty', of: (row) => row.created_at.toISOString() },
];

const record = recorderOf('domain', ({ host, name, webhook_url }: DomainRow) => ({ host, name, webhook_url }));

export const domainRoutes = (kernel: Kernel): Route[] => {
	const { storage, secrets, askers, hooks, settings } = kernel;
	const shownAll = async (tx: Tx, asker: Asker, rows: readonly DomainRow[]): Promise<domains.Domain[]> => {
		const hosts = rows.flatMap((row) => (row.proven_at === null ? [row.host] : []));
		const owners = await ownersOf(tx, hosts);
		return rows.map((row) => shown(kernel, asker, row, owners));
	};
	const shownOne = async (tx: Tx, asker: Asker, row: DomainRow): Promise<domains.Domain> =>
		shown(kernel, asker, row, await ownersOf(tx, row.proven_at === null ? [row.host] : []));
	return [
		handle(domains.allDomains, async ({ asker, query }) => {
			const { rows, counted } = await pageOfAllDomains(storage.acrossInReport, { ...query, ...query.filter });
			return { data: await shownAll(storage.acrossInReport, asker, rows), page: pageOf(counted, query) };
		}),
		handleIn(storage.inTenant, domains.customerDomains, async (tx, { asker, query, scope }) => {
			const { rows, counted } = await readPage(tx, DOMAINS, ofCustomer(scope, query), query);
			return { data: await shownAll(tx, asker, rows), page: pageOf(counted, query) };
		}),
		handle(domains.allDomainsFile, async ({ query, language }) =>
			listFile(
				'domains',
				language,
				FILE,
				walk(
					(work) => work(storage.acrossInReport),
					DOMAINS,
					await narrowedOfAll(storage.acrossInReport, { ...query, ...query.filter }),
					query.sort,
				),
			),
		),
		handle(domains.customerDomainsFile, async ({ query, scope, language }) =>
			listFile(
				'domains',
				language,
				FILE,
				walk(async (work) => await storage.inTenant(scope.customerId, work), DOMAINS, ofCustomer(scope, query), query.sort),
			),
		),
		handleIn(storage.inTenant, domains.readDomain, async (tx, { asker, params, scope: { customerId } }) =>
			shownOne(tx, asker, await existing(tx, customerId, params.id)),
		),
		handle(domains.addDomain, async ({ asker, body, scope }) => {
			const { customerId } = scope;
			const domainId = newId();
			const answer = await storage.inTenant(customerId, async (tx) => {
				await lockCustomer(tx, customerId);
				if (!(await readCustomer(tx, customerId))) throw refuse('not_found');
				demandHost(body.domain);
				demandReach(settings.outboundAllow, body.consentChangeWebHook);
				const webhook = storedWebhook(secrets, domainId, body.consentChangeWebHook, null);
				if (!(await bringDomain(tx, customerId, domainId, { host: body.domain, name: body.name, ...webhook })))
					throw refuseDomain('domain_taken');
				const added = await existing(tx, customerId, domainId);
				await record(tx, { asker, scope }, 'added', domainId, null, added);
				return shownOne(tx, asker, added);
			});
			await askers.changed('*');
			return answer;
		}),
		handle(domains.changeDomain, async ({ asker, body, scope }) => {
			const { customerId } = scope;
			const answer = await storage.inTenant(customerId, async (tx) => {
				await lockCustomer(tx, customerId);
				const held = await lockHost(tx, customerId, body.id);
				const before = await existing(tx, customerId, body.id);
				if (!administers(asker, before)) throw refuse('not_allowed');
				if (held && body.domain !== undefined && body.domain !== before.host) {
					if (scope.as === 'domainAdmin') throw refuse('not_allowed');
					demandConfirmed(asker);
					if (before.live_banner) throw refuseDomain('domain_published');
					const used = await hooks.usedDomain.ask(tx, { customerId, domainId: before.domain_id });
					if (used.includes(true)) throw refuseDomain('domain_recorded');
					demandHost(body.domain);
					if (!(await renameDomain(tx, customerId, body.id, held, body.domain))) throw refuseDomain('domain_taken');
					await hooks.domainRenamed.tell(tx, { customerId, domainId: before.domain_id, host: body.domain });
				}
				demandReach(settings.outboundAllow, body.consentChangeWebHook, before.webhook_url);
				// Everything that people say from now on goes there.
				if (goesElsewhere(body.consentChangeWebHook, before)) demandConfirmed(asker);
				const webhook = storedWebhook(secrets, body.id, body.consentChangeWebHook, before);
				await updateDomain(tx, customerId, body.id, { name: body.name ?? before.name, ...webhook });
				const after = await existing(tx, customerId, body.id);
				await record(tx, { asker, scope }, 'changed', body.id, before, after);
				return shownOne(tx, asker, after);
			});
			if (body.domain !== undefined) await askers.changed('*');
			return answer;
		}),
		handle(domains.deleteDomain, async ({ asker, query, scope }) => {
			demandConfirmed(asker);
			const { customerId } = scope;
			await storage.inTenant(customerId, async (tx) => {
				await lockCustomer(tx, customerId);
				await clearDomain(tx, customerId, query.id);
				const before = await lockedDomain(tx, customerId, query.id);
				const domainId = before.domain_id;
				const stands = await hooks.standsOn.ask(tx, { customerId, domainId });
				if (before.live_banner || stands.includes(true) || (await hasApps(tx, customerId, domainId))) throw refuseDomain('domain_in_use');
				await revokeToken(tx, customerId, domainId);
				await hooks.domainGone.tell(tx, { customerId, domainId });
				await dropDomain(tx, customerId, before);
				await record(tx, { asker, scope }, 'deleted', domainId, before, null);
			});
			await askers.changed('*');
			return { deleted: true };
		}),
		handle(domains.generateToken, async ({ asker, body, scope }) => {
			demandConfirmed(asker);
			const { customerId } = scope;
			const accessToken = await storage.inTenant(customerId, async (tx) => {
				const { domain_id: thingId, has_token: replaced } = await lockedDomain(tx, customerId, body.id);
				const made = body.accessToken === null ? null : await giveToken(tx, customerId, thingId);
				if (made === null) await revokeToken(tx, customerId, thingId);
				// Nothing is revoked where there is nothing.
				if (made !== null || replaced)
					await recordActivity(tx, customerId, asker, {
						action: made === null ? 'revoked' : replaced ? 'rotated' : 'added',
						thing: 'access_token',
						thingId,
					});
				return made;
			});
			await askers.changed(body.id.toLowerCase());
			return { accessToken };
		}),
		handle(domains.confirmDomain, async ({ asker, params, scope }) => {
			demandConfirmed(asker);
			const { customerId } = scope;
			return storage.inTenant(customerId, async (tx) => {
				const { host, domain_id: domainId } = await existing(tx, customerId, params.id);
				const done = await proveDomain(tx, customerId, { domainId, host, by: 'admin', asker });
				if (done === 'elsewhere') throw refuseDomain('domain_taken', {});
				return shownOne(tx, asker, await existing(tx, customerId, params.id));
			});
		}),
	];
};
