/** Lists of cookies of Cookiebot and OneTrust, in the shapes that they write, as drafts of a banner: by category, nothing dropped without a word. */
import type { CookieListDraft } from '@luvalla/contract/consent/cookie-lists.ts';
import type { LightConfig } from '@luvalla/contract/consent/light.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCookieList, typeOf } from '../src/wings/consent/cookie-lists/read.ts';
import { bringStarters } from '../src/wings/consent/wing.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { xlsx } from './profiles/xlsx.ts';
import { uploadTo } from './upload.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
	await bringStarters(t.server.kernel.storage);
});
afterAll(async () => {
	await t.storage.asOwner((owner) => owner.query('delete from cookie_entry; delete from cookie_starter'));
	await t.stop();
});

/** As the script of Cookiebot's declaration has them: name, provider, purpose, expiry, kind. */
const COOKIEBOT_SCRIPT = `CookieConsentDialog.cookieTableNecessaryCount = 2;
CookieConsentDialog.cookieTableNecessary = [['CookieConsent','Cookiebot<br/>','Stores the user\\'s cookie consent state for the current domain','1 year','HTTP Cookie','1','','https://www.cookiebot.com/goto/privacy-policy/'],['shop_basket','shop.example','Keeps what is in the basket','Session','HTTP Cookie','1']];
CookieConsentDialog.cookieTablePreference = [['lang','shop.example','Remembers the user\\'s selected language [fi, en]','Session','HTTP Cookie','1']];
CookieConsentDialog.cookieTableStatistics = [['_ga_#','google.com','Registers a unique ID','2 years','HTTP Cookie','1'],['hjViewportId','hotjar.com','Saves the screen size','Persistent','HTML Local Storage','2']];
CookieConsentDialog.cookieTableAdvertising = [['_fbp','facebook.com','Used by Facebook','3 months','HTTP Cookie','1']];
CookieConsentDialog.cookieTableUnclassified = [['x17','shop.example','','1 day','HTTP Cookie','1']];
`;
const COOKIEBOT_CSV = `Name;Provider;Purpose;Expiry;Type;Category
CookieConsent;Cookiebot;Stores the consent;1 year;HTTP Cookie;Necessary
shop_basket;shop.example;"Keeps what is in; the basket";Session;HTTP Cookie;Necessary
lang;shop.example;Remembers the language;Session;HTTP Cookie;Preferences
_ga_#;google.com;Registers a unique ID;2 years;HTTP Cookie;Statistics
hjViewportId;hotjar.com;Saves the screen size;Persistent;HTML Local Storage;Statistics
_fbp;facebook.com;Used by Facebook;3 months;HTTP Cookie;Marketing
x17;shop.example;;1 day;HTTP Cookie;Unclassified
`;
const COOKIEBOT_JSON = JSON.stringify({
	cookies: [
		...[['CookieConsent', 'Cookiebot', 1, '1 year', 'Stores the consent'] as const],
		...[['shop_basket', 'shop.example', 1, 'Session', 'Keeps what is in the basket'] as const],
		...[['lang', 'shop.example', 2, 'Session', 'Remembers the language'] as const],
		...[['_ga_#', 'google.com', 3, '2 years', 'Registers a unique ID'] as const],
		...[['hjViewportId', 'hotjar.com', 3, 'Persistent', 'Saves the screen size'] as const],
		...[['_fbp', 'facebook.com', 4, '3 months', 'Used by Facebook'] as const],
		...[['x17', 'shop.example', 5, '1 day', ''] as const],
	].map(([Name, Provider, Category, Expires, PurposeDescription]) => ({ Name, Provider, Category, Expires, PurposeDescription })),
});
const ONETRUST_ROWS = [
	['Category', 'Cookie Name', 'Host', 'Lifespan', 'Description', 'First Party / Third Party'],
	['Strictly Necessary Cookies', 'OptanonConsent', 'shop.example', '365 days', 'Set by OneTrust', 'First Party'],
	['Strictly Necessary Cookies', 'shop_basket', 'shop.example', 'Session', 'Keeps what is in the basket', 'First Party'],
	['Functional Cookies', 'lang', 'shop.example', 'Session', 'Remembers the language', 'First Party'],
	['Performance Cookies', '_ga_xxxxxxxxxx', 'google.com', '730 days', 'Registers a unique ID', 'Third Party'],
	['Performance Cookies', 'hjViewportId', 'hotjar.com', 'A few seconds', 'Saves the screen size', 'Third Party'],
	['Targeting Cookies', '_fbp', 'facebook.com', '90 days', 'Used by Facebook', 'Third Party'],
	['Unknown', 'x17', 'shop.example', '1 day', '', 'First Party'],
];
const ONETRUST_CSV = ONETRUST_ROWS.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');
const own = (Name: string, Host: string, Length: string, description: string, IsSession = false) => ({
	...{ id: 'a', Name, Host, IsSession, Length, description, thirdPartyDescription: null, patternKey: null, DurationType: 1 },
});
const ONETRUST_JSON = JSON.stringify({
	DomainData: {
		Groups: [
			{
				...{ OptanonGroupId: 'C0001', CustomGroupId: 'C0001', GroupName: 'Ehdottoman tarpeelliset evästeet', Hosts: [] },
				FirstPartyCookies: [
					own('OptanonConsent', 'shop.example', '365', 'Set by OneTrust'),
					own('shop_basket', 'shop.example', '0', 'Keeps what is in the basket', true),
				],
			},
			{
				CustomGroupId: 'C0003',
				GroupName: 'Functional',
				Hosts: [],
				FirstPartyCookies: [own('lang', 'shop.example', '0', 'Remembers the language', true)],
			},
			{
				...{ CustomGroupId: 'C0002', GroupName: 'Performance' },
				FirstPartyCookies: [own('_ga_xxxxxxxxxx', 'google.com', '730', 'Registers a unique ID')],
				Hosts: [{ HostName: 'hotjar.com', DisplayName: 'hotjar.com', Cookies: [own('hjViewportId', '', '1', 'Saves the screen size')] }],
			},
			{
				CustomGroupId: 'C0004',
				GroupName: 'Targeting',
				Hosts: [],
				FirstPartyCookies: [own('_fbp', 'facebook.com', '90', 'Used by Facebook')],
			},
			{ CustomGroupId: 'SSPD_BG', GroupName: 'Whatever', Hosts: [], FirstPartyCookies: [own('x17', 'shop.example', '1', '')] },
		],
	},
});

