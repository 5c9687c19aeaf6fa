/**
 * Things of one domain, named by their ids in every call of campaigns, triggered sends, contents, senders and sign-up forms, by everybody who
 * has nothing to do with it. The door's own table (`door.ts`) tries these calls with ids that are none; here each is one that is there, in a
 * request that its owner is let through with.
 */
import { features } from '@luvalla/contract/all.ts';
import { type CallShape, nameOf } from '@luvalla/contract/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { int, row, sql, text } from '../src/kernel/storage/rows.ts';
import { type Person, type TestApp, testApp } from './app.ts';
import { campaignScene, LETTER } from './engagement/scene.ts';
import { openSink, type Sink } from './engagement/sink.ts';
import { CONFIG, WORDING } from './signup-stage.ts';

let t: TestApp;
let sink: Sink;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
	sink = await openSink({});
});
afterAll(async () => {
	await sink.stop();
	await t.stop();
});

/** Stands in everything that may not be told. */
const SECRET = 'salattu';

const staged = async () => {
	const scene = await campaignScene(t);
	const { ask, fine, tenant, emails } = scene;
	const { customerId, domainId } = tenant;
	const [email = ''] = emails(1, SECRET);
	await scene.smtp(sink.port);
	await scene.add('printing-house', { house: 'Painotalo', price: 0.78, pagePrice: 0.04 });
	const paper = await scene.addPurpose({ channels: ['leaflet'] });
	await scene.say([email], true);
	await scene.say([email], true, paper);
	const home = { firstName: SECRET, lastName: 'Koski', street: 'Linnankatu 1', postalCode: '20100', city: 'Turku', country: 'FI' };
	const known = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: scene.machine,
		body: { domainId, profiles: [{ person: { email }, ...home }] },
	});
	const person: string = known.json().data.results[0].luvallaId;
	const segment = await scene.segment([email], `${SECRET} segment`);
	const audience = await scene.audience([segment]);
	const letter = await scene.published();
	const leaflet = await scene.published({
		...LETTER,
		channel: 'leaflet',
		languages: { en: { subject: null, html: '<p>Hei</p>', text: 'Hei', heroimage: null, heroimageAlt: null } },
	});
	const run = async (constellation: string, channel: 'email' | 'leaflet') => {
		const made = await scene.campaign({ audience, constellation, channel, title: `${SECRET} ${channel}` });
		await scene.execute(made.id);
		const done = await scene.until(made.id, ['done', 'failed', 'paused']);
		expect([channel, done.states.accepted]).toEqual([channel, 1]);
		return { id: made.id, run: done.run.id as string };
	};
	const [mailed, printed] = [await run(letter, 'email'), await run(leaflet, 'leaflet')];
	const { deliveries } = await fine<{ deliveries: { id: string }[] }>(ask('GET', `/api/manage/campaign/${mailed.id}/deliveries`));
	const triggered = await fine<{ id: string }>(
		ask('POST', '/api/manage/triggered', {
			title: `${SECRET} welcome`,
			journey: { trigger: { kind: 'consent', purposeId: scene.purpose }, first: letter },
		}),
	);
	await fine(ask('POST', `/api/manage/triggered/${triggered.id}/start`));
	const content = await fine<{ id: string }>(
		ask('POST', '/api/manage/content', { title: `${SECRET} content`, contentType: 'subject', content: SECRET }),
	);
	const sender = await fine<{ id: string }>(
		ask('POST', '/api/manage/sender', { domainId, name: SECRET, address: `klubi@${tenant.host}`, postal: 'Kauppakatu 1' }),
	);
	const purpose = await scene.addPurpose({ name: `Marketing ${newId()}`, wording: WORDING, channels: ['email'] });
	const config = { ...CONFIG, purposeId: purpose };
	const form = await fine<{ id: string }>(ask('POST', '/api/manage/signupform', { title: `${SECRET} form`, config }));
	await fine(ask('POST', `/api/manage/signupform/${form.id}/publish`));
	return {
		scene,
		customerId,
		domainId,
		email,
		person,
		segment,
		audience,
		letter,
		leaflet,
		mailed,
		printed,
		delivery: deliveries[0]?.id ?? '',
		triggered,
		content,
		sender,
		config,
		form,
	};
};
type Stage = Awaited<ReturnType<typeof staged>>;

