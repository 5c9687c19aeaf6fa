/** A customer with people who said yes, a published letter, a mail server and campaigns, by the calls of its admin. */
import { CHANNELS, type Channel } from '@luvalla/contract/channels.ts';
import type { Campaign, CampaignOptions } from '@luvalla/contract/engagement/campaigns.ts';
import { expect } from 'vitest';
import { newId, now } from '../../src/kernel/clock.ts';
import { int, orNull, row, sql, text } from '../../src/kernel/storage/rows.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import type { Tenant, TestApp } from '../app.ts';
import { connectorScene } from '../connectors/scene.ts';

export const LETTER: Frozen = {
	channel: 'email',
	language: 'en',
	languages: {
		en: {
			subject: 'Hello {{ person.first_name }}',
			html: '<html><body><p>Hello {{ person.first_name }}</p><p>{% luvalla_link 0 %}https://shop.example/a{% endluvalla_link %}</p></body></html>',
			text: 'Hello {{ person.first_name }}\n{{ links.unsubscribe }}',
			heroimage: null,
			heroimageAlt: null,
		},
	},
	webHook: null,
};

export type Scene = Awaited<ReturnType<typeof campaignScene>>;

export const campaignScene = async (t: TestApp, given?: Tenant) => {
	const base = await connectorScene(t, given);
	const { tenant, owner, ask, fine } = base;
	const { customerId, domainId } = tenant;
	const purpose = await base.purpose(`Letters ${newId()}`);
	const machine = await t.machine(owner, tenant);
	const tenantTx = <T>(work: Parameters<typeof t.storage.inTenant<T>>[1]) => t.storage.inTenant(customerId, work);

	/** Answers of people, a hundred at a time. */
	const say = async (emails: readonly string[], value: boolean, to = purpose): Promise<void> => {
		for (let at = 0; at < emails.length; at += 100) {
			const answers = emails
				.slice(at, at + 100)
				.map((email) => ({ person: { email }, purpose: to, value, at: new Date().toISOString(), source: 'Paper' }));
			const sent = await t.send(null, 'POST', '/edge/v1/consents', { headers: machine, body: { domainId, answers } });
			expect([sent.status, sent.json().data?.results.filter((one: { outcome: string }) => one.outcome !== 'stored')]).toEqual([200, []]);
		}
	};
	/** A segment of these people. */
	const segment = async (emails: readonly string[], name = `Segment ${newId()}`): Promise<string> => {
		const { id } = await fine<{ id: string }>(ask('POST', '/api/manage/domain/segment', { name }));
		for (let at = 0; at < emails.length; at += 100)
			await fine(
				ask('POST', `/api/manage/domain/segment/${id}/members`, { people: emails.slice(at, at + 100).map((email) => ({ email })) }),
			);
		return id;
	};
	const audience = async (segments: readonly string[]): Promise<string> => {
		const { id } = await fine<{ id: string }>(ask('POST', '/api/manage/audience', { title: `Audience ${newId()}`, segments }));
		await fine(ask('POST', `/api/manage/audience/${id}/approve`));
		return id;
	};
	/** A constellation with one published version of this letter. */
	const published = async (frozen: Frozen = LETTER): Promise<string> => {
		const id = newId();
		await tenantTx(async (tx) => {
			await tx.run(sql`insert into constellation (customer_id, constellation_id, domain_id, title, channel, contents, uat, status, version, created_at, changed_at)
				values (${customerId}, ${id}, ${domainId}, ${id}, ${CHANNELS.indexOf(frozen.channel)}, '{}', '', 1, 1, ${now()}, ${now()})`);
			await tx.run(sql`insert into constellation_version (customer_id, constellation_id, version, channel, frozen, published_at, published_by)
				values (${customerId}, ${id}, 1, ${CHANNELS.indexOf(frozen.channel)}, ${JSON.stringify(frozen)}, ${now()}, 'user:test')`);
		});
		return id;
	};
	const smtp = (port: number): Promise<unknown> => base.add('smtp', { host: '127.0.0.1', port, security: 'none', user: '', password: '' });

	const campaign = async (
		given: { audience: string; constellation: string; channel?: Channel; options?: Partial<CampaignOptions> } & Record<string, unknown>,
	): Promise<Campaign> => {
		const { audience: audienceIdFK, constellation, channel = 'email', options, ...over } = given;
		const made = await fine<Campaign>(
			ask('POST', '/api/manage/Campaign', {
				title: `Campaign ${newId()}`,
				constellation: [{ constellationIdFK: constellation, channel: CHANNELS.indexOf(channel) }],
				audienceIdFK,
				...(options && { options }),
				...over,
			}),
		);
		return fine<Campaign>(ask('POST', `/api/manage/Campaign/${made.id}/publish`, {}));
	};
	/** A campaign of this text to whoever has this phone, published; answers its id. */
	const textTo = async (phone: string, letter: Frozen): Promise<string> => {
		const { id } = await fine<{ id: string }>(ask('POST', '/api/manage/domain/segment', { name: `Phones ${newId()}` }));
		await fine(ask('POST', `/api/manage/domain/segment/${id}/members`, { people: [{ phone }] }));
		await base.followed();
		const sent = { audience: await audience([id]), constellation: await published(letter), channel: 'sms' as const };
		return (await campaign(sent)).id;
	};
	const execute = (id: string): Promise<Campaign> => fine<Campaign>(ask('POST', `/api/manage/campaign/${id}/execute`));
	const progress = (id: string, run?: string) =>
		// biome-ignore lint/suspicious/noExplicitAny: read by each test as it needs
		fine<any>(ask('GET', `/api/manage/campaign/${id}/progress${run ? `?run=${run}` : ''}`));
	/** Waits until a run is so. The table is looked at meanwhile: the call counts all that the run did, at the cost of the run itself. */
	const until = async (id: string, states: readonly string[], run?: string) => {
		for (;;) {
			const so = await tenantTx((tx) =>
				tx.rows(
					row({ state: text }),
					sql`select r.state from campaign_run r where r.customer_id = ${customerId} and r.campaign_id = ${id} and r.state = any(${[...states]}::text[])`,
				),
			);
			const now = so.length > 0 ? await progress(id, run) : null;
			if (now && states.includes(now.run.state)) return now;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	};
	/** Another purpose, as it is said. */
	const addPurpose = async (over: object = {}): Promise<string> => {
		const name = `Purpose ${newId()}`;
		const body = { domainId, name, wording: { en: { name, about: 'About it.' } }, ...over };
		return (await fine<{ id: string }>(ask('POST', `/api/consent/purpose/${customerId}`, body))).id;
	};
	return {
		...base,
		purpose,
		addPurpose,
		machine,
		say,
		segment,
		audience,
		published,
		smtp,
		campaign,
		textTo,
		execute,
		progress,
		until,
		tenantTx,
		/** What became of each, as it is stored: people in their order, messages of one in theirs. */
		rowsByNumber: () =>
			tenantTx((tx) =>
				tx.rows(
					row({ number: int, state: text, reason: orNull(text), said: orNull(text), cost: int, address: orNull(text) }),
					sql`select number, state, reason, said, coalesce(cost_micros, 0)::int as cost, address from delivery where customer_id = ${customerId} order by number, at`,
				),
			),
		/** A campaign of this message to a segment of these. */
		campaignTo: async (whom: readonly string[], frozen: Frozen, over: object) =>
			campaign({ audience: await audience([await segment(whom)]), constellation: await published(frozen), ...over }),
		emails: (n: number, word = 'p'): string[] => Array.from({ length: n }, (_, one) => `${word}${one}-${newId()}@example.com`),
	};
};
