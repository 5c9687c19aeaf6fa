/** A search of three letters and more finds what stands inside of words, by every list of people; and nobody whom the asker may not find. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { checkWords, followWords, rewriteWords } from '../../src/wings/people/persons/words.ts';
import { findPersons } from '../../src/wings/people/wing.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { keyed, type UploadStage, uploadStage } from './upload-stage.ts';

const t = await startApp();

/** The worker's part, until nobody is due: what is found afterwards is found by the rows. */
const followed = async ({ customerId }: Pick<Tenant, 'customerId'>): Promise<void> => {
	while (await t.storage.inTenant(customerId, (tx) => followWords(tx, t.server.kernel.hooks, customerId)));
	expect(await dueOf(customerId)).toEqual([]);
};
const dueOf = (customerId: number) =>
	t.storage.inTenant(customerId, (tx) => tx.query('select note_id from person_words_due where customer_id = $1', [customerId]));
const wordsOf = (customerId: number) =>
	t.storage.inTenant(customerId, (tx) =>
		tx.query<{ person: string; names: string; facts: string }>('select person, names, facts from person_words where customer_id = $1', [
			customerId,
		]),
	);

/** Whether anybody waits for a lock of somebody else. */
const waits = async (): Promise<boolean> =>
	(await t.storage.asOwner((owner) => owner.query('select 1 from pg_locks where not granted'))).rows.length > 0;

const list = async (who: Person, { customerId }: Tenant, path: string, q: string, domainId?: string): Promise<string[]> => {
	const sent = await t.send(who, 'GET', `${path}?q=${encodeURIComponent(q)}&size=100`, {
		headers: { customer_key: String(customerId), ...(domainId && { domain_key: domainId }) },
	});
	expect(sent.status, sent.text).toBe(200);
	return sent
		.json()
		.data.map((one: { identifiers: { value: string }[] }) => one.identifiers.map(({ value }) => value).join(' '))
		.sort();
};
const PROFILES = '/api/manage/domain/profile';
const AUDIT = '/api/audit/domain/people';

const scene = async () => {
	const s = await uploadStage(t);
	return { ...s, find: (q: string) => list(s.owner, s.tenant, PROFILES, q), audit: (q: string) => list(s.owner, s.tenant, AUDIT, q) };
};

const secondOf = async (s: Pick<UploadStage, 'tenant' | 'owner'>): Promise<{ second: Tenant; editor: Person }> => {
	const host = `second-${newId()}.localhost`;
	const added = await t.send(s.owner, 'POST', '/api/domain', { body: { domain: host, customerId: s.tenant.customerId } });
	const second: Tenant = { ...s.tenant, domainId: added.json().data.id, host };
	return { second, editor: await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] }) };
};

test('what stands inside of an address, number, id, name, town or attribute is found, at once and once it is sorted in', async () => {
	const s = await scene();
	const email = 'maria.laine3@people.example';
	await s.profile(
		{ email, phone: '+358401049990', externalId: 'A104999' },
		{
			firstName: 'Maria',
			lastName: 'Ångström-Laine',
			city: 'Helsinki',
			postalCode: '00530',
			attributes: { card: 'Gold-7781', size: 10433, club: true },
		},
	);
	await s.profile({ email: 'other@people.example' }, { firstName: 'Oskari', city: 'Oulu', attributes: { card: 'Iron' } });
	const all = await s.find('people.example');
	const hers = all.filter((one) => one.includes(email));
	expect([all.length, hers.length]).toEqual([2, 1]);
	const check = async () => {
		for (const q of [
			'aine3',
			'aria',
			'laine3',
			'104999',
			'A104999',
			'+35840104999',
			'ARIA.L',
			'ström',
			'A\u030angstro\u0308m',
			'ria ång',
			'elsin',
			'0053',
			'gold-77',
			'old-7',
			'0433',
		])
			expect([q, await s.find(q)]).toEqual([q, hers]);
		for (const q of ['city:Helsinki', 'city:Hel', 'CITY:hel', 'postalCode:005', 'card:gold', 'card:G', 'size:10433', 'club:true'])
			expect([q, await s.find(q)]).toEqual([q, hers]);
		for (const q of [
			'city:elsinki',
			'card:old',
			'size:104',
			'club:false',
			'true',
			'card',
			'city',
			'ne3\nmar',
			'Gold_7',
			'go%d',
			'%%%',
			'___',
			'\\\\\\',
			'ai',
			'xqz',
		])
			expect([q, await s.find(q)]).toEqual([q, []]);
	};
	await check();
	await followed(s.tenant);
	await check();
});

