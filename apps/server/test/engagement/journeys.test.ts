/** Triggered sends: whatever happens to somebody, at whichever door, brings them in once; then each has one place until the end. */
import type { Triggered, TriggeredProgress } from '@luvalla/contract/engagement/journeys.ts';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { float, int, orNull, row, sql, text } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { startApp } from '../app.ts';
import { happening, letterOf, visit } from './letters.ts';
import { campaignScene, LETTER } from './scene.ts';
import { openSink, type Sink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const PlaceRow = row({ step: text, state: text, reason: orNull(text), why: text, version: int, email: orNull(text) });
const WAIT = { interval: 100 };

const open = async () => {
	const sink: Sink = await openSink({});
	const scene = await campaignScene(t);
	const { ask, fine, tenant, tenantTx } = scene;
	const { customerId, domainId } = tenant;
	await scene.smtp(sink.port);
	const { en } = LETTER.languages;
	if (!en) throw new Error('There is no letter.');
	const letter = (subject: string) => ({ ...LETTER, languages: { en: { ...en, subject } } });
	const add = (journey: object, options?: object) =>
		fine<Triggered>(ask('POST', '/api/manage/triggered', { title: `Welcome ${newId()}`, journey, ...(options && { options }) }));
	const start = (id: string) => fine<Triggered>(ask('POST', `/api/manage/triggered/${id}/start`));
	const progress = (id: string) => fine<TriggeredProgress>(ask('GET', `/api/manage/triggered/${id}`));
	const places = (id: string) =>
		tenantTx((tx) =>
			tx.rows(
				PlaceRow,
				sql`select j.step, j.state, j.reason, j.why, j.version, (select i.value from person_identifier i where i.customer_id = ${customerId}
					and i.person = j.person and i.kind = 'email' limit 1) as email
				from journey_place j where j.customer_id = ${customerId} and j.campaign_id = ${id} order by j.entered_at, j.place_id`,
			),
		);
	const tell = async (emails: readonly string[], type: string) => {
		const events = emails.map((email) => happening(email, type));
		const sent = await t.send(null, 'POST', '/edge/v1/events', { headers: scene.machine, body: { domainId, events } });
		expect([sent.status, sent.json().data?.results.map((one: { outcome: string }) => one.outcome)]).toEqual([
			200,
			emails.map(() => 'stored'),
		]);
		return events;
	};
	/** The wait of everybody who waits is over. */
	const hurry = (id: string) =>
		tenantTx((tx) =>
			tx.run(
				sql`update journey_place set due_at = now() where customer_id = ${customerId} and campaign_id = ${id} and step = 'wait' and state = 'waiting'`,
			),
		);
	return { sink, scene, customerId, domainId, letter, add, start, progress, places, tell, hurry };
};

test('A yes, an event and a segment bring people in once; who did it before is not in it, and who says no on the way gets nothing more', async () => {
	const { sink, scene, add, start, progress, places, tell } = await open();
	const [early = '', aino = '', eero = '', helmi = ''] = scene.emails(4);
	await scene.say([early], true);
	const first = await scene.published();
	const welcome = await add({ trigger: { kind: 'consent', purposeId: scene.purpose }, first });
	await start(welcome.id);
	await scene.say([aino, eero], true);
	// Said again it is no other yes.
	await scene.say([aino], true);
	await expect.poll(() => sink.mails.map(({ to }) => to).sort(), WAIT).toEqual([aino, eero].sort());
	await expect.poll(async () => (await progress(welcome.id)).finished, WAIT).toBe(2);

	const bought = await add({ trigger: { kind: 'event', type: 'purchase' }, againDays: null, first });
	await start(bought.id);
	await scene.say([helmi], false);
	await tell([aino, helmi], 'purchase');
	await tell([aino], 'visit');
	await expect
		.poll(async () => (await places(bought.id)).map(({ state, reason, email }) => [state, reason, email]).sort(), WAIT)
		.toEqual(
			[
				['finished', null, aino],
				['left', 'said_no', helmi],
			].sort(),
		);
	await tell([aino], 'purchase');
	const { luvallaId } = await scene.person({ email: helmi });
	const file = await scene.ask('GET', `/api/audit/domain/people/${luvallaId}/data/file`);
	expect(file.json().triggeredSends).toMatchObject([{ campaign: bought.title, state: 'left', reason: 'said_no' }]);

	const segment = await scene.segment([]);
	const joined = await add({ trigger: { kind: 'joined', segmentId: segment }, first });
	const left = await add({ trigger: { kind: 'left', segmentId: segment }, first });
	await start(joined.id);
	await start(left.id);
	const members = (act: '' | '/remove') =>
		scene.fine(scene.ask('POST', `/api/manage/domain/segment/${segment}/members${act}`, { people: [{ email: eero }] }));
	await members('');
	await members('');
	await expect.poll(async () => (await places(joined.id)).map(({ state, email }) => [state, email]), WAIT).toEqual([['finished', eero]]);
	expect(await places(left.id)).toEqual([]);
	// Without it nobody would come in any more, and nobody would be told.
	const gone = await scene.ask('DELETE', `/api/manage/domain/segment?id=${segment}`);
	expect([gone.status, gone.json().code]).toEqual([409, 'segment_used']);
	await members('/remove');
	await expect.poll(async () => (await places(left.id)).map(({ state, email }) => [state, email]), WAIT).toEqual([['finished', eero]]);
	// A purchase once in a lifetime, by whatever number of purchases.
	expect(await places(bought.id)).toHaveLength(2);
	const shown = await progress(bought.id);
	// How long their letter took: of the one who got it, as its delivery says.
	const TookRow = row({ ms: float });
	const [took] = await scene.tenantTx((tx) =>
		tx.rows(
			TookRow,
			sql`select extract(epoch from handed_at - at)::float8 * 1000 as ms from delivery where customer_id = ${scene.tenant.customerId}
			and run_id = ${shown.steps[0]?.run ?? null} and state = 'accepted'`,
		),
	);
	expect(shown.medianMs).toBeCloseTo(took?.ms ?? -1, 3);
	expect([shown.entered, shown.waiting, shown.finished, shown.left, shown.reasons]).toEqual([
		2,
		0,
		1,
		1,
		[{ reason: 'said_no', count: 1 }],
	]);
	await sink.stop();
});

test('After the wait each goes one way: who clicked, and who did not; an edit changes only who comes later; a stop ends the rest', async () => {
	const { sink, scene, customerId, letter, add, start, progress, places, tell, hurry } = await open();
	const [aino = '', eero = '', later = ''] = scene.emails(3);
	const tracking = await scene.addPurpose({ tracks: true });
	await scene.say([aino, eero, later], true);
	await scene.say([aino], true, tracking);
	const [one, yes, neither] = [
		await scene.published(letter('First')),
		await scene.published(letter('You clicked')),
		await scene.published(letter('A reminder')),
	];
	const journey = {
		trigger: { kind: 'event', type: 'signup' },
		againDays: 1,
		first: one,
		after: { waitMinutes: 60 * 24, ask: 'clicked', yes, neither },
	};
	const made = await add(journey);
	await start(made.id);
	await tell([aino, eero], 'signup');
	await expect
		.poll(async () => (await places(made.id)).map(({ step, state }) => `${step} ${state}`), WAIT)
		.toEqual(['wait waiting', 'wait waiting']);
	// Nobody is in it twice at a time.
	await tell([aino], 'signup');
	const mail = sink.mails.find(({ to }) => to === aino);
	if (!mail) throw new Error('Aino has no letter.');
	const [link = ''] = (await letterOf(mail)).links;

	// From now on the second message is another one, and who waits stays with what was.
	const other = await scene.published(letter('Something else'));
	await scene.fine(
		scene.ask('PUT', `/api/manage/triggered/${made.id}`, {
			journey: { ...journey, after: { waitMinutes: 60, ask: null, neither: other } },
		}),
	);
	await tell([later], 'signup');
	await expect
		.poll(async () => (await places(made.id)).map(({ step, version }) => `${step} ${version}`), WAIT)
		.toEqual(['wait 1', 'wait 1', 'wait 2']);
	expect((await progress(made.id)).older).toEqual([{ version: 1, people: 2 }]);

	const clicked = () =>
		scene.tenantTx((tx) =>
			tx.first(row({ n: int }), sql`select count(*)::int as n from delivery_first where customer_id = ${customerId} and kind = 'click'`),
		);
	// Whoever follows it within a second of its arrival is a machine.
	const follows = async () => {
		expect((await visit(t, link)).statusCode).toBe(302);
		return (await clicked())?.n;
	};
	await expect.poll(follows, WAIT).toBe(1);
	await hurry(made.id);
	const subjects = async (to: string) =>
		Promise.all(sink.mails.filter((one) => one.to === to).map(async ({ raw }) => (await PostalMime.parse(raw)).subject));
	await expect
		.poll(async () => [await subjects(aino), await subjects(eero), await subjects(later)], WAIT)
		.toEqual([
			['First', 'You clicked'],
			['First', 'A reminder'],
			['First', 'Something else'],
		]);
	await expect.poll(async () => (await progress(made.id)).finished, WAIT).toBe(3);
	const shown = await progress(made.id);
	expect(shown.steps.map(({ step, entered, waiting, left, finished, unseen }) => [step, entered, waiting, left, finished, unseen])).toEqual(
		[
			['first', 3, 0, 0, 0, 0],
			['wait', 3, 0, 0, 0, 0],
			['yes', 1, 0, 0, 1, 0],
			['neither', 2, 0, 0, 2, 1],
		],
	);
	// Nobody is on their way by the older one, so it is over.
	await expect
		.poll(
			async () =>
				(
					await scene.tenantTx((tx) =>
						tx.first(
							row({ n: int }),
							sql`select count(*)::int as n from journey_version where customer_id = ${customerId} and campaign_id = ${made.id} and closed_at is not null`,
						),
					)
				)?.n,
			WAIT,
		)
		.toBe(1);

	const bystander = scene.emails(1)[0] ?? '';
	await scene.say([bystander], true);
	await tell([bystander], 'signup');
	await expect.poll(async () => (await places(made.id)).at(-1)?.step, WAIT).toBe('wait');
	await scene.fine(scene.ask('POST', `/api/manage/triggered/${made.id}/stop`));
	await expect.poll(async () => (await progress(made.id)).state, WAIT).toBe('stopped');
	expect((await places(made.id)).at(-1)).toMatchObject({ state: 'left', reason: 'stopped' });
	await tell([scene.emails(1)[0] ?? ''], 'signup');
	expect(await places(made.id)).toHaveLength(4);
	await sink.stop();
});

test('A pause keeps messages back; who is erased leaves it; what is in the way is said; a triggered send is no campaign to execute', async () => {
	const { sink, scene, customerId, add, start, progress, places, tell } = await open();
	const { ask, fine } = scene;
	const [aino = '', eero = ''] = scene.emails(2);
	await scene.say([aino, eero], true);
	const first = await scene.published();
	const made = await add({ trigger: { kind: 'event', type: 'visit' }, delayMinutes: 0, first });
	const codeOf = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<string> => {
		const answer = await ask(method, path, body);
		return answer.status === 200 ? 'ok' : `${answer.status} ${answer.json().code}`;
	};
	expect(await codeOf('POST', `/api/manage/campaign/${made.id}/execute`)).toBe('409 campaign_triggered');
	expect(await codeOf('DELETE', `/api/manage/Campaign?id=${made.id}`)).toBe('409 campaign_triggered');
	expect((await fine<{ id: string }[]>(ask('GET', '/api/manage/Campaign'))).some(({ id }) => id === made.id)).toBe(false);
	const journey = { trigger: { kind: 'event', type: 'visit' }, first };
	expect(await codeOf('POST', '/api/manage/triggered', { title: 'A', journey: { ...journey, first: newId() } })).toBe(
		'422 unknown_constellation',
	);
	expect(await codeOf('POST', '/api/manage/triggered', { title: 'A', journey: { ...journey, after: { waitMinutes: 5 } } })).toBe(
		'422 journey_empty',
	);
	expect(
		await codeOf('POST', '/api/manage/triggered', {
			title: 'A',
			journey: { ...journey, trigger: { kind: 'joined', segmentId: newId() } },
		}),
	).toBe('422 campaign_segment');
	await start(made.id);
	expect(await codeOf('POST', `/api/manage/triggered/${made.id}/start`)).toBe('409 journey_running');
	await fine(ask('POST', `/api/manage/triggered/${made.id}/pause`));
	await tell([aino, eero], 'visit');
	await expect.poll(async () => (await places(made.id)).map(({ state }) => state), WAIT).toEqual(['sending', 'sending']);
	const { person } = (await scene.tenantTx((tx) =>
		tx.first(
			row({ person: text }),
			sql`select person::text as person from person_identifier where customer_id = ${customerId} and value = ${eero}`,
		),
	)) ?? { person: '' };
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, person));
	expect(sink.mails).toEqual([]);
	expect((await progress(made.id)).isPaused).toBe(true);
	await fine(ask('POST', `/api/manage/triggered/${made.id}/resume`));
	await expect.poll(async () => (await progress(made.id)).finished, WAIT).toBe(1);
	expect(sink.mails.map(({ to }) => to)).toEqual([aino]);
	const shown = await progress(made.id);
	expect([shown.entered, shown.waiting, shown.left]).toEqual([2, 0, 1]);
	const found = await fine<{ places: { state: string; message: { state: string } }[] }>(
		ask('GET', `/api/manage/triggered/${made.id}/person?q=${encodeURIComponent(aino)}`),
	);
	expect(found.places.map(({ state, message }) => [state, message.state])).toEqual([['finished', 'accepted']]);
	expect(await codeOf('DELETE', `/api/manage/triggered/${made.id}`)).toBe('409 campaign_ran');
	await sink.stop();
});

