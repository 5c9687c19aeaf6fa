/**
 * Every call of a wing × every principal × own, another customer's, another partner's and no tenant, against the table that is written
 * in permissions.ts from the specification; on the real server and database. What is checked is the door: nobody gets 401,
 * who may not gets 403, a foreign thing 404, and whoever may gets past it.
 */
import { features } from '@luvalla/contract/all.ts';
import { type CallShape, nameOf } from '@luvalla/contract/call.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { addressesOf } from '../../src/kernel/http/calls.ts';
import { storeList } from '../../src/wings/consent/vendor-lists/store.ts';
import { insertRequest } from '../../src/wings/tenancy/deletion-requests/store.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { choice, draftFor, publishBanner, sendRecords, tcfDraftFor } from '../fixtures.ts';
import { notAssisted, type Principal, permissions } from '../permissions.ts';
import { checkedFile } from '../upload.ts';
import { vendorList } from '../vendor-list.ts';

let t: TestApp;
export type Stage = Tenant & {
	configuration: { id: string; folder: string; publishedFolder: string };
	record: string;
	partnerId: string;
	member: string;
	application: { id: string; clientId: string };
	/** Folder of a TCF draft. */
	tcfDraft: string;
	address: string;
	/** Somebody with an answer. */
	known: string;
	/** Long work that was started. */
	run: string;
	/** Apps of either kind. */
	firstPartyApp: string;
	customerApp: string;
	deletion: string;
	/** The code of one that is open. */
	voucher: string;
	/** One by invoice. */
	payment: string;
};
const stages = new Map<Tenancy, Stage>();
/** Cookie or token of each principal. */
const people = new Map<Principal, { person: Person | null; headers: Record<string, string> }>();

const principals: readonly Principal[] = [
	'nobody',
	'normal user',
	'domain admin',
	'customer admin',
	'partner',
	'admin',
	'machine token',
	'assisted admin',
];
const tenancies = ['own', 'other customer’s', 'other partner’s', 'none'] as const;
type Tenancy = (typeof tenancies)[number];

const newApplication = async (admin: Person, { customerId }: Tenant): Promise<Stage['application']> =>
	(await t.send(admin, 'POST', '/api/manage/client', { body: { customerId, clientName: 'App', clientType: 0 } })).json().data;

const newTcfDraft = async (admin: Person, tenant: Tenant): Promise<string> =>
	(await t.send(admin, 'POST', '/api/cmpconfigurator/tcfconfig', { body: tcfDraftFor(tenant, newId()) })).json().data.folder;

const newAddress = async ({ customerId }: Tenant): Promise<string> => {
	const id = newId();
	await t.storage.inTenant(customerId, (tx) =>
		tx.query(`insert into ledger_address (customer_id, address_id, kind, address) values ($1, $2, 'mail', $3)`, [
			customerId,
			id,
			`${id}@example.com`,
		]),
	);
	return id;
};

const stage = async (admin: Person): Promise<Stage> => {
	const tenant = await t.tenant();
	const configuration = await publishBanner(t, admin, tenant);
	const records = choice({ statistics: true, marketing: false });
	await sendRecords(t, tenant, configuration.publishedFolder, records);
	const partner = await t.send(admin, 'POST', '/api/partner', { body: { name: 'Partner' } });
	const partnerId = String(partner.json().data.id);
	const { userId: member } = await t.person();
	await t.send(admin, 'POST', `/api/partner/${partnerId}/user`, { body: { partnerId, userId: member } });
	const application = await newApplication(admin, tenant);
	return {
		...tenant,
		configuration,
		record: String(records[0]?.id),
		partnerId,
		member,
		application,
		tcfDraft: await newTcfDraft(admin, tenant),
		address: await newAddress(tenant),
		known: await newKnown(admin, tenant),
		run: await newRun(admin, tenant),
		firstPartyApp: await newFirstPartyApp(admin, tenant),
		customerApp: await newCustomerApp(admin, tenant),
		deletion: await newDeletion(tenant),
		voucher: await newVoucher(admin),
		payment: await newPayment(admin, tenant),
	};
};