test('all of an address or id means that one', async () => {
	const s = await scene();
	await s.profile({ externalId: 'K-2041' }, {});
	await s.profile({ externalId: 'XK-20417' }, {});
	for (const wait of [false, true]) {
		if (wait) await followed(s.tenant);
		expect(await s.find('K-2041')).toEqual(['K-2041']);
		expect(await s.find('K-204')).toEqual(['K-2041', 'XK-20417']);
		expect(await s.find('-2041')).toEqual(['K-2041', 'XK-20417']);
	}
});

test('signs of a pattern are signs', async () => {
	const s = await scene();
	await s.profile({ externalId: 'a_b%c@people' }, { lastName: '100%_\\x' });
	await followed(s.tenant);
	for (const q of ['_b%', '%c@', '00%_', '%_\\', '_\\x']) expect([q, await s.find(q)]).toEqual([q, ['a_b%c@people']]);
	for (const q of ['_c@', 'a%c', '10__', '0%x']) expect([q, await s.find(q)]).toEqual([q, []]);
});

test('small letters are PostgreSQL’s on both sides', async () => {
	const s = await scene();
	for (const [n, lastName] of ['İzmirli', 'ΣΊΣΥΦΟΣ', 'Äijälä'].entries()) await s.profile({ email: `w${n}@people.example` }, { lastName });
	for (const wait of [false, true]) {
		if (wait) await followed(s.tenant);
		for (const [q, n] of [
			['İzm', 0],
			['zmİr'.replace('İ', 'i'), 0],
			['ΊΣΥ', 1],
			['ίσυφ', 1],
			['ÄLÄ', 2],
			['a\u0308la\u0308', 2],
		] as const)
			expect([q, await s.find(q)]).toEqual([q, [`w${n}@people.example`]]);
	}
});

test('the list of people with answers, the search over everything and a choice of all found look inside, too', async () => {
	const s = await scene();
	await s.answer({ email: 'eeva.lehtinen@people.example' }, true, '2026-01-15T09:30:00Z');
	await s.answer({ email: 'otto@people.example' }, true, '2026-01-15T09:30:00Z');
	for (const wait of [false, true]) {
		if (wait) await followed(s.tenant);
		expect(await s.audit('htinen@')).toEqual(['eeva.lehtinen@people.example']);
		expect(await s.audit('ehtinenx')).toEqual([]);
		const found = await t.send(s.owner, 'GET', `/api/manage/find?q=htinen&customerId=${s.tenant.customerId}`);
		expect(found.json().data.people.map(({ name }: { name: string }) => name)).toEqual(['eeva.lehtinen@people.example']);
	}
});

test('to a domain’s own admin nobody is found by what was said elsewhere, and who is known there is', async () => {
	const s = await scene();
	const { second, editor } = await secondOf(s);
	const tell = (domainId: string, person: object, facts: object) =>
		t.send(null, 'POST', '/edge/v1/profiles', { headers: s.machine, body: { domainId, profiles: [{ person, ...facts }] } });
	await tell(s.tenant.domainId, { email: 'hidden-one@first.example', externalId: 'BOTH-77' }, { lastName: 'Salaviita', city: 'Turku' });
	await tell(s.tenant.domainId, { email: 'hidden-two@first.example', phone: '+358405550001' }, { lastName: 'Salakari', city: 'Turku' });
	await tell(second.domainId, { phone: '+358405550001' }, {});
	await tell(second.domainId, { email: 'own-three@second.example' }, { lastName: 'Salama' });
	for (const wait of [false, true]) {
		if (wait) await followed(s.tenant);
		for (const path of [PROFILES]) {
			expect(await list(s.owner, s.tenant, path, 'idden-')).toHaveLength(2);
			for (const q of ['idden-', 'OTH-77', 'first.ex', 'alaviita', 'city:tur0'])
				expect([wait, q, await list(editor, second, path, q)]).toEqual([wait, q, []]);
			// By what is shown of whoever is known there.
			for (const q of ['5550001', 'alakari', 'city:Tur']) expect([q, await list(editor, second, path, q)]).toEqual([q, ['+358405550001']]);
			expect(await list(editor, second, path, 'alama')).toEqual(['own-three@second.example']);
			// Another's asking with a domain is of that domain.
			expect(await list(s.owner, s.tenant, path, 'hidden-one', second.domainId)).toEqual([]);
		}
	}
});