const LISTS: readonly (readonly [string, string, string | Buffer, CookieListDraft['from']])[] = [
	['Cookiebot’s script', 'cc.js', COOKIEBOT_SCRIPT, 'cookiebot'],
	['Cookiebot’s CSV', 'cookies.csv', `\uFEFF${COOKIEBOT_CSV}`, 'cookiebot'],
	['Cookiebot’s JSON', 'cookies.json', COOKIEBOT_JSON, 'cookiebot'],
	['OneTrust’s CSV', 'cookies.csv', ONETRUST_CSV, 'onetrust'],
	['OneTrust’s workbook', 'cookies.xlsx', xlsx([{ name: 'Cookies', rows: ONETRUST_ROWS }]), 'onetrust'],
	['OneTrust’s JSON', 'en.json', ONETRUST_JSON, 'onetrust'],
];

const owned = async (): Promise<{ tenant: Tenant; owner: Person }> => {
	const tenant = await t.tenant();
	return { tenant, owner: await t.person([], { adminOf: [tenant] }) };
};
const send = (who: Person, tenant: Tenant, content: string | Buffer, name = 'cookies.csv', query = '') =>
	uploadTo(t, who, tenant, `/api/cmpconfigurator/domain/${tenant.domainId}/cookielist${query}`, content, name, 'cookies');
