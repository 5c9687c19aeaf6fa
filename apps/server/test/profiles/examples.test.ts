/** The examples that the portal shows, as a programmer pastes them: sent to a running server, they do what they say. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { PersonKey } from '@luvalla/contract/people/identifiers.ts';
import { EXAMPLE_LANGUAGES, type ExampleAction, exampleIn } from '@luvalla/contract/profiles/examples.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';

const run = promisify(execFile);
const CLIENT = resolve(import.meta.dirname, '../../../../packages/client/src/index.ts');

let t: TestApp;
let origin: string;
let tenant: Tenant;
let owner: Person;
let env: NodeJS.ProcessEnv;
let folder: string;
beforeAll(async () => {
	t = await testApp();
	origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
	tenant = await t.tenant();
	owner = await t.person([], { adminOf: [tenant] });
	const made = await t.send(owner, 'POST', '/api/manage/domain/generatetoken', { body: { id: tenant.domainId } });
	env = { ...process.env, LUVALLA_TOKEN: made.json().data.accessToken };
	folder = await mkdtemp(join(tmpdir(), 'luvalla-examples-'));
});
afterAll(async () => {
	await rm(folder, { recursive: true });
	await t.stop();
});

const text = (language: (typeof EXAMPLE_LANGUAGES)[number], action: ExampleAction, person: PersonKey) =>
	exampleIn(language, { origin, domainId: tenant.domainId, person, action });
const inPortal = async (q: string): Promise<unknown[]> =>
	(
		await t.send(owner, 'GET', `/api/manage/domain/profile?q=${encodeURIComponent(q)}`, {
			headers: { customer_key: String(tenant.customerId) },
		})
	).json().data;

test('curl makes a person known, who then stands in the portal, and reads what is known of them', async () => {
	// What a shell reads as more than a letter comes through as it is.
	const person = { externalId: `O'Brien "$HOME" \`id\` \\n` };
	const shell = async (action: ExampleAction) => JSON.parse((await run('sh', ['-c', text('curl', action, person)], { env })).stdout);
	expect((await shell('write')).data.results).toMatchObject([{ outcome: 'created' }]);
	expect(await inPortal("O'Brien")).toMatchObject([{ identifiers: [{ kind: 'externalId', value: person.externalId }] }]);
	expect((await shell('read')).data).toMatchObject({ attributes: { favourite_colour: 'teal' } });
});

test('TypeScript does the same by the client', async () => {
	const person = { email: 'anna@examples.example.com', externalId: 'it\'s `$(id)` "\\' };
	const program = async (action: ExampleAction): Promise<string> => {
		const file = join(folder, `${action}.ts`);
		await writeFile(file, text('typescript', action, person).replace("'@luvalla/client'", JSON.stringify(CLIENT)));
		return (await run(process.execPath, [file], { env })).stdout;
	};
	expect(await program('write')).toContain(`outcome: 'created'`);
	expect(await inPortal(person.email)).toHaveLength(1);
	expect(await program('read')).toContain(`favourite_colour: 'teal'`);
});

/** Tries what a programmer would: the example in a file, run by the language. */
const byPrograms = async (language: 'python' | 'php', program: string, ending: string) => {
	const person = { email: `${language}@examples.example.com`, externalId: `${language} O'Brien "$HOME" \\n \u{1F600} %s {x}` };
	const say = async (action: ExampleAction): Promise<string> => {
		const file = join(folder, `${action}.${ending}`);
		await writeFile(file, text(language, action, person));
		return (await run(program, [file], { env })).stdout;
	};
	expect(await say('write')).toContain('created');
	expect(await inPortal(person.email)).toMatchObject([
		{ identifiers: expect.arrayContaining([{ kind: 'externalId', value: person.externalId }]) },
	]);
	expect(await say('read')).toMatch(/favourite_colour['\]]+(:| =>) '?teal/);
};

// As curl, Python is expected on a machine that tests: where it is not there, this fails.
test('Python does the same by its own library', () => byPrograms('python', 'python3', 'py'));

// A machine without PHP says nothing of it: there is no such test then, and none that is skipped.
if (spawnSync('php', ['--version']).status === 0) test('PHP does the same', () => byPrograms('php', 'php', 'php'));

test('a token that is taken away sends nothing more, and one for another domain nothing here', async () => {
	const person = { email: 'late@examples.example.com' };
	const sent = async (token: string) =>
		JSON.parse((await run('sh', ['-c', text('curl', 'write', person)], { env: { ...env, LUVALLA_TOKEN: token } })).stdout);
	const tokenOf = async (on: Tenant, who: Person): Promise<string> =>
		(await t.send(who, 'POST', '/api/manage/domain/generatetoken', { body: { id: on.domainId } })).json().data.accessToken;
	const other = await t.tenant();
	const foreign = await tokenOf(other, await t.person([], { adminOf: [other] }));
	expect(await sent(foreign)).toMatchObject({ code: 'not_found' });
	const old = String(env.LUVALLA_TOKEN);
	env.LUVALLA_TOKEN = await tokenOf(tenant, owner);
	expect(await sent(old)).toMatchObject({ code: 'token_unknown' });
	expect(await inPortal(person.email)).toEqual([]);
	expect((await sent(env.LUVALLA_TOKEN)).data.results).toMatchObject([{ outcome: 'created' }]);
	expect(await inPortal(person.email)).toHaveLength(1);
});

test('no example carries a token, and each names the person, the domain and where to', () => {
	for (const language of EXAMPLE_LANGUAGES)
		for (const action of ['write', 'read'] as const) {
			const shown = text(language, action, { email: 'anna@example.com' });
			expect(shown).toContain('LUVALLA_TOKEN');
			expect(shown).not.toContain(String(env.LUVALLA_TOKEN));
			for (const part of ['anna@example.com', tenant.domainId, origin]) expect(shown).toContain(part);
		}
});