test('who is erased leaves no word behind, in the same transaction; nor what is taken away', async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	await s.answer({ email: 'gone.person@people.example', externalId: 'GONE-1' }, false, '2026-01-15T09:30:00Z');
	await s.answer({ email: 'staying@people.example', phone: '+358401112223' }, true, '2026-01-15T09:30:00Z');
	await followed(s.tenant);
	const id = async (q: string): Promise<string> =>
		(await t.send(s.owner, 'GET', `${PROFILES}?q=${q}`, keyed(s.tenant))).json().data[0].luvallaId;
	const [gone, stays] = [await id('gone.person'), await id('staying')];
	expect((await wordsOf(customerId)).map(({ person }) => person).sort()).toEqual([gone, stays].sort());
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, gone));
	expect((await wordsOf(customerId)).map(({ person }) => person)).toEqual([stays]);
	// A worker that had read them before cannot write them either: their note is still there, and they are not.
	await followed(s.tenant);
	expect((await wordsOf(customerId)).map(({ person }) => person)).toEqual([stays]);
	expect(await s.find('one.pers')).toEqual([]);
	const removed = await t.send(s.owner, 'POST', `${AUDIT}/${stays}/identifiers/remove`, {
		...keyed(s.tenant),
		body: { kind: 'phone', value: '+358401112223' },
	});
	expect(removed.status, removed.text).toBe(200);
	expect(JSON.stringify(await wordsOf(customerId))).not.toContain('1112223');
	expect(await s.find('1112223')).toEqual([]);
	expect(await s.find('taying')).toEqual(['staying@people.example']);
	await followed(s.tenant);
	expect(await s.find('taying')).toEqual(['staying@people.example']);
});

test('a worker that has read somebody’s words waits for whoever erases them', async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	await s.answer({ email: 'raced.person@people.example' }, true, '2026-01-15T09:30:00Z');
	const [{ luvallaId: person }] = (await t.send(s.owner, 'GET', `${PROFILES}?q=raced.person`, keyed(s.tenant))).json().data;
	const { promise: erased, resolve: letGo } = Promise.withResolvers<void>();
	const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
	const erasing = t.storage.inErasure(customerId, async (tx) => {
		await erasePerson(tx, t.server.kernel, customerId, person);
		begin();
		await erased;
	});
	await begun;
	const following = t.storage.inTenant(customerId, (tx) => rewriteWords(tx, t.server.kernel.hooks, customerId, [person]));
	let done = false;
	const followedOn = following.then(() => {
		done = true;
	});
	// It waits, or has come through.
	while (!done && !(await waits()));
	letGo();
	await Promise.all([erasing, followedOn]);
	await followed(s.tenant);
	expect(await wordsOf(customerId)).toEqual([]);
});

