/**
 * A program of somebody else's, over the client that a public generator makes from `/openapi.json` (openapi-client.test.ts
 * generates it beside this file, compiles both and runs this one). It says in JSON what it saw.
 */
import * as api from './client.ts';

const { BASE = '', COOKIE = '', ORIGIN = '', CUSTOMER = '', DOMAIN = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
api.defaults.baseUrl = BASE;
const customerKey = Number(CUSTOMER);
/** As a browser of the portal: the session's cookie, and the origin beside whatever is no GET. */
const asPerson = { headers: { cookie: COOKIE, origin: ORIGIN } };

const file = new Blob(
	[
		'email,purpose,value,at,source\n',
		...['anna', 'bertta', 'cecilia'].map((name) => `${name}@example.com,Club letter,yes,2026-01-15T09:30:00Z,"Paper form, Turku shop"\n`),
	],
	{ type: 'text/csv' },
);

/** Uploads a file, has it checked and written. */
const upload = async (): Promise<api.Run> => {
	const stored = await api.uploadUsers({ users: file }, { customerKey, domainKey: DOMAIN }, asPerson);
	if (stored.status !== 200) throw new Error(`The upload was refused: ${stored.status}`);
	const { id, reading, columns } = stored.data.data;
	const checked = await ended(
		await api.checkUpload(id, { reading, targets: columns.map(({ target }) => target) }, { customerKey }, asPerson),
	);
	return ended(await api.importUpload(checked.id, { customerKey }, asPerson));
};

/** Waits for the run that was started. */
const ended = async (sent: Awaited<ReturnType<typeof api.importUpload | typeof api.checkUpload>>): Promise<api.Run> => {
	if (sent.status !== 200) throw new Error(`The run was refused: ${sent.status}`);
	for (let looks = 0; looks < 200; looks++) {
		const looked = await api.run(sent.data.data.id, { customerKey }, asPerson);
		if (looked.status !== 200) throw new Error(`The run was refused: ${looked.status}`);
		if (looked.data.data.state !== 'waiting' && looked.data.data.state !== 'running') return looked.data.data;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error('The run did not end');
};

/** Every page of a list. */
const list = async (): Promise<{ totals: number[]; ids: string[] }> => {
	const totals: number[] = [];
	const ids: string[] = [];
	for (let page: number | null = 1; page !== null; ) {
		const listed = await api.people({ page, size: 2, customerKey }, asPerson);
		if (listed.status !== 200) throw new Error(`The list was refused: ${listed.status}`);
		totals.push(listed.data.page.total);
		ids.push(...listed.data.data.map(({ luvallaId }) => luvallaId));
		page = listed.data.page.next;
	}
	return { totals, ids };
};

/** As a server of the customer's own. */
const asMachine = async () => {
	const answer = await fetch(`${BASE}/identity/token`, {
		method: 'POST',
		headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`, 'content-type': 'application/x-www-form-urlencoded' },
		body: 'grant_type=client_credentials&scope=API',
	});
	const { access_token } = (await answer.json()) as { access_token: string };
	return { headers: { authorization: `Bearer ${access_token}` } };
};
const held = async (): Promise<(boolean | null)[]> => {
	const answer = await api.presentAnswers({ domainId: DOMAIN, person: { email: 'anna@example.com' } }, await asMachine());
	if (answer.status !== 200) throw new Error(`The machine was refused: ${answer.status}`);
	return answer.data.data.purposes.map(({ value }) => value);
};

/** What is refused has the type of its status: each names the codes that it can have. */
const refused = async (): Promise<string[]> => {
	const missing = await api.run('01a00000-0000-7000-8000-000000000000', { customerKey }, asPerson);
	const nobody = await api.people();
	const machine = await api.erasePerson('01a00000-0000-7000-8000-000000000000', {}, await asMachine());
	const unreadable = await api.people({ page: 0, customerKey }, asPerson);
	const said: string[] = [];
	if (missing.status === 404 && missing.data.code === 'not_found') said.push(`404 ${missing.data.error}`);
	if (nobody.status === 401 && nobody.data.code === 'not_signed_in') said.push(`401 ${nobody.data.error}`);
	if (machine.status === 403 && machine.data.code === 'not_allowed') said.push(`403 ${machine.data.error}`);
	if (unreadable.status === 400 && unreadable.data.code === 'invalid') said.push(`400 ${Object.keys(unreadable.data.fields ?? {})}`);
	return said;
};

/** As a developer of the customer's: a token from the portal, somebody written with it, read back, and found in the portal. */
const developed = async () => {
	const made = await api.generateToken({ id: DOMAIN }, asPerson);
	if (made.status !== 200) throw new Error(`The token was refused: ${made.status}`);
	const asDomain = { headers: { authorization: `Bearer ${made.data.data.accessToken}` } };
	const person = { externalId: 'D-1' };
	const write = (firstName: string) =>
		api.writeProfiles(
			{ domainId: DOMAIN, profiles: [{ person, firstName, attributes: { shoe: 38 } }] },
			{ idempotencyKey: 'developed' },
			asDomain,
		);
	const outcomes: string[] = [];
	// The same under its key is done once; other content under it is refused.
	for (const name of ['Dora', 'Dora', 'Other']) {
		const written = await write(name);
		if (written.status === 200) outcomes.push(...written.data.data.results.map(({ outcome }) => outcome));
		else if (written.status === 409 && written.data.code === 'key_conflict') outcomes.push(written.data.code);
		else throw new Error(`The profile was refused: ${written.status}`);
	}
	const read = await api.readProfile({ domainId: DOMAIN, person }, asDomain);
	if (read.status !== 200) throw new Error(`The profile was not read: ${read.status}`);
	const listed = await api.profiles({ q: 'D-1', customerKey }, asPerson);
	if (listed.status !== 200) throw new Error(`The portal refused: ${listed.status}`);
	const { luvallaId, firstName, attributes } = read.data.data;
	return { outcomes, firstName, attributes, inPortal: listed.data.data.map((one) => one.luvallaId === luvallaId) };
};

const run = await upload();
console.log(
	JSON.stringify({
		run: { state: run.state, counts: run.counts },
		list: await list(),
		held: await held(),
		refused: await refused(),
		developed: await developed(),
	}),
);