test('A date brings people in on its day, every year or once, before it or on it; days that nobody looked at are made up for, and old ones are not', async () => {
	const { sink, scene, customerId, domainId, add, start, places } = await open();
	const [today = '', inAWeek = '', tomorrow = '', renews = '', yesterday = '', longAgo = ''] = scene.emails(6);
	await scene.say([today, inAWeek, tomorrow, renews, yesterday, longAgo], true);
	const first = await scene.published();
	const date = (attribute: string, over: object = {}) =>
		add({ trigger: { kind: 'date', attribute, hour: 0, isYearly: true, ...over }, first });
	const made = [await date('birthday'), await date('birthday', { days: -1 }), await date('renewal', { isYearly: false })];
	for (const { id } of made) await start(id);
	const [birthday = '', dayBefore = '', renewal = ''] = made.map(({ id }) => id);
	const looked = await scene.tenantTx((tx) =>
		tx.first(
			row({ day: text }),
			sql`select looked_on::text as day from journey where customer_id = ${customerId} and campaign_id = ${birthday}`,
		),
	);
	const day = (off: number): string => new Date(Date.parse(looked?.day ?? '') + off * 86_400_000).toISOString().slice(0, 10);
	const born = (off: number): string => `1988${day(off).slice(4)}`;
	const profiles = [
		{ person: { email: today }, attributes: { birthday: born(0) } },
		{ person: { email: inAWeek }, attributes: { birthday: born(7) } },
		{ person: { email: tomorrow }, attributes: { birthday: born(1) } },
		{ person: { email: renews }, attributes: { renewal: day(0) } },
		// The same day of another year is no day of theirs.
		{ person: { email: longAgo }, attributes: { renewal: born(0), birthday: born(-9) } },
		{ person: { email: yesterday }, attributes: { birthday: born(-1) } },
	];
	const told = await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body: { domainId, profiles } });
	expect(told.status).toBe(200);
	/** As though the last look had been so many days ago. */
	const lookedBefore = (days: number, ids: readonly string[]) =>
		scene.tenantTx((tx) =>
			tx.run(
				sql`update journey set looked_on = ${looked?.day ?? ''}::date - ${days}::int where customer_id = ${customerId} and campaign_id = any(${ids}::uuid[])`,
			),
		);
	const who = async (id: string) => (await places(id)).map(({ state, email }) => `${state} ${email}`).sort();
	await lookedBefore(1, [birthday, dayBefore, renewal]);
	await expect.poll(() => who(birthday), WAIT).toEqual([`finished ${today}`]);
	await expect.poll(() => who(dayBefore), WAIT).toEqual([`finished ${tomorrow}`]);
	await expect.poll(() => who(renewal), WAIT).toEqual([`finished ${renews}`]);
	await lookedBefore(10, [birthday]);
	await expect.poll(() => who(birthday), WAIT).toEqual([`finished ${today}`, `finished ${yesterday}`].sort());

	// Once a year: a year ago they were looked at some seconds later in the hour than now.
	const yearly = await add({ trigger: { kind: 'date', attribute: 'birthday', hour: 0, isYearly: true }, againDays: 365, first });
	await start(yearly.id);
	await lookedBefore(1, [yearly.id]);
	await expect.poll(() => who(yearly.id), WAIT).toEqual([`finished ${today}`]);
	await scene.tenantTx((tx) =>
		tx.run(
			sql`update journey_place set entered_at = entered_at - interval '365 days' + interval '1 minute' where customer_id = ${customerId} and campaign_id = ${yearly.id}`,
		),
	);
	await lookedBefore(1, [yearly.id]);
	await expect.poll(() => who(yearly.id), WAIT).toEqual([`finished ${today}`, `finished ${today}`]);
	await sink.stop();
});