test('two who are one are found by either’s words, and parted each by their own', async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	await s.profile({ email: 'kept.koivu@people.example' }, { lastName: 'Koivuniemi' });
	await s.profile({ email: 'gone.kuusi@people.example' }, { lastName: 'Kuusiranta', city: 'Tornio' });
	await followed(s.tenant);
	const idOf = async (q: string): Promise<string> =>
		(await t.send(s.owner, 'GET', `${PROFILES}?q=${q}`, keyed(s.tenant))).json().data[0].luvallaId;
	const [kept, gone] = [await idOf('kept.koivu'), await idOf('gone.kuusi')];
	const merged = await t.send(s.owner, 'POST', `/api/manage/domain/person/${kept}/merge`, { ...keyed(s.tenant), body: { other: gone } });
	expect(merged.status, merged.text).toBe(200);
	const both = ['kept.koivu@people.example gone.kuusi@people.example'];
	const asOne = async () => {
		for (const q of ['oivuniemi', 'ne.kuusi', 'pt.koivu', 'ornio', 'city:Tor']) expect([q, await s.find(q)]).toEqual([q, both]);
		expect((await wordsOf(customerId)).map(({ person }) => person)).toEqual([kept]);
	};
	await asOne();
	await followed(s.tenant);
	await asOne();
	const parted = await t.send(s.owner, 'POST', `/api/manage/domain/person/${kept}/unmerge`, { ...keyed(s.tenant), body: { gone } });
	expect(parted.status, parted.text).toBe(200);
	const asTwo = async () => {
		for (const q of ['ne.kuusi', 'usiranta', 'ornio', 'city:Tor']) expect([q, await s.find(q)]).toEqual([q, ['gone.kuusi@people.example']]);
		for (const q of ['oivuniemi', 'pt.koivu']) expect([q, await s.find(q)]).toEqual([q, ['kept.koivu@people.example']]);
	};
	await asTwo();
	await followed(s.tenant);
	await asTwo();
});

test('while a file is being written nobody’s words are, and they are found all the same; a wait of a quarter of an hour ends it', async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	const inTenant = (statement: string, values: readonly unknown[]) =>
		t.storage.inTenant(customerId, (tx) => tx.query(statement, [...values]));
	await inTenant(
		`insert into run (customer_id, run_id, kind, state, input, cursor, created_at, moved_at)
		values ($1, $2, 'upload', 'running', '{}', '{}', now(), now())`,
		[customerId, newId()],
	);
	await s.profile({ email: 'waiting.person@people.example' }, { lastName: 'Odotuslahti' });
	const follow = () => t.storage.inTenant(customerId, (tx) => followWords(tx, t.server.kernel.hooks, customerId));
	expect(await follow()).toBe(false);
	expect(await wordsOf(customerId)).toEqual([]);
	for (const q of ['ting.pers', 'tuslah']) expect([q, await s.find(q)]).toEqual([q, ['waiting.person@people.example']]);
	const old = v7({ msecs: Date.now() - 16 * 60_000 });
	await inTenant(
		`update person_words_due set note_id = $2 where customer_id = $1
		and note_id = (select note_id from person_words_due where customer_id = $1 order by note_id limit 1)`,
		[customerId, old],
	);
	await follow();
	expect(await wordsOf(customerId)).toHaveLength(1);
	await inTenant('delete from run where customer_id = $1', [customerId]);
});

test('an undone file leaves nobody to be found, and what was changed is found as it was', async () => {
	const s = await scene();
	await s.profile({ email: 'before@people.example' }, { city: 'Raahe' });
	const { done } = await s.imported('email,city\nbefore@people.example,Kemijärvi\nfresh.person@people.example,Kemijärvi');
	await followed(s.tenant);
	expect(await s.find('mijärv')).toHaveLength(2);
	await s.undo(done);
	for (const wait of [false, true]) {
		if (wait) await followed(s.tenant);
		expect(await s.find('mijärv')).toEqual([]);
		expect(await s.find('esh.pers')).toEqual([]);
		expect(await s.find('aah')).toEqual(['before@people.example']);
	}
	expect(JSON.stringify(await wordsOf(s.tenant.customerId))).not.toContain('fresh.person');
});