const configOf = async (who: Person, tenant: Tenant, id: string): Promise<LightConfig> => {
	const answer = await t.send(who, 'GET', `/api/cmpconfigurator/${id}`, { headers: { customer_key: String(tenant.customerId) } });
	expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
	return JSON.parse(answer.json().data.config);
};

test('a draft of a domain with a long name has a title by which it can be saved again', async () => {
	const { tenant, owner } = await owned();
	const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.localhost`;
	const added = await t.send(owner, 'POST', '/api/domain', { body: { customerId: tenant.customerId, domain: host } });
	const sent = await send(owner, { ...tenant, domainId: added.json().data.id }, COOKIEBOT_CSV);
	const { configurationId, title } = sent.json().data;
	expect(title).toMatch(/^a{60}\.b+ Cookiebot 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/);
	const kept = (
		await t.send(owner, 'GET', `/api/cmpconfigurator/${configurationId}`, { headers: { customer_key: String(tenant.customerId) } })
	).json().data;
	const again = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', { body: { ...kept, id: configurationId } });
	expect(again.status, again.text).toBe(200);
});

describe.each(LISTS)('%s', (_, name, content, from) => {
	test('becomes a draft with each cookie in its category, and names what is not in it', async () => {
		const { tenant, owner } = await owned();
		const sent = await send(owner, tenant, content, name);
		expect([sent.status, sent.json()]).toEqual([200, expect.anything()]);
		const draft: CookieListDraft = sent.json().data;
		expect(draft).toMatchObject({
			from,
			rows: 7,
			cookies: 5,
			language: 'en',
			placed: [
				{ type: 'necessary', count: 1 },
				{ type: 'preferences', count: 1 },
				{ type: 'statistics', count: 2 },
				{ type: 'marketing', count: 1 },
			],
		});
		expect(draft.left.map(({ name: cookie, why }) => [cookie, why])).toEqual([
			[from === 'cookiebot' ? 'CookieConsent' : 'OptanonConsent', 'old_banner'],
			['x17', 'category'],
		]);
		const config = await configOf(owner, tenant, draft.configurationId);
		const cookies = config.categories.map(({ key, necessary, cookies }) => [necessary ? 'necessary' : key, cookies]);
		expect(Object.fromEntries(cookies)).toMatchObject({
			// Our own stands there by the template.
			necessary: [{ name: 'luvalla' }, { name: 'shop_basket', lifetimeSeconds: 0 }],
			preferences: [{ name: 'lang', provider: 'shop.example', lifetimeSeconds: 0 }],
			statistics: [{ name: '_ga_*', provider: 'google.com', lifetimeSeconds: 63_072_000 }, { name: 'hjViewportId' }],
			marketing: [{ name: '_fbp', about: { en: 'Used by Facebook' } }],
		});
	});
});

test('what the list calls strictly necessary and the repository knows for something else is nobody’s to wave through', async () => {
	const { tenant, owner } = await owned();
	const sent = await send(
		owner,
		tenant,
		'Category,Cookie Name,Host,Lifespan,Description\nC0001,_ga,google.com,730 days,Analytics\nC0001,own,shop.example,1 day,Ours\n',
	);
	expect(sent.json().data).toMatchObject({ cookies: 1, left: [{ name: '_ga', category: 'C0001', why: 'doubted' }] });
});

test('descriptions in a language that the draft is not in are left out, and it says so', async () => {
	const { tenant, owner } = await owned();
	const sent = await send(owner, tenant, COOKIEBOT_CSV, 'cookies.csv', '?language=sv');
	expect(sent.json().data).toMatchObject({ cookies: 5, language: null });
	const config = await configOf(owner, tenant, sent.json().data.configurationId);
	expect(config.categories.find(({ key }) => key === 'marketing')?.cookies[0]).not.toHaveProperty('about');
});

test('what the domain has already stays, twice is once, and a description is of the language that was said', async () => {
	const { tenant, owner } = await owned();
	const first: CookieListDraft = (await send(owner, tenant, COOKIEBOT_CSV, 'cookies.csv', '?language=fi')).json().data;
	const config = await configOf(owner, tenant, first.configurationId);
	expect(config.categories.find(({ key }) => key === 'marketing')?.cookies[0]?.about).toEqual(
		config.languages.includes('fi') ? { fi: 'Used by Facebook' } : undefined,
	);
	const again: CookieListDraft = (
		await send(
			owner,
			tenant,
			`${COOKIEBOT_CSV}_fbp;other.example;Again;1 day;HTTP Cookie;Marketing\nnew;a.example;New;1 day;HTTP Cookie;Marketing\n`,
		)
	).json().data;
	expect(again.cookies).toBe(6);
	const after = await configOf(owner, tenant, again.configurationId);
	expect(after.categories.find(({ key }) => key === 'marketing')?.cookies.map(({ name }) => name)).toEqual(['_fbp', 'new']);
});

test('what the domain has in another category stays there, and is named', async () => {
	const { tenant, owner } = await owned();
	await send(owner, tenant, 'Category,Cookie Name,Host,Lifespan,Description\nC0003,own,shop.example,1 day,Ours\n');
	const sent = await send(owner, tenant, 'Category,Cookie Name,Host,Lifespan,Description\nC0004,own,shop.example,1 day,Ours\n');
	expect(sent.json().data).toMatchObject({ cookies: 0, placed: [], left: [{ name: 'own', category: 'C0004', why: 'elsewhere' }] });
});

test.each([
	['', 'not_a_cookie_list'],
	['Name,Host\n_ga,google.com\n', 'not_a_cookie_list'],
	['{"cookies": 1}', 'not_a_cookie_list'],
	['[{"a":1}]', 'not_a_cookie_list'],
	['"', 'not_a_cookie_list'],
	['PK\u0003\u0004 nothing', 'not_a_cookie_list'],
	[`Name,Category\n${Array.from({ length: 5001 }, (_, n) => `c${n},Marketing`).join('\n')}`, 'cookie_list_long'],
])('what is no list, or too long a one, is refused in words: %.20s', async (content, code) => {
	const { tenant, owner } = await owned();
	const sent = await send(owner, tenant, content);
	expect([sent.status, sent.json().code]).toEqual([422, code]);
});

test('nobody drafts on a domain that they do not administer', async () => {
	const { tenant } = await owned();
	const other = await owned();
	expect((await send(other.owner, { ...other.tenant, domainId: tenant.domainId }, COOKIEBOT_CSV)).status).toBe(404);
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [other.tenant] });
	expect((await send(editor, other.tenant, COOKIEBOT_CSV)).status).toBe(200);
});

test('usual names of categories, in both tools’ words, ids and some languages', () => {
	expect(['Necessary', 'Strictly Necessary Cookies', 'C0001', 'Välttämättömät', 'Essential'].map(typeOf)).toEqual(
		Array(5).fill('necessary'),
	);
	expect(['Preferences', 'Functional Cookies', 'C0003', 'Mieltymykset'].map(typeOf)).toEqual(Array(4).fill('preferences'));
	expect(['Statistics', 'Performance Cookies', 'C0002', 'Tilastot', 'Analytics'].map(typeOf)).toEqual(Array(5).fill('statistics'));
	expect(['Marketing', 'Targeting Cookies', 'Social Media Cookies', 'C0004', 'C0005', 'Markkinointi'].map(typeOf)).toEqual(
		Array(6).fill('marketing'),
	);
	expect(['Unclassified', 'Unknown', '', 'C0006', '5', 'unnecessary'].map(typeOf)).toEqual(Array(6).fill(null));
	expect(readCookieList('Cookie;Luokka;Kesto\na;Markkinointi;1 vuosi\n').cookies[0]).toMatchObject({
		lifetimeSeconds: null,
		keeps: '1 vuosi',
	});
});