/** Asked by nobody of those who try. */
const newDeletion = async ({ customerId, domainId, host }: Tenant): Promise<string> => {
	const id = newId();
	await t.storage.inTenant(customerId, (tx) => insertRequest(tx, customerId, id, { domainId, host, reason: '', by: newId(), as: null }));
	return id;
};

const newCustomerApp = async (admin: Person, { customerId, domainId }: Tenant): Promise<string> =>
	(await t.send(admin, 'POST', '/api/customerdomainapp', { body: { customerId, domainId, name: newId() } })).json().data.id;

/** On the domain's own host, whose banner it shows. */
const newFirstPartyApp = async (admin: Person, { customerId, host }: Tenant): Promise<string> => {
	await t.send(admin, 'POST', `/api/manage/customer/${customerId}/customdomain`, { body: { domain: host } });
	const body = { customerId, name: 'Privacy', domainName: host, kind: 'privacy-centre' };
	return (await t.send(admin, 'POST', '/api/firstpartyapp', { body })).json().data.id;
};

const newKnown = async (admin: Person, tenant: Tenant): Promise<string> => {
	const [purpose] = (await t.send(admin, 'GET', `/api/consent/purpose/${tenant.customerId}`)).json().data;
	const recorded = await t.send(admin, 'POST', '/api/audit/domain/people/answer', {
		headers: { customer_key: String(tenant.customerId) },
		body: { person: { email: `k-${newId()}@example.com` }, purposeId: purpose.id, value: false, at: new Date().toISOString() },
	});
	return String(recorded.json().data.luvallaId);
};

const newVoucher = async (admin: Person): Promise<string> =>
	(await t.send(admin, 'POST', '/api/Voucher/Manual', { body: { value: 1 } })).json().data.code;

const newPayment = async (admin: Person, { customerId }: Tenant): Promise<string> =>
	(await t.send(admin, 'POST', '/api/payment', { body: { customerId, credit: 1, reference: newId() } })).json().data.id;

const newRun = async (admin: Person, tenant: Tenant): Promise<string> => {
	return (await checkedFile(t, admin, tenant, 'email\nnobody')).id;
};

/** For a file of tests: a program, tenants and people of its own. */
export const staged = () => {
	beforeAll(async () => {
		t = await testApp();
		const admin = await t.person(['ADMIN']);
		// Shared by every tenant: there must be one to read.
		await t.storage.inPlatform((tx) => storeList(tx, vendorList(), 'uploaded'));
		const own = await stage(admin);
		const others = await stage(admin);
		stages.set('own', own);
		stages.set('other customer’s', await stage(admin));
		stages.set('other partner’s', others);
		stages.set('none', nowhere);
		// Somebody else's partner, so that there is one to be kept out of.
		await t.person(['PARTNER'], { partnerOf: [others] });
		const owner = await t.person([], { adminOf: [own] });
		const plain = (person: Person | null) => ({ person, headers: {} });
		people.set('nobody', plain(null));
		people.set('normal user', plain(await t.person()));
		people.set('domain admin', plain(await t.person(['DOMAIN_ADMIN'], { domainsOf: [own] })));
		people.set('customer admin', plain(owner));
		people.set('partner', plain(await t.person(['PARTNER'], { partnerOf: [own] })));
		people.set('admin', plain(admin));
		people.set('assisted admin', plain(await assisted(admin, await t.person([], { adminOf: [own] }))));
		people.set('machine token', { person: null, headers: await t.machine(admin, own) });
	});
	afterAll(() => t.stop());
	return { app: () => t, stages, people };
};

/** Things that are not there. */
const nowhere: Stage = {
	customerId: 2_000_000_000,
	domainId: newId(),
	host: 'nowhere.example.com',
	configuration: { id: newId(), folder: `d${newId()}`, publishedFolder: `p${'0'.repeat(64)}` },
	record: newId(),
	tcfDraft: `d${newId()}`,
	partnerId: newId(),
	member: newId(),
	application: { id: newId(), clientId: 'luv_nothing' },
	address: newId(),
	known: newId(),
	run: newId(),
	firstPartyApp: newId(),
	customerApp: newId(),
	deletion: newId(),
	voucher: 'none',
	payment: newId(),
};