test('the look-up answers for the transaction’s own customer alone, and to nobody but the application', async () => {
	const [s, other] = [await scene(), await scene()];
	await other.profile({ email: 'foreign.person@people.example' }, { lastName: 'Vieraslahti' });
	await followed(other.tenant);
	const inside = (as: number, of: number) =>
		t.storage.inTenant(as, (tx) =>
			tx.query<{ person: string }>(`select person from person_inside($1, array['eign.pers'], array['ieraslah'], null, 10) f (person)`, [
				of,
			]),
		);
	expect((await inside(other.tenant.customerId, other.tenant.customerId)).length).toBeGreaterThan(0);
	expect(await inside(s.tenant.customerId, s.tenant.customerId)).toEqual([]);
	await expect(inside(s.tenant.customerId, other.tenant.customerId)).rejects.toThrow(/not for customer/);
	await expect(
		t.storage.inPlatform((tx) => tx.query(`select person_inside($1, array['eign.pers'], '{}', null, 10)`, [other.tenant.customerId])),
	).rejects.toThrow(/not for customer/);
	expect(await s.find('eign.pers')).toEqual([]);
	const { rows } = await t.storage.asOwner((owner) =>
		owner.query<{ name: string }>(
			`select r.rolname as name from pg_roles r where has_function_privilege(r.oid, 'person_inside(int, text[], text[], uuid[], int)', 'execute') and not r.rolsuper`,
		),
	);
	expect(rows.map(({ name }) => name.replace(/^luvalla_|_[0-9a-f]{8}$/g, '')).filter((name) => /edge|platform/.test(name))).toEqual([]);
});

test('the daily look writes what is missing or wrong, and says how many', async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	await s.profile({ email: 'one.kept@people.example' }, {});
	await s.profile({ email: 'two.kept@people.example' }, {});
	await followed(s.tenant);
	const right = await wordsOf(customerId);
	const check = () => t.storage.inTenant(customerId, (tx) => checkWords(tx, t.server.kernel.hooks, customerId, 0));
	expect((await check())?.differed).toBe(0);
	await t.storage.inTenant(customerId, async (tx) => {
		await tx.query(`delete from person_words where customer_id = $1 and person = $2`, [customerId, right[0]?.person]);
		await tx.query(`update person_words set names = 'wrong' where customer_id = $1 and person = $2`, [customerId, right[1]?.person]);
	});
	await t.storage.inTenant(customerId, (tx) =>
		tx.query(`insert into person_words (customer_id, person, names, facts) values ($1, $2, 'nobody', '')`, [customerId, newId()]),
	);
	expect((await check())?.differed).toBe(3);
	const sorted = (rows: typeof right) => rows.toSorted((a, b) => (a.person < b.person ? -1 : 1));
	expect(sorted(await wordsOf(customerId))).toEqual(sorted(right));
});

