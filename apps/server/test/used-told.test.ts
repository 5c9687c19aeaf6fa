/** That something is used is told to whoever may change it, and what uses it to whoever may see that; nobody else learns that it is there. */
import { expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { type Person, startApp } from './app.ts';
import { campaignScene } from './engagement/scene.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

/** Stands in every name. */
const SECRET = 'salattu';
const WEBHOOK = { url: 'https://127.0.0.1:1/', secret: `whsec_${Buffer.from('used-told-used-told-used-told-12').toString('base64')}` };

/** Things of one domain, each used by another. */
const staged = async () => {
	const scene = await campaignScene(t);
	const { ask, fine, tenant } = scene;
	const add = async (path: string, body: object): Promise<string> => (await fine<{ id: string }>(ask('POST', path, body))).id;
	const segment = await add('/api/manage/domain/segment', { name: `${SECRET} segment`, isDomainSpecific: true, domainId: tenant.domainId });
	const everybodys = await add('/api/manage/domain/segment', { name: `Everybody’s ${newId()}` });
	const audience = await add('/api/manage/audience', { title: `${SECRET} audience`, segments: [segment, everybodys] });
	await fine(ask('POST', `/api/manage/audience/${audience}/approve`));
	const content = await add('/api/manage/content', {
		...{ title: `${SECRET} content`, contentType: 'Email', controls: { en: { subject: 'Hello' } } },
	});
	const constellation = await add('/api/manage/constellation/', { title: `${SECRET} constellation`, channel: 0, contents: [content] });
	await add('/api/manage/Campaign', {
		...{ title: `${SECRET} campaign`, constellation: [{ constellationIdFK: constellation, channel: 0 }], audienceIdFK: audience },
	});
	const out = { ...WEBHOOK, direction: 'outbound', audienceId: audience, purposeId: scene.purpose };
	await scene.add('webhook', out, { name: `${SECRET} connector` });
	const acts: readonly (readonly [code: string, method: 'PUT' | 'DELETE', path: string, body?: object])[] = [
		['segment_used', 'DELETE', `/api/manage/domain/segment?id=${segment}`],
		['audience_used', 'DELETE', `/api/manage/audience?id=${audience}`],
		['content_used', 'DELETE', `/api/manage/content?id=${content}`],
		['content_used', 'PUT', '/api/manage/content', { id: content, contentType: 'SMS', controls: { en: { simpletext: 'Hello' } } }],
		['constellation_used', 'DELETE', `/api/manage/constellation/?id=${constellation}`],
		['constellation_used', 'PUT', '/api/manage/constellation/', { id: constellation, channel: 1, contents: [] }],
	];
	return { scene, acts, everybodys };
};

test('a stranger, another role and a machine read of what is used that there is nothing, or that it is not theirs to ask', async () => {
	const { scene, acts, everybodys } = await staged();
	const { tenant, owner } = scene;
	const { customerId } = tenant;
	const second = { customerId, domainId: '', host: `${newId()}.example` };
	second.domainId = (await t.send(owner, 'POST', '/api/domain', { body: { domain: second.host, customerId } })).json().data.id;
	const other = await campaignScene(t);
	const elsewhere = await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] });
	const partner = await t.person(['PARTNER'], { partnerOf: [other.tenant] });
	const own = scene.headers;
	const beside = { customer_key: String(customerId), domain_key: second.domainId };
	const askers: readonly (readonly [string, Person | null, Record<string, string>, status: number])[] = [
		['admin of a domain beside, there', elsewhere, beside, 404],
		['admin of a domain beside, here', elsewhere, own, 404],
		['admin of another customer, there', other.owner, other.headers, 404],
		['admin of another customer, here', other.owner, own, 404],
		['partner of another customer', partner, own, 404],
		['somebody who is signed in', await t.person(), own, 403],
		['nobody', null, own, 401],
		['a machine of the customer', null, { ...own, ...scene.machine }, 403],
		['a machine of another customer', null, { ...own, ...other.machine }, 403],
	];
	for (const [, method, path, body] of acts)
		for (const [asker, who, headers, status] of askers) {
			const answer = await t.send(who, method, path, { headers, ...(body && { body }) });
			expect([method, path, asker, answer.status, answer.text.includes(SECRET), answer.text.includes('_used')]).toEqual([
				...[method, path, asker, status, false, false],
			]);
		}
	// A segment that is the customer's may be used by everybody, and is not theirs to delete: by what it is used is not said.
	const foreign = await t.send(elsewhere, 'DELETE', `/api/manage/domain/segment?id=${everybodys}`, { headers: beside });
	expect([foreign.status, foreign.json().code, foreign.text.includes(SECRET)]).toEqual([403, 'foreign_segment', false]);
	// One of their own, which another domain uses: that it is used, and not by what.
	const theirs = await t.send(elsewhere, 'POST', '/api/manage/domain/segment', { headers: beside, body: { name: `Theirs ${newId()}` } });
	await scene.fine(scene.ask('POST', '/api/manage/audience', { title: `${SECRET} too`, segments: [theirs.json().data.id] }));
	const used = await t.send(elsewhere, 'DELETE', `/api/manage/domain/segment?id=${theirs.json().data.id}`, { headers: beside });
	expect([used.status, used.json().code, used.text.includes(SECRET)]).toEqual([409, 'segment_used', false]);

	for (const [code, method, path, body] of acts) {
		const answer = await scene.ask(method, path, body);
		expect([method, path, answer.status, answer.json().code]).toEqual([method, path, 409, code]);
	}
	const named = await scene.ask('DELETE', acts[1]?.[2] ?? '');
	for (const what of ['campaign', 'connector']) expect(named.json().error).toContain(`${SECRET} ${what}`);
});
