/** A client made from `/openapi.json` by a public generator (oazapfts): compiled, and used against a listening server. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORIGIN, type TestApp, testApp } from './app.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const USES = join(import.meta.dirname, 'client');
const run = promisify(execFile);

let t: TestApp;
let folder: string;
beforeAll(async () => {
	t = await testApp();
	await t.app.listen({ port: 0, host: '127.0.0.1' });
	folder = mkdtempSync(join(tmpdir(), 'luvalla-client-'));
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	for (const name of ['use.ts', 'wrong.ts']) copyFileSync(join(USES, name), join(folder, name));
	writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
	const compilerOptions = { ...JSON.parse(readFileSync(join(ROOT, 'tsconfig.base.json'), 'utf8')).compilerOptions, lib: ['es2024', 'dom'] };
	for (const name of ['use', 'wrong'])
		writeFileSync(join(folder, `tsconfig.${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
	writeFileSync(join(folder, 'openapi.json'), (await t.send(null, 'GET', '/openapi.json')).text);
	await run(process.execPath, [join(ROOT, 'node_modules/oazapfts/dist/cli.js'), 'openapi.json', 'client.ts'], { cwd: folder });
});
afterAll(async () => {
	rmSync(folder, { recursive: true });
	await t.stop();
});

/** What the compiler complains of, as `file:line`. */
const complaints = async (name: string): Promise<string[]> => {
	const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', `tsconfig.${name}.json`, '--pretty', 'false'];
	const { stdout } = await run(process.execPath, tsc, { cwd: folder }).catch((error: { stdout: string }) => error);
	return [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, file, line]) => `${file}:${line}`);
};

test('it compiles, and what the API does not take or answer does not', async () => {
	expect(await complaints('use')).toEqual([]);
	const lines = readFileSync(join(USES, 'wrong.ts'), 'utf8').split('\n');
	const wrong = lines.flatMap((line, at) => (line.endsWith('// wrong') ? [`wrong.ts:${at + 1}`] : []));
	expect(wrong).toHaveLength(9);
	expect(await complaints('wrong')).toEqual(wrong);
});

test('it uploads, lists page by page, asks as a machine, is refused as typed, and writes people with a token of a domain', async () => {
	const tenant = await t.tenant();
	const { customerId, domainId } = tenant;
	const owner = await t.person([], { adminOf: [tenant] });
	const purpose = { domainId, name: 'Club letter', wording: { en: { name: 'Club letter', about: 'Twice a month.' } } };
	expect((await t.send(owner, 'POST', `/api/consent/purpose/${customerId}`, { body: purpose })).status).toBe(200);
	const application = { customerId, clientName: 'Machine', clientType: 0 };
	const { clientId, clientSecret } = (await t.send(owner, 'POST', '/api/manage/client', { body: application })).json().data;
	const { stdout } = await run(process.execPath, ['use.ts'], {
		cwd: folder,
		env: {
			BASE: `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`,
			COOKIE: owner.cookie,
			ORIGIN,
			CUSTOMER: String(customerId),
			DOMAIN: domainId,
			CLIENT_ID: clientId,
			CLIENT_SECRET: clientSecret,
		},
	});
	const { list, ...saw } = JSON.parse(stdout);
	expect(saw).toEqual({
		run: { state: 'done', counts: expect.objectContaining({ rows: 3, yes: 3, rejected: 0 }) },
		held: [true],
		refused: ['404 There is nothing here that you may see.', '401 Sign in first.', '403 Your role does not allow this.', '400 page'],
		developed: {
			outcomes: ['created', 'created', 'key_conflict'],
			firstName: 'Dora',
			attributes: { shoe: 38 },
			inPortal: [true],
		},
	});
	expect(list.totals).toEqual([3, 3]);
	expect(new Set(list.ids).size).toBe(3);
});
