/** A published banner and records from it, made through the calls themselves. */
import { tcfTemplates } from '@luvalla/banner/tcf/templates.ts';
import { templates } from '@luvalla/banner/templates.ts';
import { v7 } from 'uuid';
import { onTestFinished } from 'vitest';
import type { Person, Tenant, TestApp } from './app.ts';

export const SDK = '0.4.0';

export const draftFor = (tenant: Tenant, title = 'Banner') => ({
	customerId: tenant.customerId,
	domain: tenant.host,
	title,
	type: 0,
	template: 'bottom-bar',
	sdkVersion: SDK,
	bundleVersion: SDK,
	config: JSON.stringify(templates['bottom-bar'].config),
	mapper: '{}',
});

export interface SentMail {
	subject: string;
	bodyText: string | null;
	bodyHtml: string | null;
}

/** What one address was mailed by the installation, newest first: of all mails, as other tests' clocks are years ahead. */
export const mailsTo = (t: Pick<TestApp, 'storage'>, address: string): Promise<SentMail[]> =>
	t.storage.inPlatform((tx) =>
		tx.query<SentMail>(
			'select subject, body_text as "bodyText", body_html as "bodyHtml" from mail where recipient = $1 order by created_at desc, id desc',
			[address],
		),
	);

/** A TCF draft; English only, whose official texts are the list's own. */
export const tcfDraftFor = (tenant: Tenant, title = 'TCF banner', change: object = {}) => ({
	customerId: tenant.customerId,
	domain: tenant.host,
	title,
	type: 1,
	template: 'tcf-bar',
	sdkVersion: SDK,
	bundleVersion: SDK,
	config: JSON.stringify({ ...tcfTemplates['tcf-bar'].config, languages: ['en'], ...change }),
	mapper: '{}',
});

/** Saves and publishes a banner; answers the draft's id and folder and the published folder. */
export const publishBanner = async (
	t: TestApp,
	who: Person,
	tenant: Tenant,
	title = 'Banner',
	change: { config?: string; mapper?: string } = {},
) => {
	const saved = await t.send(who, 'POST', '/api/cmpconfigurator/lightconfig', { body: { ...draftFor(tenant, title), ...change } });
	if (saved.status !== 200) throw new Error(saved.text);
	const { id, folder } = saved.json().data as { id: string; folder: string };
	const published = await t.send(who, 'POST', `/api/cmpconfigurator/${folder}/publish`);
	if (published.status !== 200) throw new Error(published.text);
	return { id, folder, publishedFolder: String(published.json().data.publishedFolder), version: Number(published.json().data.version) };
};

const at = (id: string): string => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();

/** One record as a banner makes it; `msecs` sets the visitor's clock. */
export const edgeRecord = (category: string, value: boolean, over: Record<string, unknown> = {}, msecs = Date.now()) => {
	const id = v7({ msecs });
	return { id, choiceId: v7({ msecs }), at: at(id), category, value, language: 'en', gpc: false, ...over };
};

/** The records of one choice: one for each category that asks. */
export const choice = (values: Record<string, boolean>, msecs = Date.now()) => {
	const choiceId = v7({ msecs });
	return Object.entries(values).map(([category, value]) => edgeRecord(category, value, { choiceId }, msecs));
};

/** What the devices of these tests made for themselves. */
export const DEVICE_KEY = 'key-of-a-device-in-a-test';
/** A visitor as their device names them; whoever has a dot has a key of their own. */
export const withKey = (visitor: string, key = DEVICE_KEY): string => (visitor.includes('.') ? visitor : `${visitor}.${key}`);

export const sendRecords = (
	t: TestApp,
	tenant: Tenant,
	configuration: string,
	records: readonly unknown[],
	headers: Record<string, string> = {},
) =>
	t.send(null, 'POST', '/edge/v1/records', {
		headers: {
			origin: `https://${tenant.host}`,
			'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
			...headers,
		},
		body: { domainId: tenant.domainId, configuration, deviceKey: DEVICE_KEY, records },
	});

/** One view of the first layer, as a beacon tells it. */
export const sendImpression = (t: TestApp, tenant: Tenant, configuration: string, headers: Record<string, string> = {}, language = 'en') =>
	t.send(null, 'POST', '/edge/v1/impressions', {
		headers: { origin: `https://${tenant.host}`, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0', ...headers },
		body: { domainId: tenant.domainId, configuration, language },
	});

/** One thing that a visitor did; `msecs` sets the visitor's clock. */
export const visitorEvent = (type: string, properties: object = {}, msecs = Date.now()) => {
	const id = v7({ msecs });
	return { id, at: at(id), type, properties };
};

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

/** What a visitor did, told by a page of the domain. @param visitor their record of the yes that lets them be remembered */
export const sendVisit = (
	t: TestApp,
	tenant: Tenant,
	configuration: string,
	visitor: string,
	events: readonly unknown[] = [visitorEvent('view')],
	headers: Record<string, string> = {},
) =>
	t.send(null, 'POST', '/edge/v1/visitor/events', {
		headers: { origin: `https://${tenant.host}`, 'user-agent': AGENT, ...headers },
		body: { domainId: tenant.domainId, configuration, visitor: withKey(visitor), events },
	});

export const sendForget = (t: TestApp, tenant: Tenant, configuration: string, visitor: string, headers: Record<string, string> = {}) =>
	t.send(null, 'POST', '/edge/v1/visitor/forget', {
		headers: { origin: `https://${tenant.host}`, 'user-agent': AGENT, ...headers },
		body: { domainId: tenant.domainId, configuration, visitor: withKey(visitor) },
	});

/**
 * A domain's webhook goes to a plain http address until the test is over. Only https can be saved, and who lists domains
 * checks that: the row of one file would break the lists of the next in the same database.
 */
export const pointWebhook = async (t: TestApp, { customerId }: Tenant, url: string): Promise<void> => {
	const point = (to: string | null) =>
		t.storage.inTenant(customerId, (tx) =>
			tx.query(
				`update domain set webhook_url = $2, webhook_since = case when $2::text is null then null else now() end where customer_id = $1`,
				[customerId, to],
			),
		);
	await point(url);
	onTestFinished(async () => {
		await point(null);
	});
};