/** The request that each call is made with, where it is not its path alone. */
const requestOf = (call: CallShape, s: Stage): { url: string; body?: object } => {
	const { path } = call;
	const name = nameOf(call);
	const printed = /\{id\}\/(proof|proof\/file|signs|files|file)$/.test(path);
	const of: readonly [RegExp, string][] = [
		[/^\/manage\/campaign\//i, printed ? s.printed.id : s.mailed.id],
		[/^\/manage\/constellation/, s.letter],
		[/^\/manage\/content/, s.content.id],
		[/^\/manage\/triggered/, s.triggered.id],
		[/^\/manage\/sender/, s.sender.id],
		[/^\/manage\/signupform/, s.form.id],
		[/^\/manage\/domain\/person/, s.person],
		[/^\/manage\/Campaign/, s.mailed.id],
	];
	const id = of.find(([where]) => where.test(path))?.[1] ?? '';
	const journey = { trigger: { kind: 'consent', purposeId: s.scene.purpose }, first: s.letter };
	const bodies: Record<string, object> = {
		'POST /manage/Campaign': { title: 'Theirs', domain: s.scene.tenant.host, constellation: [{ constellationIdFK: s.letter, channel: 0 }] },
		'PUT /manage/Campaign': { id, title: `${SECRET} changed` },
		'POST /manage/Campaign/{id}/publish': {},
		'POST /manage/campaign/{id}/retry': {},
		'PUT /manage/campaign/{id}/signs': { other: true, leaveOut: true },
		'POST /manage/constellation/': { title: 'Theirs', channel: 0, contents: [s.content.id], domain: s.scene.tenant.host },
		'PUT /manage/constellation/': { id, title: `${SECRET} changed` },
		'POST /manage/content': { title: 'Theirs', contentType: 'subject', content: 'x', domain: s.scene.tenant.host },
		'PUT /manage/content': { id, title: `${SECRET} changed` },
		'POST /manage/content/template': { html: '<p>Hi *|FNAME|*</p>' },
		'POST /manage/content/preview': {
			channel: 0,
			language: 'en',
			controls: { en: { subject: 'Hi {{ person.first_name }}', body: '<p>{{ person.email }}</p>' } },
			person: s.person,
		},
		'POST /manage/content/text/price': {
			audience: s.audience,
			language: 'en',
			controls: { en: { simpletext: 'Hi {{ person.first_name }}' } },
		},
		'POST /manage/sender': { domainId: s.domainId, name: 'Theirs', address: `theirs@${s.scene.tenant.host}`, postal: 'X' },
		'PUT /manage/sender': { id, domainId: s.domainId, name: `${SECRET} changed`, address: `klubi@${s.scene.tenant.host}`, postal: 'X' },
		'POST /manage/triggered': { title: 'Theirs', domain: s.scene.tenant.host, journey },
		'PUT /manage/triggered/{id}': { title: `${SECRET} changed` },
		'POST /manage/signupform': { title: 'Theirs', domain: s.scene.tenant.host, config: s.config },
		'PUT /manage/signupform': { id, title: `${SECRET} changed`, config: s.config },
		'POST /manage/signupform/preview': { config: s.config, language: 'en', domain: s.scene.tenant.host },
	};
	const queries: Record<string, string> = {
		'GET /manage/campaign/{id}/deliveries': `run=${s.mailed.run}&q=${SECRET}`,
		'GET /manage/campaign/{id}/deliveries/file': `run=${s.mailed.run}`,
		'GET /manage/campaign/{id}/progress': `run=${s.mailed.run}`,
		'GET /manage/campaign/{id}/file': `channel=4&run=${s.printed.run}`,
		'GET /manage/campaign/{id}/files': `run=${s.printed.run}`,
		'GET /manage/campaign/{id}/proof/file': `person=${s.person}`,
		'GET /manage/triggered/{id}/person': `q=${s.email}`,
		'GET /manage/content/fields': `person=${s.person}`,
		'GET /manage/content/people': `q=${SECRET}`,
	};
	const query = call.method === 'DELETE' && !path.includes('{id}') ? `id=${id}` : queries[name];
	const url = `/api${path.replace('{id}', id).replace('{delivery}', s.delivery)}${query ? `?${query}` : ''}`;
	return { url, ...(bodies[name] && { body: bodies[name] }) };
};

const calls = features
	.flatMap(({ wing, calls: own }) => own.map(([, call]) => ({ wing, call })))
	.filter(({ wing, call }) => (wing === 'engagement' || call.path.startsWith('/manage/signupform')) && call.api !== 'edge')
	.map(({ call }) => call)
	// A file of its own, and a list that is the same for everybody.
	.filter((call) => !['POST /manage/content/picture', 'GET /manage/channel'].includes(nameOf(call)));

const CountRow = row({ what: text, n: int });

test('Nobody from elsewhere is told anything of them, or changes anything', async () => {
	const s = await staged();
	const { scene, customerId, domainId } = s;
	const second = { customerId, domainId: '', host: `second-${newId()}.localhost` };
	second.domainId = (await t.send(scene.owner, 'POST', '/api/domain', { body: { domain: second.host, customerId } })).json().data.id;
	const other = await campaignScene(t);
	const elsewhere = await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] });
	const stranger = await t.person(['DOMAIN_ADMIN'], { domainsOf: [other.tenant] });
	const partner = await t.person(['PARTNER'], { partnerOf: [other.tenant] });
	const user = await t.person();
	const [own, theirs, beside] = [
		{ customer_key: String(customerId), domain_key: domainId },
		{ customer_key: String(other.tenant.customerId), domain_key: other.tenant.domainId },
		{ customer_key: String(customerId), domain_key: second.domainId },
	];
	const here = { customer_key: String(customerId) };
	const askers: readonly (readonly [string, Person | null, Record<string, string>])[] = [
		['admin of a domain beside, there', elsewhere, beside],
		['admin of a domain beside, at the customer', elsewhere, here],
		['admin of a domain beside, here', elsewhere, own],
		['domain admin of another customer, there', stranger, theirs],
		['domain admin of another customer, here', stranger, own],
		['admin of another customer, there', other.owner, theirs],
		['admin of another customer, here', other.owner, own],
		['admin of another customer, there with this domain', other.owner, { ...theirs, domain_key: domainId }],
		['another partner, there', partner, theirs],
		['another partner, here', partner, own],
		['somebody who is signed in', user, own],
		['nobody', null, own],
		['a machine of the customer', null, { ...own, ...scene.machine }],
		['a machine of another customer', null, { ...own, ...other.machine }],
	];
	const stands = () =>
		scene.tenantTx((tx) =>
			tx.rows(
				CountRow,
				sql`select 'campaign ' || campaign_id || title || status || coalesce(options::text, '') as what, 1 as n from campaign where customer_id = ${customerId} and domain_id = ${domainId}
				union all select 'constellation ' || constellation_id || title || status, 1 from constellation where customer_id = ${customerId} and domain_id = ${domainId}
				union all select 'content ' || content_id || title || status, 1 from content where customer_id = ${customerId} and domain_id = ${domainId}
				union all select 'sender ' || sender_id || name, 1 from sender where customer_id = ${customerId} and domain_id = ${domainId}
				union all select 'form ' || form_id || title, 1 from signup_form where customer_id = ${customerId} and domain_id = ${domainId}
				union all select 'journey ' || campaign_id || state, 1 from journey where customer_id = ${customerId} and campaign_id = ${s.triggered.id}
				union all select 'run ' || run_id || state, 1 from campaign_run where customer_id = ${customerId} and domain_id = ${domainId}
				union all select 'taken', count(*)::int from file_taken where customer_id = ${customerId} order by 1`,
			),
		);
	const before = await stands();
	const told: unknown[] = [];
	for (const call of calls) {
		const { url, body } = requestOf(call, s);
		const named = call.path.includes('{id}') || url.includes('?id=') || (body !== undefined && 'id' in body);
		for (const [asker, who, headers] of askers) {
			const answer = await t.send(who, call.method, url, { headers, ...(body && { body }) });
			// What was asked for is no news to whoever asked.
			const said = answer.text.replaceAll(`q=${SECRET}`, '');
			if (
				answer.status >= 500 ||
				(named && answer.status === 200) ||
				said.includes(SECRET) ||
				said.includes(s.person) ||
				said.includes(scene.tenant.host)
			)
				told.push([nameOf(call), asker, answer.status, answer.text.slice(0, 300)]);
		}
		expect([nameOf(call), await stands()]).toEqual([nameOf(call), before]);
	}
	expect(told).toEqual([]);

	// The owner is let through by each: it is not the request that is refused above. What takes things away comes last.
	const shut: unknown[] = [];
	const last = (call: CallShape): number => (call.method === 'DELETE' ? 2 : call.path.endsWith('/stop') ? 1 : 0);
	for (const call of calls.toSorted((a, b) => last(a) - last(b))) {
		const { url, body } = requestOf(call, s);
		const answer = await scene.ask(call.method, url, body);
		if (![200, 409, 422].includes(answer.status)) shut.push([nameOf(call), answer.status, answer.text.slice(0, 300)]);
	}
	expect(shut).toEqual([]);
});
