/** What a start loads: libraries that only some requests need wait for the first of these. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const SERVER = new URL('../src/server.ts', import.meta.url);
const LATER = [
	'libphonenumber-js',
	'mailparser',
	'marked',
	'maxmind',
	'mjml',
	'oidc-provider',
	'playwright-core',
	'saxes',
	'smtp-server',
	'ssh2',
	'yauzl',
];

/** Prints the packages of all files that are read, by `import` and `require` alike. */
const LOOKER = `
	import { registerHooks } from 'node:module';
	const names = new Set();
	const load = (url, context, next) => {
		const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
		if (name !== undefined) names.add(name);
		return next(url, context);
	};
	registerHooks({ load });
	await import(${JSON.stringify(SERVER.href)});
	process.stdout.write([...names].join(' '), () => process.exit(0));
`;

test('A start does not load what only some requests need', () => {
	const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', LOOKER], { encoding: 'utf8' });
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	const loaded = stdout.split(' ');
	expect(loaded).toContain('fastify');
	expect(LATER.filter((name) => loaded.includes(name))).toEqual([]);
});