test('One that runs and is given a date begins with the next day: those that came before are over', async () => {
	const { sink, scene, domainId, add, start, places, tell } = await open();
	const [anna = '', bertta = ''] = scene.emails(2);
	await scene.say([anna, bertta], true);
	const attributes = { renewal: new Date().toISOString().slice(0, 10) };
	const sent = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: scene.machine,
		body: { domainId, profiles: [{ person: { email: anna }, attributes }] },
	});
	expect(sent.status).toBe(200);
	const first = await scene.published();
	const dated = await add({ trigger: { kind: 'event', type: 'visit' }, first });
	const other = await add({ trigger: { kind: 'event', type: 'visit' }, first });
	for (const { id } of [dated, other]) await start(id);
	const journey = { trigger: { kind: 'date', attribute: 'renewal', hour: 0 }, first };
	await scene.fine(scene.ask('PUT', `/api/manage/triggered/${dated.id}`, { journey }));
	// Each step looks at the calendar after it took the news.
	for (const email of [anna, bertta]) {
		await tell([email], 'visit');
		await expect.poll(async () => (await places(other.id)).map((one) => `${one.state} ${one.email}`), WAIT).toContain(`finished ${email}`);
	}
	expect(await places(dated.id)).toEqual([]);
	await sink.stop();
});

