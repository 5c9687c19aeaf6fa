/** What is saved at the moment in which something that it uses is deleted: one of the two is refused, and nothing names what is gone. */
import { expect, test } from 'vitest';
import { newId, now } from '../src/kernel/clock.ts';
import { holdNames } from '../src/kernel/storage/names.ts';
import { sql } from '../src/kernel/storage/rows.ts';
import type { Tx } from '../src/kernel/storage/storage.ts';
import { takeOutOfUse } from '../src/kernel/storage/uses.ts';
import { startApp } from './app.ts';
import { campaignScene, type Scene } from './engagement/scene.ts';
import { publishBanner } from './fixtures.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

type Answer = Awaited<ReturnType<Scene['ask']>>;
/** The first waits behind its checks, before it writes, while the second is made. */
interface Pair {
	/** What the first waits for. */
	readonly hold: (tx: Tx) => Promise<unknown>;
	readonly first: () => Promise<Answer>;
	readonly second: () => Promise<Answer>;
}

/** Connections to this database that wait for a lock. */
const WAITING = `select distinct l.pid from pg_locks l where not l.granted and exists (
	select from pg_locks o join pg_database d on d.oid = o.database where o.pid = l.pid and d.datname = current_database())`;
const waiting = (): Promise<number> =>
	t.storage.asOwner(async (owner) => {
		const here = (await owner.query(WAITING)).rows.length;
		const cluster = (await owner.query(`select to_regprocedure('run_command_on_workers(text, boolean)') is not null as is`)).rows[0]?.is;
		if (cluster !== true) return here;
		const { rows } = await owner.query('select sum(result::int)::int as there from run_command_on_workers($1)', [
			`select count(*) from (${WAITING}) w`,
		]);
		return here + Number(rows[0]?.there);
	});

const atOnce = async ({ tenant }: Scene, { hold, first, second }: Pair): Promise<(number | string)[]> => {
	let over = 0;
	const counted = (asked: Promise<Answer>): Promise<Answer> =>
		asked.finally(() => {
			over += 1;
		});
	let both: Promise<Answer>[] = [];
	await t.storage
		.inTenant(tenant.customerId, async (tx) => {
			await hold(tx);
			both = [counted(first())];
			while (over === 0 && (await waiting()) < 1);
			if (over > 0) throw new Error(`It did not wait: ${(await both[0])?.text.slice(0, 300)}`);
			both.push(counted(second()));
			while (over === 0 && (await waiting()) < 2);
			// What was put in the way is nowhere.
			throw new Error('released');
		})
		.catch((error: Error) => expect(error.message).toBe('released'));
	return (await Promise.all(both)).map((answer) => (answer.status === 200 ? 200 : (answer.json().code ?? answer.text)));
};

const names =
	({ tenant }: Scene, of: string) =>
	(tx: Tx) =>
		holdNames(tx, tenant.customerId, of);

/** A draft that uses nothing. */
const addConstellation = async ({ ask, fine }: Scene): Promise<string> =>
	(await fine<{ id: string }>(ask('POST', '/api/manage/constellation/', { title: newId(), channel: 0, contents: [] }))).id;
const addSender = async ({ ask, fine, tenant }: Scene): Promise<string> =>
	(
		await fine<{ id: string }>(
			ask('POST', '/api/manage/sender', { domainId: tenant.domainId, name: 'We', address: `${newId()}@a.example`, postal: 'Turku' }),
		)
	).id;

