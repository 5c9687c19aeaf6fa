/** The custom domain calls: rules around the store. */
import * as custom from '@luvalla/contract/tenancy/custom-domains.ts';
import { newId, now } from '#kernel/clock.ts';
import { type Language, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { lookNow, type Ordering, recordOf, wantOrder } from '../certificates/order.ts';
import { lockCustomer, readCustomer } from '../customers/store.ts';
import { demandHost, isLocal, lettersOf } from '../domains/host.ts';
import { ownerOf, ownersOf } from '../domains/store.ts';
import { appsOn } from '../first-party-apps/store.ts';
import { expectedOf } from './expected.ts';
import { differing, isRight, unasked } from './look.ts';
import { reasonSentence, recordSentence, warningSentence } from './sentences.ts';
import {
	CUSTOM_DOMAINS,
	type CustomDomainRow,
	clearCustomDomain,
	customDomainByHost,
	customOwnerOf,
	freeCustomHost,
	insertCustomDomain,
	keepLook,
	type Looked,
	lockCustomDomain,
	narrowed,
	readCustomDomain,
	removeCustomDomain,
	SERVED,
	setCreated,
	tellHost,
} from './store.ts';

const refuseCustom = refusals({
	host_of_ours: [
		422,
		'This name is the installation’s own, or one machine’s, so it cannot be a custom domain.',
		'Tämä nimi on asennuksen oma tai yhden koneen sisäinen, joten se ei voi olla oma verkkotunnus.',
	],
	custom_domain_taken: [
		409,
		'This host is a custom domain already, or another company has shown that it is theirs.',
		'Tämä verkkotunnus on jo lisätty, tai toinen yritys on osoittanut sen omakseen.',
		'domain',
	],
	custom_domain_ordering: [
		409,
		'A certificate is being ordered just now. Look again in a moment.',
		'Varmennetta tilataan juuri nyt. Katso hetken päästä uudelleen.',
	],
	custom_domain_served: [
		409,
		'This custom domain is validated already. Renew its certificate instead.',
		'Tämä verkkotunnus on jo vahvistettu. Uusi sen varmenne.',
	],
	custom_domain_unserved: [
		409,
		'This custom domain has no certificate to renew. Validate it first.',
		'Tällä verkkotunnuksella ei ole uusittavaa varmennetta. Vahvista se ensin.',
	],
	custom_domain_used: [
		409,
		'A first-party app stands on this host. Turn it off first.',
		'Tällä verkkotunnuksella on käytössä oleva sovellus. Ota se ensin pois käytöstä.',
	],
	order_too_soon: [
		429,
		'The certificate authority wants to be left alone for a while. The time of the next try stands beside the reason.',
		'Varmentaja pyytää odottamaan. Seuraavan yrityksen aika näkyy syyn vieressä.',
	],
	no_certificates: [
		409,
		'This installation serves no custom domains: whoever runs it has to set HTTPS_PORT, and ACME_HTTP_PORT or ACME_DNS_PORT.',
		'Tämä asennus ei tarjoile omia verkkotunnuksia: ylläpitäjän on asetettava HTTPS_PORT sekä ACME_HTTP_PORT tai ACME_DNS_PORT.',
	],
});

/** A custom domain as it is answered. @param records what was expected and found */
const shown = (language: Language, row: CustomDomainRow, records: readonly Looked[]): custom.CustomDomain => {
	const served = SERVED.includes(row.status);
	const count = row.looked_at === null ? 0 : row.differing;
	const { serial, issuer, way, not_before: notBefore, not_after: notAfter, renew_at: renewAt } = row;
	return {
		id: row.custom_domain_id,
		domain: row.host,
		letters: lettersOf(row.host),
		customerId: row.customer_id,
		customerName: row.customer_name,
		status: row.status,
		dns: checkOf(language, records, row.looked_at),
		differing: count,
		warning: served && count > 0 ? warningSentence(language, row.host, count, renewAt) : null,
		reason: row.reason && { code: row.reason.code, sentence: reasonSentence(language, row.reason) },
		nextTryAt: row.next_try_at?.toISOString() ?? null,
		ordering: row.order_id !== null,
		certificate:
			serial !== null && issuer !== null && way !== null && notBefore !== null && notAfter !== null && renewAt !== null
				? {
						...{ serial, issuer, way },
						...{ notBefore: notBefore.toISOString(), notAfter: notAfter.toISOString(), renewAt: renewAt.toISOString() },
					}
				: null,
		since: {
			Initiated: row.created_at.toISOString(),
			Created: row.ordered_at?.toISOString() ?? null,
			Validated: row.validated_at?.toISOString() ?? null,
			Renewed: row.renewed_at?.toISOString() ?? null,
			Invalid: row.invalid_at?.toISOString() ?? null,
		},
	};
};

/** Nothing has to be said of addresses that there should not be and are not. */
const isIdle = ({ type, expected, found, state }: Looked): boolean =>
	type === 'AAAA' && expected.length === 0 && found.length === 0 && state !== 'failed';

const checkOf = (language: Language, records: readonly Looked[], at: Date | null): custom.DnsCheck => ({
	isValid: at !== null && records.every(isRight),
	records: records
		.filter((one) => !isIdle(one))
		.map((one) => ({
			...{ type: one.type, name: one.name, expected: one.expected, found: one.found, needed: one.needed, state: one.state },
			ok: isRight(one),
			sentence: recordSentence(language, one),
		})),
	checkedAt: at?.toISOString() ?? null,
});

/** Answers rows as the calls show them: what was looked at, or what has to be set. */
export const createShowing =
	({ kernel, addresses }: Ordering) =>
	async (tx: Tx, language: Language, rows: readonly CustomDomainRow[]): Promise<custom.CustomDomain[]> => {
		const fresh = rows.filter(({ records }) => records === null);
		const owners = await ownersOf(
			tx,
			fresh.map(({ host }) => host),
		);
		const own = fresh.length === 0 ? [] : await addresses();
		return rows.map((row) => {
			const proven = owners.get(row.host) === row.customer_id;
			return shown(language, row, row.records ?? unasked(expectedOf(kernel, own, row.customer_id, row.host, proven)));
		});
	};

export const customDomainRoutes = (ordering: Ordering): Route[] => {
	const { kernel } = ordering;
	const { storage, settings } = kernel;
	const showAll = createShowing(ordering);

	const showOne = async (tx: Tx, language: Language, row: CustomDomainRow): Promise<custom.CustomDomain> => {
		const [one] = await showAll(tx, language, [row]);
		if (!one) throw refuse('not_found');
		return one;
	};
	const locked = async (tx: Tx, customerId: number, id: string): Promise<CustomDomainRow> => {
		await lockCustomDomain(tx, customerId, id);
		const row = await readCustomDomain(tx, customerId, id);
		if (!row) throw refuse('not_found');
		return row;
	};
	/** @throws Refused where no certificate may be ordered now */
	const demandOrderable = ({ order_id, next_try_at }: CustomDomainRow): void => {
		if (settings.httpsPort === null || (settings.acmeHttpPort === null && settings.acmeDnsPort === null))
			throw refuseCustom('no_certificates');
		if (order_id !== null) throw refuseCustom('custom_domain_ordering');
		const wait = next_try_at === null ? 0 : next_try_at.getTime() - now().getTime();
		if (wait > 0) throw refuseCustom('order_too_soon').after(Math.ceil(wait / 1000));
	};
	/** @throws Refused 422 */
	const demandOthers = (host: string): void => {
		const own = new URL(settings.publicUrl).hostname;
		const zone = settings.customDomainCname;
		if (isLocal(host) || host === own || host === zone || host.endsWith(`.${zone}`)) throw refuseCustom('host_of_ours');
	};

	return [
		handleIn(storage.inTenant, custom.customDomains, async (tx, { query, scope: { customerId }, language }) => {
			const status = query.status ?? query.filter.status;
			const conditions = narrowed({ q: query.q, customerId, id: query.filter.id, statuses: status === undefined ? undefined : [status] });
			const { rows, counted } = await readPage(tx, CUSTOM_DOMAINS, conditions, query);
			return { data: await showAll(tx, language, rows), page: pageOf(counted, query) };
		}),
		handleIn(storage.inTenant, custom.validatedCustomDomains, async (tx, { query, scope: { customerId }, language }) => {
			const conditions = narrowed({ q: query.q, customerId, statuses: SERVED });
			const { rows, counted } = await readPage(tx, CUSTOM_DOMAINS, conditions, query);
			return { data: await showAll(tx, language, rows), page: pageOf(counted, query) };
		}),
		handle(custom.addCustomDomain, async ({ asker, body, scope: { customerId }, language }) => {
			const { domain: host } = body;
			return storage.inTenant(customerId, async (tx) => {
				await lockCustomer(tx, customerId);
				if (!(await readCustomer(tx, customerId))) throw refuse('not_found');
				demandOthers(host);
				demandHost(host);
				const owners = [await ownerOf(tx, host), await customOwnerOf(tx, host)];
				if (owners.some((owner) => owner !== null && owner !== customerId)) throw refuseCustom('custom_domain_taken');
				const id = newId();
				if (!(await insertCustomDomain(tx, customerId, id, host))) throw refuseCustom('custom_domain_taken');
				const row = await locked(tx, customerId, id);
				await recordOf(tx, customerId, asker, 'added', row, { status: row.status });
				return showOne(tx, language, row);
			});
		}),
		handle(custom.deleteCustomDomain, async ({ asker, params, scope: { customerId } }) => {
			await storage.inTenant(customerId, async (tx) => {
				const row = await locked(tx, customerId, params.id);
				await clearCustomDomain(tx, customerId, row.host);
				if ((await appsOn(tx, customerId, row.host)).some(({ status }) => status === 1)) throw refuseCustom('custom_domain_used');
				await removeCustomDomain(tx, customerId, params.id);
				await freeCustomHost(tx, row.host, customerId);
				await recordOf(tx, customerId, asker, 'deleted', row, null);
				await tellHost(tx, row.host);
			});
			return {};
		}),
		handleIn(storage.inTenant, custom.validateCustomDomain, async (tx, { asker, params, scope: { customerId }, language }) => {
			const row = await locked(tx, customerId, params.id);
			if (SERVED.includes(row.status)) throw refuseCustom('custom_domain_served');
			demandOrderable(row);
			await setCreated(tx, customerId, params.id);
			await wantOrder(tx, kernel, customerId, params.id);
			await recordOf(tx, customerId, asker, 'ordered', row, { status: 'Created' });
			return showOne(tx, language, await locked(tx, customerId, params.id));
		}),
		handleIn(storage.inTenant, custom.renewCustomDomain, async (tx, { asker, params, scope: { customerId }, language }) => {
			const row = await locked(tx, customerId, params.id);
			if (!SERVED.includes(row.status)) throw refuseCustom('custom_domain_unserved');
			demandOrderable(row);
			await wantOrder(tx, kernel, customerId, params.id);
			await recordOf(tx, customerId, asker, 'ordered', row, { status: row.status });
			return showOne(tx, language, await locked(tx, customerId, params.id));
		}),
		handle(custom.checkCustomDomain, async ({ params, scope: { customerId }, language }) => {
			const found = await storage.inTenant(customerId, (tx) => customDomainByHost(tx, customerId, params.domain));
			if (!found) throw refuse('not_found');
			// Nothing is held while other people's servers think.
			const looked = await lookNow(ordering, customerId, found.host);
			return storage.inTenant(customerId, async (tx) => {
				await keepLook(tx, customerId, found.custom_domain_id, looked, differing(looked));
				return checkOf(language, looked, now());
			});
		}),
	];
};