test('One that is paused stays so when it is changed: nothing is sent until it is resumed', async () => {
	const { sink, scene, letter, add, start, progress, places, tell } = await open();
	const { ask, fine } = scene;
	const [anna = '', bertta = ''] = scene.emails(2);
	await scene.say([anna, bertta], true);
	const trigger = { kind: 'event', type: 'visit' };
	const made = await add({ trigger, first: await scene.published(letter('Wrong')) });
	await start(made.id);
	await fine(ask('POST', `/api/manage/triggered/${made.id}/pause`));
	await tell([anna], 'visit');
	await expect.poll(async () => (await places(made.id)).map(({ state }) => state), WAIT).toEqual(['sending']);
	const changed = await fine<Triggered>(
		ask('PUT', `/api/manage/triggered/${made.id}`, { journey: { trigger, first: await scene.published(letter('Right')) } }),
	);
	expect([changed.isPaused, changed.version]).toEqual([true, 2]);
	const other = await add({ trigger, first: await scene.published(letter('Other')) });
	await start(other.id);
	await tell([bertta], 'visit');
	await expect.poll(async () => (await progress(other.id)).finished, WAIT).toBe(1);
	const to = () => sink.mails.map((mail) => `${/^Subject: (.*)$/m.exec(mail.raw)?.[1]?.trim()} ${mail.to}`).sort();
	expect(to()).toEqual([`Other ${bertta}`]);
	await fine(ask('POST', `/api/manage/triggered/${made.id}/resume`));
	await expect.poll(to, WAIT).toEqual([`Other ${bertta}`, `Right ${bertta}`, `Wrong ${anna}`]);
	await sink.stop();
});