/** An admin acting as somebody, as the call makes it. */
const assisted = async (admin: Person, as: Person): Promise<Person> => {
	const begun = await t.send(admin, 'POST', '/identity/account/loginasuser', { body: { userName: as.email } });
	const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
	return { ...as, cookie: `${admin.cookie}; ${cookie}` };
};

/** A request that names things of this tenant wherever the call names something. */
export const requestFor = (call: CallShape, at: Stage, shaped: Readonly<Record<string, string>> = {}) => {
	const values: Record<string, string> = {
		id: call.of?.startsWith('customer:') ? String(at.customerId) : call.of?.startsWith('configuration') ? at.configuration.id : at.domainId,
		customerId: String(at.customerId),
		folder: call.path.includes('/published/') ? at.configuration.publishedFolder : at.configuration.folder,
		template: call.path.includes('/tcf/') ? 'tcf-box' : 'box',
		uid: 'nothing',
		person: 'x',
		partnerId: at.partnerId,
		userId: at.member,
		assign: 'true',
		bool: 'true',
		// No delivery's id: past the door, and refused only for its shape.
		deliveryId: 'x',
		// No scan's and no site's id, likewise.
		scanId: 'x',
		siteId: 'x',
		pass: 'before',
		// No erasure's id, likewise.
		erasureId: 'x',
		code: at.voucher,
		// No licence's and no invoice's id, likewise.
		licenseId: 'x',
		invoiceId: 'x',
		// No language: nothing is fetched for it.
		language: 'x',
	};
	if (call.path.startsWith('/cmpconfigurator/TCFconfig/')) values.folder = at.tcfDraft;
	if (call.path.startsWith('/audit/domain/consents/{id}')) values.id = at.record;
	if (call.path.startsWith('/audit/ledger/addresses/{id}')) values.id = at.address;
	if (call.path.startsWith('/audit/domain/people/{id}')) values.id = at.known;
	if (call.path.startsWith('/manage/runs/{id}') || /^\/manage\/config\/upload\/(checked|written|rejected)\//.test(call.path))
		values.id = at.run;
	// No upload's id: past the door, and refused only for its shape.
	if (/^\/manage\/config\/upload\/(check\/)?\{id\}$/.test(call.path)) values.id = 'x';
	// Segments and audiences: past the door, and refused only for their shape.
	if (call.path.startsWith('/manage/domain/person/{id}')) values.id = at.known;
	if (call.path.startsWith('/manage/domain/segment/') || call.path.startsWith('/manage/audience/')) values.id = 'x';
	// Contents and constellations, likewise.
	if (/^\/manage\/(content|constellation|campaign|triggered|signupform)\//i.test(call.path))
		Object.assign(values, { id: 'x', delivery: 'x' });
	// No message's id, likewise.
	if (call.path === '/admin/feedback/{id}') values.id = 'x';
	if (call.path.startsWith('/manage/sender/') || call.path.startsWith('/manage/reportschedules/')) values.id = 'x';
	// No custom domain's id and no host, likewise: nothing is ordered, and nobody's name server is asked.
	if (call.path.includes('/customdomain/')) {
		if (call.path.includes('{customerId}')) values.id = 'x';
		values.domain = 'x';
	}
	if (call.path === '/customerdomainapp/{id}') values.id = at.customerApp;
	if (call.path.startsWith('/manage/domain/deletionrequest/{id}')) values.id = at.deletion;
	if (call.path.startsWith('/manage/Connector/Run/') || call.path.startsWith('/Voucher/{id}')) values.id = 'x';
	if (call.path === '/partner/{id}') values.id = at.partnerId;
	if (call.path === '/cmpconfigurator/gvlfile/{id}') values.id = 'newest';
	if (call.path === '/payment/{id}') values.id = at.payment;
	if (call.of?.startsWith('application:')) values.id = at.application.id;
	// One's own things: past the door, and refused only for their shape.
	if (call.path.startsWith('/account/') || call.path.includes('/views/')) values.id = 'x';
	if (call.path.startsWith('/account/')) values.customerId = 'x';
	// No invitation's id, likewise.
	if (call.path === '/partner/{partnerId}/invite/{id}') values.id = 'x';
	Object.assign(values, shaped);
	const membership = { partnerId: at.partnerId, userId: at.member };
	const today = new Date().toISOString().slice(0, 10);
	const bodies: Record<string, unknown> = {
		'PUT /customer': { id: at.customerId, name: 'Renamed' },
		'PUT /customer/onboard': { id: at.customerId },
		'PUT /customer/basicinfo': { id: at.customerId, name: 'Renamed' },
		'POST /customer': { name: 'New' },
		// Its own host name again: past the door, and refused only as taken.
		'POST /domain': { domain: at.host, customerId: at.customerId },
		'POST /manage/domain/generatetoken': { id: at.domainId, accessToken: null },
		'PUT /manage/domain': { id: at.domainId, domain: at.host, name: 'Renamed' },
		// Declined, so that the domain stays for the next ones.
		'PUT /manage/domain/deletionrequest': { action: 'decline' },
		'POST /manage/domain/deletionrequest/{id}/segments': {},
		'POST /manage/domain/properties': {},
		'PUT /manage/domain/properties': {},
		'PUT /manage/domain/properties/activate': {},
		'POST /manage/domain/properties/submit': {},
		'POST /cmpconfigurator/lightconfig': draftFor(at),
		'POST /cmpconfigurator/tcfconfig': tcfDraftFor(at),
		'POST /partner/{partnerId}/user': membership,
		'PUT /partner/{partnerId}/user': membership,
		'POST /audit/ledger/addresses': { customerId: at.customerId },
		'POST /audit/ledger/check': { customerId: at.customerId },
		'POST /audit/ledger/addresses/{id}/test': { customerId: at.customerId },
		'POST /audit/ledger/addresses/{id}/confirmation': { customerId: at.customerId },
		'POST /manage/client': { customerId: at.customerId },
		'PUT /manage/client': { customerId: at.customerId, clientId: at.application.clientId, clientName: 'App', clientType: 0 },
		'PUT /user': { name: 'Renamed' },
		'PUT /account/passkey/{id}': { name: 'Key' },
		'POST /account/confirm': {},
		'POST /account/confirm/code': { code: '000000' },
		'POST /account/passkey': { name: 'Key', response: {} },
		'POST /account/invite': { customerId: at.customerId },
		'POST /partner/{partnerId}/invite': { email: '' },
		'PUT /consent/purpose/{customerId}': {},
		'POST /consent/purpose/{customerId}': {},
		'POST /audit/domain/people/answer': {},
		// Nobody's id: who may ask starts a run that finds nobody.
		'POST /audit/domain/people/erase': { selection: { these: ['01900000-0000-7000-8000-000000000000'] } },
		'POST /audit/domain/people/file': {},
		'POST /customer/{id}/domain/snippetcheck': {},
		'POST /audit/domain/people/{id}/identifiers/remove': {},
		'POST /account/consents': {},
		'POST /account/consents/choice': {},
		'POST /manage/config/upload/check/{id}': {},
		'POST /manage/config/upload/written/{id}/segment': { name: 'People' },
		'PUT /manage/domain/person/{id}': {},
		'POST /manage/domain/person/{id}/merge': {},
		'POST /manage/domain/person/{id}/unmerge': {},
		'PUT /manage/domain/eventsettings/{id}': {},
		'POST /manage/domain/segment': {},
		'PUT /manage/domain/segment': {},
		'POST /manage/domain/segment/preview': {},
		'POST /manage/domain/segment/{id}/members': {},
		'POST /manage/domain/segment/{id}/members/remove': {},
		'POST /manage/audience': {},
		'POST /manage/sender': {},
		'PUT /manage/sender': {},
		'POST /manage/Connector': { customerId: at.customerId },
		'PUT /manage/Connector': { customerId: at.customerId },
		'POST /manage/Connector/Run': {},
		'PUT /manage/audience': {},
		'POST /manage/content': {},
		'PUT /manage/content': {},
		'POST /manage/content/preview': {},
		'POST /manage/content/template': {},
		'POST /manage/content/text/price': {},
		'POST /manage/constellation/': {},
		'PUT /manage/constellation/': {},
		'POST /manage/Campaign': {},
		'PUT /manage/Campaign': {},
		'PUT /admin/feedback/{id}': {},
		'POST /user/views': {},
		'PUT /user/views/{id}': {},
		'POST /manage/views': {},
		'PUT /manage/views/{id}': {},
		'POST /account/address': {},
		'POST /account/address/confirm': {},
		'POST /manage/customer/{id}/customdomain': {},
		'POST /firstpartyapp': { customerId: at.customerId },
		'PUT /firstpartyapp': { id: at.firstPartyApp, name: 'Renamed' },
		'POST /customerdomainapp': { customerId: at.customerId },
		'PUT /customerdomainapp': { id: at.customerApp, name: 'Renamed' },
		'POST /v1/signups': { domainId: at.domainId },
		'POST /v1/consents': { domainId: at.domainId, answers: [{}] },
		'POST /v1/consents/state': { domainId: at.domainId },
		'POST /v1/consents/identify': { domainId: at.domainId },
		'POST /v1/profiles': { domainId: at.domainId },
		'POST /v1/profiles/state': { domainId: at.domainId },
		'POST /v1/events': { domainId: at.domainId },
		'POST /v1/segments/{id}/members': { domainId: at.domainId },
		'POST /v1/devices': { domainId: at.domainId },
		'POST /v1/devices/remove': { domainId: at.domainId },
		'POST /cmpconfigurator/published/{folder}/test': {},
		// No site is on the list: past the door, and refused only for that.
		'POST /manage/browserscan/cookie': { customerId: at.customerId },
		'POST /manage/browserscan/cookie/noncmp': { customerId: at.customerId },
		'POST /customer/createcustomerscan': { customerId: at.customerId },
		'PUT /customer/{id}/customerscan/{siteId}': {},
		'POST /customer/{id}/domainlicense': {},
		'POST /Voucher/Manual': {},
		'POST /payment': { customerId: at.customerId },
		'PUT /customer/charged': { customerId: at.customerId },
		'PUT /customer/lowcredits': { customerId: at.customerId },
		'POST /customer/tariff': {},
		'POST /payment/stripe': { customerId: at.customerId },
		// Past the door, and refused only for its shape.
		'PUT /payment': { transactionId: at.payment },
		'POST /customer/{id}/aggregateddomaincountsfordates': { startDate: today, endDate: today, domainList: [] },
		'POST /customer/{id}/aggregateddomaineventcountsfordates': { startDate: today, endDate: today, domainList: [] },
		// Past the door, and refused only for their shape.
		'POST /manage/reportschedules': {},
		'PUT /manage/reportschedules/{id}': {},
	};
	const queries: Record<string, string> = {
		'GET /content': '?type=featureHelp',
		'GET /content/search': '?q=banner',
		'GET /manage/find': '?q=banner',
		'GET /customer/eventreport': '?email=anna@example.com',
		'GET /customer/spending': `?customerId=${at.customerId}`,
		'GET /manage/browserscan/history': `?customerId=${at.customerId}`,
		'GET /user/views': '?list=people',
		'GET /manage/views': '?list=people',
		'POST /user/contactus': '?message=hello',
		'GET /audit/domain/consentrates': '?by=day',
		'GET /cmpconfigurator/published/{folder}/difference': `?from=${at.configuration.publishedFolder}`,
		'GET /manage/Connector/RunData': `?CustomerId=${at.customerId}`,
		'GET /manage/Connector/Test': '?id=x',
		// Something stands on it: past the door, and refused for that.
		'DELETE /manage/domain': `?id=${at.domainId}`,
		'POST /manage/domain/deletionrequest': `?id=${at.domainId}`,
		'PUT /manage/domain/deletionrequest': `?id=${at.deletion}`,
		'DELETE /manage/domain/deletionrequest': `?id=${at.deletion}`,
		'DELETE /manage/domain/properties': '?id=x',
		'GET /manage/domain/properties/domains': '?id=x',
		'PUT /customer/Status': `?id=${at.customerId}&status=1`,
		'GET /account/invite': `?customerId=${at.customerId}`,
		'DELETE /account/invite/{id}': `?customerId=${at.customerId}`,
		'DELETE /audit/ledger/addresses/{id}': `?customerId=${at.customerId}`,
		'GET /customer/ledgerreport': `?customerId=${at.customerId}`,
		'GET /customer/ledgerreport/file': `?customerId=${at.customerId}`,
	};
	const url = (addressesOf(call)[0] ?? '').replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
	return {
		url: `${url}${queries[nameOf(call)] ?? ''}`,
		headers: {
			...(call.of?.startsWith('domain:header') && { domain_key: at.domainId }),
			...(call.of === 'customer:current' && { customer_key: String(at.customerId) }),
		},
		body: bodies[nameOf(call)],
	};
};

type Answer = 'passes' | 401 | 403 | 404;

/** What the table says. */
const expected = (call: CallShape, principal: Principal, tenancy: Tenancy): Answer => {
	const name = nameOf(call);
	const permission = permissions.get(name);
	if (!permission) throw new Error(`${name} is not in the table`);
	if (permission.who === 'anyone') return 'passes';
	// Public addresses know tokens and no cookies: a person who is signed in is nobody there.
	if (principal === 'nobody' || (call.api === 'edge' && principal !== 'machine token')) return 401;
	if (!permission.who.includes(principal)) return 403;
	if (permission.tenant && tenancy !== 'own' && principal !== 'admin') return 404;
	if (principal === 'assisted admin' && notAssisted.has(name)) return 403;
	return 'passes';
};

/** Who acts for somebody is refused behind the shapes, so these have theirs. */
const SHAPED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'DELETE /account/session/{id}': { id: 'ab'.repeat(32) },
	'PUT /account/passkey/{id}': { id: newId() },
	'DELETE /account/passkey/{id}': { id: newId() },
};

// Calls that end a session are tried in tests of their own.
export const ENDS = new Set([
	'DELETE /account',
	'POST /account/logoff',
	'POST /account/loginasuser/end',
	'POST /account/session/endothers',
]);
const isTried = (call: CallShape): boolean =>
	!ENDS.has(nameOf(call)) &&
	!(call.api === 'edge' && call.may.includes('anyone')) &&
	!call.path.startsWith('/interaction') &&
	call.path !== '/link';

/** Tries the door of every call that the contract has of a wing. */
export const tryDoorsOf = (wing: string): void => {
	staged();
	const tried = features.filter((one) => one.wing === wing).flatMap(({ calls }) => calls.map(([, call]) => call).filter(isTried));
	describe.each(principals)('%s', (principal) => {
		test.each(tenancies.flatMap((tenancy) => tried.map((call) => [nameOf(call), tenancy, call] as const)))(
			'%s on %s tenant',
			async (name, tenancy, call) => {
				const at = stages.get(tenancy);
				const who = people.get(principal);
				const admin = people.get('admin')?.person;
				if (!at || !who || !admin) throw new Error('no stage');
				// What a call deletes is made for it.
				if (tenancy !== 'none' && (call.of?.startsWith('application:') || name === 'PUT /manage/client'))
					at.application = await newApplication(admin, at);
				if (tenancy !== 'none' && name.endsWith('/audit/domain/people/{id}')) at.known = await newKnown(admin, at);
				if (tenancy !== 'none' && name.includes('/audit/ledger/addresses/{id}')) at.address = await newAddress(at);
				if (tenancy !== 'none' && name === 'DELETE /cmpconfigurator/TCFconfig/{folder}') at.tcfDraft = await newTcfDraft(admin, at);
				if (tenancy !== 'none' && /^(PUT|DELETE) .customerdomainapp/.test(name)) at.customerApp = await newCustomerApp(admin, at);
				if (name === 'PUT /voucher/{customerId}/{code}') {
					if (tenancy !== 'none') at.voucher = await newVoucher(admin);
					// Whoever acts for somebody uses up their own tries.
					await t.storage.inPlatform((tx) => tx.query(`delete from rate_limit where key like 'voucher tries:%'`));
				}
				const { url, headers, body } = requestFor(call, at, principal === 'assisted admin' ? SHAPED[name] : undefined);
				const answer = await t.send(who.person, call.method, url, { headers: { ...headers, ...who.headers }, body });
				const want = expected(call, principal, tenancy);
				expect(answer.status).toBeLessThan(500);
				// ADMIN asking for what is not there is let in and finds nothing.
				if (want === 'passes') expect(tenancy === 'none' ? [401, 403] : [401, 403, 404]).not.toContain(answer.status);
				else expect([name, answer.status]).toEqual([name, want]);
			},
		);
	});
};