const CASES: readonly (readonly [what: string, refused: string, pairOf: (scene: Scene) => Promise<Pair>])[] = [
	...(
		[
			['audience', 'audiences', '/api/manage/audience', (segment) => ({ segments: [segment] })],
			['campaign', 'campaigns', '/api/manage/Campaign', (segment) => ({ postExecutionSegmentChange: [{ segmentId: segment }] })],
			[
				'triggered send',
				'campaigns',
				'/api/manage/triggered',
				(segment, first) => ({ journey: { trigger: { kind: 'joined', segmentId: segment }, first } }),
			],
		] satisfies (readonly [what: string, lock: string, path: string, body: (segment: string, first: string) => object])[]
	).map(
		([what, lock, path, body]) =>
			[
				`A segment and ${what}`,
				'segment_used',
				async (scene: Scene) => {
					const segment = await scene.segment([]);
					const first = await addConstellation(scene);
					return {
						hold: names(scene, lock),
						first: () => scene.ask('POST', path, { title: newId(), ...body(segment, first) }),
						second: () => scene.ask('DELETE', `/api/manage/domain/segment?id=${segment}`),
					};
				},
			] as const,
	),
	[
		'A segment and the rule of another',
		'segment_used',
		async (scene) => {
			const [segment, asking] = [await scene.segment([]), await scene.segment([])];
			const { customerId } = scene.tenant;
			return {
				hold: (tx) => tx.run(sql`select from people_set where customer_id = ${customerId} and set_id = ${asking} for update`),
				first: () =>
					scene.ask('PUT', '/api/manage/domain/segment', {
						id: asking,
						rule: { field: `segment.${segment}`, is: 'is', value: true },
					}),
				second: () => scene.ask('DELETE', `/api/manage/domain/segment?id=${segment}`),
			};
		},
	],
	[
		'A segment and the basis of a purpose',
		'segment_used',
		async (scene) => {
			const segment = await scene.segment([]);
			const { customerId } = scene.tenant;
			return {
				hold: (tx) => tx.run(sql`select from purpose where customer_id = ${customerId} and purpose_id = ${scene.purpose} for update`),
				first: () =>
					scene.ask('PUT', `/api/consent/purpose/${customerId}`, {
						id: scene.purpose,
						basis: 'existing customer',
						basisSegment: segment,
					}),
				second: () => scene.ask('DELETE', `/api/manage/domain/segment?id=${segment}`),
			};
		},
	],
	[
		'A segment that becomes another domain’s and an audience',
		'segment_used',
		async (scene) => {
			const segment = await scene.segment([]);
			const other = await scene.fine<{ id: string }>(
				scene.ask('POST', '/api/domain', { domain: `${newId()}.example`, customerId: scene.tenant.customerId }),
			);
			return {
				hold: names(scene, 'audiences'),
				first: () => scene.ask('POST', '/api/manage/audience', { title: newId(), segments: [segment] }),
				second: () => scene.ask('PUT', '/api/manage/domain/segment', { id: segment, isDomainSpecific: true, domainId: other.id }),
			};
		},
	],
	[
		'A content and a constellation',
		'content_used',
		async (scene) => {
			const content = await scene.fine<{ id: string }>(
				scene.ask('POST', '/api/manage/content', { title: newId(), contentType: 'Email', controls: { en: { subject: 'Hello' } } }),
			);
			return {
				hold: names(scene, 'constellations'),
				first: () => scene.ask('POST', '/api/manage/constellation/', { title: newId(), channel: 0, contents: [content.id] }),
				second: () => scene.ask('DELETE', `/api/manage/content?id=${content.id}`),
			};
		},
	],
	[
		'A constellation and a campaign',
		'constellation_used',
		async (scene) => {
			const id = await addConstellation(scene);
			return {
				hold: names(scene, 'campaigns'),
				first: () => scene.ask('POST', '/api/manage/Campaign', { title: newId(), constellation: [{ constellationIdFK: id, channel: 0 }] }),
				second: () => scene.ask('DELETE', `/api/manage/constellation/?id=${id}`),
			};
		},
	],
	[
		'An audience and a campaign',
		'audience_used',
		async (scene) => {
			const audience = await scene.fine<{ id: string }>(
				scene.ask('POST', '/api/manage/audience', { title: newId(), segments: [await scene.segment([])] }),
			);
			return {
				hold: names(scene, 'campaigns'),
				first: () => scene.ask('POST', '/api/manage/Campaign', { title: newId(), audienceIdFK: audience.id }),
				second: () => scene.ask('DELETE', `/api/manage/audience?id=${audience.id}`),
			};
		},
	],
	...(['added', 'turned on'] as const).map(
		(how) =>
			[
				`An audience and a connector that is ${how}`,
				'audience_used',
				async (scene: Scene) => {
					const audienceId = await scene.audience([await scene.segment([])]);
					const { customerId, domainId } = scene.tenant;
					const config = { url: 'https://127.0.0.1:1/', secret: 'whsec_dGhpcy1pcy1hLXNlY3JldC1vZi0yNC1ieXRlcw==' };
					const out = { ...config, direction: 'outbound', audienceId, purposeId: scene.purpose };
					const off = how === 'turned on' ? await scene.add('webhook', out, { isActive: false }) : null;
					return {
						hold: (tx: Tx) => takeOutOfUse(tx, 'domain', customerId, domainId),
						first: () =>
							off
								? scene.change(off, {}, { isActive: true })
								: scene.ask('POST', '/api/manage/Connector', { customerId, type: 'webhook', name: newId(), config: out }),
						second: () => scene.ask('DELETE', `/api/manage/audience?id=${audienceId}`),
					};
				},
			] as const,
	),
	[
		'A sender and a campaign',
		'sender_used',
		async (scene) => {
			const senderId = await addSender(scene);
			return {
				hold: names(scene, 'campaigns'),
				first: () => scene.ask('POST', '/api/manage/Campaign', { title: newId(), options: { senderId } }),
				second: () => scene.ask('DELETE', `/api/manage/sender?id=${senderId}`),
			};
		},
	],
	[
		'A sender that becomes another domain’s and a campaign',
		'sender_used',
		async (scene) => {
			const senderId = await addSender(scene);
			const { customerId } = scene.tenant;
			const other = await scene.fine<{ id: string }>(scene.ask('POST', '/api/domain', { domain: `${newId()}.example`, customerId }));
			return {
				hold: names(scene, 'campaigns'),
				first: () => scene.ask('POST', '/api/manage/Campaign', { title: newId(), options: { senderId } }),
				second: () => scene.ask('PUT', '/api/manage/sender', { id: senderId, domainId: other.id }),
			};
		},
	],
	...(
		[
			['content', 'contents', '/api/manage/content', { contentType: 'Email', controls: { en: { subject: 'Hello' } } }],
			['audience', 'audiences', '/api/manage/audience', { segments: [] }],
			['campaign', 'campaigns', '/api/manage/Campaign', {}],
		] as const
	).map(
		([what, lock, path, body]) =>
			[
				`A domain and ${what}`,
				'domain_in_use',
				async (scene: Scene) => {
					const { customerId } = scene.tenant;
					const { id } = await scene.fine<{ id: string }>(scene.ask('POST', '/api/domain', { domain: `${newId()}.example`, customerId }));
					return {
						hold: names(scene, lock),
						first: () =>
							t.send(scene.owner, 'POST', path, {
								headers: { customer_key: String(customerId), domain_key: id },
								body: { title: newId(), ...body },
							}),
						second: () => t.send(scene.owner, 'DELETE', `/api/manage/domain?id=${id}`, { headers: { customer_key: String(customerId) } }),
					};
				},
			] as const,
	),
	[
		'A custom domain and a first-party app',
		'custom_domain_used',
		async (scene) => {
			const { customerId, host } = scene.tenant;
			await publishBanner(t, scene.owner, scene.tenant);
			const id = newId();
			await scene.tenantTx((tx) =>
				tx.run(sql`insert into custom_domain (customer_id, custom_domain_id, host, status, created_at)
					values (${customerId}, ${id}, ${host}, 'Validated', ${now()})`),
			);
			return {
				hold: (tx) =>
					tx.run(sql`insert into first_party_app (customer_id, app_id, name, host, kind, status, created_at)
						values (${customerId}, ${newId()}, 'Other', ${host}, 'preference-page', 1, ${now()})`),
				first: () => scene.ask('POST', '/api/firstpartyapp', { customerId, name: 'Choices', domainName: host, kind: 'preference-page' }),
				second: () => scene.ask('DELETE', `/api/manage/customer/${customerId}/customdomain/${id}`),
			};
		},
	],
];