test('among more people than are read at once: what everybody has, what few have and what nobody has, also to a domain’s own admin', async () => {
	const s = await scene();
	const { customerId } = s.tenant;
	const { second, editor } = await secondOf(s);
	const rare = [7, 1300, 2100];
	const people = Array.from({ length: 2_200 }, (_, n) => ({
		email: `guest${n}@${rare.includes(n) ? 'rare' : 'usual'}-house.example`,
		city: n % 60 === 0 ? 'Naantali' : 'Turku',
	}));
	const file = (some: typeof people) => ['email,city', ...some.map(({ email, city }) => `${email},${city}`)].join('\n');
	await s.imported(file(people));
	const told = people.filter((_, n) => n % 500 === 0 || n === 1300);
	for (const { email } of told) {
		const body = { domainId: second.domainId, profiles: [{ person: { email } }] };
		const sent = await t.send(null, 'POST', '/edge/v1/profiles', { headers: s.machine, body });
		expect(sent.status, sent.text).toBe(200);
	}
	await followed(s.tenant);
	const inside = (column: 'names' | 'facts', q: string, on: readonly string[] | null = null, most: number | null = 5_000) =>
		t.storage.inTenant(customerId, async (tx) => {
			const asked = { names: [] as string[], facts: [] as string[], [column]: [q] };
			const rows = await tx.query<{ person: string }>('select distinct person from person_inside($1, $2, $3, $4, $5) f (person)', [
				customerId,
				asked.names,
				asked.facts,
				on,
				most,
			]);
			return rows.map(({ person }) => person).sort();
		});
	/** Read through, as nobody would. */
	const plain = async (column: 'names' | 'facts', q: string) =>
		(await wordsOf(customerId)).flatMap((one) => (one[column].includes(q.toLowerCase()) ? [one.person] : [])).sort();
	for (const [column, q] of [
		['names', 'guest'],
		['names', 'ouse.example'],
		['names', 'are-house'],
		['names', 'RARE-HOUSE.EXAMPLE'],
		['names', 't1300@'],
		['names', '777'],
		['names', 'qzw'],
		['facts', 'urku'],
		['facts', 'aantal'],
		['facts', 'uest'],
	] as const)
		for (const most of [5_000, null]) expect([q, await inside(column, q, null, most)]).toEqual([q, await plain(column, q)]);
	expect(await inside('names', 'guest')).toHaveLength(2_200);
	expect(await inside('names', 'guest', null, 40)).toHaveLength(40);
	expect(await s.find('are-hous')).toEqual(rare.map((n) => people[n]?.email).sort());
	// A list looks no further than it must and says so; what is done to all who match is done to all of them.
	for (const q of ['ouse.example', 'city:Turk']) {
		const asked = `?q=${encodeURIComponent(q)}`;
		const get = (path: string) => t.send(s.owner, 'GET', `${PROFILES}${path}`, { headers: { customer_key: String(customerId) } });
		const [first, last] = [(await get(`${asked}&size=100`)).json(), (await get(`${asked}&size=100&page=11`)).json()];
		expect([first.page.total, first.page.more, first.page.next, last.page.next]).toEqual([1000, true, 2, null]);
		const all = people.filter(({ email, city }) => (q.startsWith('city') ? city === 'Turku' : email.includes(q))).length;
		expect([q, (await get(`/file${asked}`)).text.match(/@/g)?.length]).toEqual([q, all]);
	}
	const everybody = (q: string, every: boolean) =>
		t.storage.inTenant(customerId, async (tx) => {
			const { found, more } = await findPersons(tx, customerId, q, null, every);
			return [found.length, more];
		});
	expect([await everybody('ouse.example', true), await everybody('guest', true)]).toEqual([
		[2_200, false],
		[2_200, false],
	]);
	expect((await everybody('ouse.example', false))[1]).toBe(true);
	expect(await everybody('are-house', false)).toEqual([rare.length, false]);
	// What a domain's own admin sees: those who were told of there, by what was told there; by the look-up, and where they are few among themselves.
	expect(await list(editor, second, PROFILES, '')).toEqual(told.map(({ email }) => email).sort());
	expect(await inside('names', 'ouse.example', [second.domainId])).toHaveLength(told.length);
	expect(await list(editor, second, PROFILES, 'ouse.exam')).toEqual(told.map(({ email }) => email).sort());
	expect(await list(editor, second, PROFILES, 'are-hous')).toEqual([people[1300]?.email]);
	expect(await list(editor, second, PROFILES, 'guest1300')).toEqual([people[1300]?.email]);
	expect(await list(editor, second, PROFILES, 'city:Naan')).toEqual(
		told
			.filter(({ city }) => city === 'Naantali')
			.map(({ email }) => email)
			.sort(),
	);
	for (const q of ['guest7@', 'uest7@', 'guest2100', 'city:Rau']) expect([q, await list(editor, second, PROFILES, q)]).toEqual([q, []]);
});

test('of more people than a domain’s few, its own admin sees those of the list and how many they are', async () => {
	const s = await scene();
	const { second, editor } = await secondOf(s);
	await s.imported(['email', ...Array.from({ length: 60 }, (_, n) => `here${n}@people.example`)].join('\n'), undefined, second);
	// Names that nobody has any more: too many to be few, and none of them a person's.
	await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query(
			`insert into person_seen (customer_id, kind, value, domain_id, seen_at)
			select $1, 'externalId', 'gone-' || n, $2, now() from generate_series(1, 10001) n`,
			[s.tenant.customerId, second.domainId],
		),
	);
	const sent = await t.send(editor, 'GET', `${PROFILES}?size=25`, {
		headers: { customer_key: String(s.tenant.customerId), domain_key: second.domainId },
	});
	expect([sent.json().data.length, sent.json().page.total]).toEqual([25, 60]);
	await followed(s.tenant);
	expect(await list(editor, second, PROFILES, 'ere7')).toEqual(['here7@people.example']);
	expect(await list(editor, second, PROFILES, 'here7')).toEqual(['here7@people.example']);
});
