/** The sample tenant: two customers, two domains, a person for each role, and the first one's people (operations.md). Loaded once, on an installation without customers. */

import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import { CLIENT_TYPE } from '@luvalla/contract/identity/applications.ts';
import { blogBanner, type SampleBanner, shopBanner } from '@luvalla/shop/banner.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { SAMPLE_HOSTS } from '#kernel/settings.ts';
import { row, sql, text, uuid } from '#kernel/storage/rows.ts';
import { currentVersion, insertConfiguration, insertSite } from '../wings/consent/wing.ts';
import { addUser, insertApplication } from '../wings/identity/wing.ts';
import { bringDomain, insertCustomer, nextCustomerId } from '../wings/tenancy/wing.ts';
import { keepSampleContents } from './contents.ts';
import { keepSamplePeople } from './keep.ts';

export const sampleEmail = (name: 'admin' | 'partner' | 'owner' | 'editor' | 'person'): string => `${name}@luvalla.localhost`;

/** The shop's sign-in button. */
export const SAMPLE_CLIENT = 'luv_sample_shop';

const loginButton = (shopPort: number) => ({
	clientName: 'Aalto kauppa',
	name: 'Shop sign-in',
	redirectUrl: [],
	allowedOrigins: [`http://${SAMPLE_HOSTS.shop}:${shopPort}`],
	logoUri: '',
	primaryColor: '#2b4a3f',
	secondaryColor: '',
	postLogoutRedirectUris: [],
	backchannelLogoutUri: '',
	allowOfflineAccess: false,
});

/** The shop's pages are few. */
const SAMPLE_SCAN = { every: 'week', nonCmp: false, pages: 5, depth: 1, robots: false } as const;

const noWebhook = { webhookUrl: null, webhookHeaders: null };

/** A customer with one domain; answers their ids. */
const addCustomer = async (
	{ storage }: Pick<Kernel, 'storage'>,
	name: string,
	businessId: string,
	useCM: boolean,
	host: string,
	domainName: string,
) => {
	const customerId = await nextCustomerId(storage);
	const domainId = newId();
	await storage.inTenant(customerId, async (tx) => {
		const details = {
			name,
			businessId,
			address: 'Mannerheimintie 1, Helsinki',
			phone: '+358 9 1234567',
			countryCode: 'FI',
			primaryEmail: sampleEmail('owner'),
		};
		await insertCustomer(tx, customerId, details, CUSTOMER_STATUS.onboarded, useCM);
		await bringDomain(tx, customerId, domainId, { host, name: domainName, ...noWebhook });
	});
	return { customerId, domainId };
};

/** A draft ready to be looked at and published: nothing of it is live. */
const addDraft = async (
	{ storage }: Pick<Kernel, 'storage'>,
	customerId: number,
	domainId: string,
	banner: SampleBanner,
): Promise<void> => {
	const version = await currentVersion();
	const id = newId();
	await storage.inTenant(customerId, (tx) =>
		insertConfiguration(tx, customerId, id, `d${id}`, {
			domainId,
			title: banner.title,
			type: 0,
			template: banner.template,
			sdkVersion: version,
			bundleVersion: version,
			config: JSON.stringify(banner.config),
			mapper: '{}',
			savedBy: sampleEmail('owner'),
		}),
	);
};

/** True when it was loaded now. */
export const loadSample = async (kernel: Pick<Kernel, 'storage'>, shopPort: number, publicUrl: string): Promise<boolean> => {
	const { storage } = kernel;
	if ((await storage.across.run(sql`select 1 from customer limit 1`)) > 0) return false;
	const people = await storage.inPlatform(async (tx) => ({
		admin: await addUser(tx, sampleEmail('admin'), 'Aino Admin', ['ADMIN']),
		partner: await addUser(tx, sampleEmail('partner'), 'Pekka Partner', ['PARTNER']),
		owner: await addUser(tx, sampleEmail('owner'), 'Outi Owner', []),
		editor: await addUser(tx, sampleEmail('editor'), 'Eero Editor', ['DOMAIN_ADMIN']),
		person: await addUser(tx, sampleEmail('person'), 'Päivi Person', []),
	}));
	const aalto = await addCustomer(kernel, 'Aalto Oy', '1234567-8', true, SAMPLE_HOSTS.shop, 'Aalto kauppa');
	const mokki = await addCustomer(kernel, 'Mökki Oy', '8765432-1', false, SAMPLE_HOSTS.blog, 'Mökkiblogi');
	await storage.inTenant(aalto.customerId, async (tx) => {
		await tx.run(
			sql`insert into user_customer (customer_id, user_id, is_customer_admin) values (${aalto.customerId}, ${people.owner}, true), (${aalto.customerId}, ${people.editor}, false)`,
		);
		await tx.run(
			sql`insert into user_domain (customer_id, domain_id, user_id, is_admin) values (${aalto.customerId}, ${aalto.domainId}, ${people.editor}, true)`,
		);
	});
	await storage.inTenant(aalto.customerId, (tx) =>
		insertApplication(
			tx,
			aalto.customerId,
			{ id: newId(), clientId: SAMPLE_CLIENT },
			CLIENT_TYPE.loginComponent,
			loginButton(shopPort),
			null,
		),
	);
	await addDraft(kernel, aalto.customerId, aalto.domainId, shopBanner(`${publicUrl}/profile/privacy`));
	await addDraft(kernel, mokki.customerId, mokki.domainId, blogBanner());
	await storage.inPlatform(async (tx) => {
		const partnerId = newId();
		await tx.run(sql`insert into partner (id, name) values (${partnerId}, 'Pohjola Partners')`);
		await tx.run(sql`insert into partner_user (partner_id, user_id) values (${partnerId}, ${people.partner})`);
		await tx.run(
			sql`insert into partner_customer (partner_id, customer_id) values (${partnerId}, ${aalto.customerId}), (${partnerId}, ${mokki.customerId})`,
		);
	});
	await keepSamplePeople(storage, { ...aalto, userId: people.owner });
	// Its time has come: the first worker scans it.
	await storage.inTenant(aalto.customerId, (tx) => insertSite(tx, aalto.customerId, newId(), SAMPLE_HOSTS.shop, SAMPLE_SCAN, now()));
	await keepSampleContents(storage, publicUrl, { ...aalto, userId: people.owner });
	return true;
};

const SampleDomain = row({ domain_id: uuid, host: text });

/** Ids of the sample's domains by host name, where they exist. */
export const sampleDomains = async ({ storage }: Pick<Kernel, 'storage'>): Promise<Record<keyof typeof SAMPLE_HOSTS, string | null>> => {
	const rows = await storage.across.rows(
		SampleDomain,
		sql`select domain_id, host from domain where host = any(${Object.values(SAMPLE_HOSTS)})`,
	);
	const idOf = (host: string): string | null => rows.find((row) => row.host === host)?.domain_id ?? null;
	return { shop: idOf(SAMPLE_HOSTS.shop), blog: idOf(SAMPLE_HOSTS.blog) };
};