test.each(CASES)('%s', async (_, refused, pairOf) => {
	const scene = await campaignScene(t);
	expect(await atOnce(scene, await pairOf(scene))).toEqual([200, refused]);
});

test('Whoever saves while a segment is being deleted is told that it is not there', async () => {
	const scene = await campaignScene(t);
	const segment = await scene.segment([]);
	const { customerId } = scene.tenant;
	const answers = await atOnce(scene, {
		hold: (tx) => tx.run(sql`select from people_set where customer_id = ${customerId} and set_id = ${segment} for update`),
		first: () => scene.ask('DELETE', `/api/manage/domain/segment?id=${segment}`),
		second: () => scene.ask('POST', '/api/manage/audience', { title: newId(), segments: [segment] }),
	});
	expect(answers).toEqual([200, 'unknown_segment']);
});

test('A campaign that is executed while its audience becomes one of other people keeps the segment that it took from it', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(2525);
	const [segment, other] = [await scene.segment([]), await scene.segment([])];
	const audience = await scene.audience([segment]);
	const beginsAt = new Date(Date.now() + 3_600_000).toISOString();
	const campaign = await scene.campaign({ audience, constellation: await scene.published(), options: { beginsAt } });
	const answers = await atOnce(scene, {
		hold: (tx) => tx.run(sql`lock table campaign_run in share mode`),
		first: () => scene.ask('POST', `/api/manage/campaign/${campaign.id}/execute`),
		second: async () => {
			await scene.fine(scene.ask('PUT', '/api/manage/audience', { id: audience, segments: [other] }));
			return scene.ask('DELETE', `/api/manage/domain/segment?id=${segment}`);
		},
	});
	expect(answers).toEqual([200, 'segment_used']);
});

test('A triggered send that was stopped is not started without the segment that it waits for', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(2525);
	const segment = await scene.segment([]);
	const first = await scene.published();
	const { id } = await scene.fine<{ id: string }>(
		scene.ask('POST', '/api/manage/triggered', { title: newId(), journey: { trigger: { kind: 'joined', segmentId: segment }, first } }),
	);
	await scene.fine(scene.ask('POST', `/api/manage/triggered/${id}/start`));
	await scene.fine(scene.ask('POST', `/api/manage/triggered/${id}/stop`));
	const drop = () => scene.ask('DELETE', `/api/manage/domain/segment?id=${segment}`);
	await expect.poll(async () => (await drop()).status, { interval: 100 }).toBe(200);
	const again = await scene.ask('POST', `/api/manage/triggered/${id}/start`);
	expect([again.status, again.json().code]).toEqual([422, 'campaign_segment']);
});
