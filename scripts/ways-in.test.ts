/** The files by which a site takes the banner without a line of its own: a Tag Manager template, and a WordPress plugin. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const TPL = read('deploy/tag-manager/luvalla.tpl');
const ADDRESS = 'https://luvalla.example/cmp/d/0197a3c0-0000-7000-8000-000000000001.js';
/** Sections by name, in the order of the file. */
const SECTIONS = new Map(
	TPL.split(/^___([A-Z_]+)___$/m)
		.slice(1)
		.reduce<[string, string][]>((all, part, n) => {
			if (n % 2 === 0) all.push([part, '']);
			else (all.at(-1) ?? ['', ''])[1] = part.trim();
			return all;
		}, []),
);
const section = (name: string): string => SECTIONS.get(name) ?? '';

interface Field {
	readonly name: string;
	readonly type: string;
	readonly defaultValue?: unknown;
	readonly subParams?: readonly Field[];
	readonly valueValidators?: readonly { type: string; args?: readonly string[] }[];
}
const fieldsOf = (all: readonly Field[]): Field[] => all.flatMap((one) => (one.type === 'GROUP' ? fieldsOf(one.subParams ?? []) : [one]));
const FIELDS = (): Field[] => fieldsOf(JSON.parse(section('TEMPLATE_PARAMETERS')));

interface Permission {
	readonly instance: {
		readonly key: { readonly publicId: string; readonly versionId: string };
		readonly param: readonly { readonly key: string; readonly value: Value }[];
	};
}
interface Value {
	readonly type: number;
	readonly string?: string;
	readonly boolean?: boolean;
	readonly listItem?: readonly Value[];
	readonly mapKey?: readonly Value[];
	readonly mapValue?: readonly Value[];
}
const permissions = (): Permission[] => JSON.parse(section('WEB_PERMISSIONS'));
const permitted = (id: string, param: string): readonly Value[] =>
	permissions()
		.find(({ instance }) => instance.key.publicId === id)
		?.instance.param.find(({ key }) => key === param)?.value.listItem ?? [];

/** Runs the sandboxed code with fakes of what it may ask for: nothing else is there. */
const run = (given: Record<string, unknown>, loads = true) => {
	const calls: [string, ...unknown[]][] = [];
	const note =
		(name: string) =>
		(...args: unknown[]): void =>
			void calls.push([name, ...args]);
	const api: Record<string, unknown> = {
		setDefaultConsentState: note('setDefaultConsentState'),
		gtagSet: note('gtagSet'),
		logToConsole: note('logToConsole'),
		makeInteger: (text: unknown) => Math.trunc(Number(text)),
		injectScript: (url: string, good: () => void, bad: () => void, key: string) => {
			calls.push(['injectScript', url, key]);
			(loads ? good : bad)();
		},
	};
	const data = { ...given, gtmOnSuccess: note('gtmOnSuccess'), gtmOnFailure: note('gtmOnFailure') };
	const require = (name: string): unknown => {
		if (!Object.hasOwn(api, name)) throw new Error(`No such function of the sandbox: ${name}`);
		return api[name];
	};
	vm.runInNewContext(`(function () {${section('SANDBOXED_JS_FOR_WEB_TEMPLATE')}})()`, { require, data });
	// What was made in the other context is compared as values.
	return JSON.parse(JSON.stringify(calls)) as [string, ...unknown[]][];
};
/** What a tag that nobody changed has. */
const defaults = (): Record<string, unknown> =>
	Object.fromEntries(FIELDS().flatMap(({ name, defaultValue }) => (defaultValue === undefined ? [] : [[name, defaultValue]])));

describe('the Tag Manager template', () => {
	it('has the sections of the published format, each of them readable', () => {
		expect([...SECTIONS.keys()]).toEqual([
			...['TERMS_OF_SERVICE', 'INFO', 'TEMPLATE_PARAMETERS', 'SANDBOXED_JS_FOR_WEB_TEMPLATE', 'WEB_PERMISSIONS', 'TESTS', 'NOTES'],
		]);
		expect(JSON.parse(section('INFO'))).toMatchObject({
			type: 'TAG',
			version: 1,
			containerContexts: ['WEB'],
			brand: { displayName: 'Luvalla' },
		});
		expect(JSON.parse(section('INFO')).description.length).toBeLessThanOrEqual(200);
		for (const { name, type } of FIELDS())
			expect([name, type]).toEqual([expect.stringMatching(/^\w+$/), expect.stringMatching(/^(TEXT|SELECT|CHECKBOX)$/)]);
		expect(section('TESTS')).toMatch(/^scenarios:\n- name: /);
	});

	it('asks for exactly the functions that its permissions cover', () => {
		const asked = [...section('SANDBOXED_JS_FOR_WEB_TEMPLATE').matchAll(/require\('(\w+)'\)/g)].map(([, name]) => name);
		const needs: Record<string, string | null> = {
			setDefaultConsentState: 'access_consent',
			injectScript: 'inject_script',
			logToConsole: 'logging',
			gtagSet: 'write_data_layer',
			makeInteger: null,
		};
		expect(asked.sort()).toEqual(Object.keys(needs).sort());
		expect(
			permissions()
				.map(({ instance }) => instance.key.publicId)
				.sort(),
		).toEqual(
			Object.values(needs)
				.filter((one) => one !== null)
				.sort(),
		);
		expect(permitted('inject_script', 'urls').map((one) => one.string)).toEqual(['https://*/cmp/d/*']);
		// The default is written and never read: each type that the code says, and no other.
		const types = permitted('access_consent', 'consentTypes').map(({ mapValue = [] }) => [
			mapValue[0]?.string,
			mapValue[1]?.boolean,
			mapValue[2]?.boolean,
		]);
		const [, state] = run(defaults())[0] ?? [];
		const said = Object.keys(Object(state)).filter((key) => key.endsWith('_storage') || key.startsWith('ad_'));
		expect(types).toEqual(said.map((type) => [type, false, true]));
		expect(permitted('write_data_layer', 'keyPatterns').map((one) => one.string)).toEqual(['ads_data_redaction', 'url_passthrough']);
	});

	it('takes the address of the Snippet dialog and nothing else', () => {
		const [, pattern] = FIELDS().find(({ name }) => name === 'snippet')?.valueValidators ?? [];
		const valid = new RegExp(pattern?.args?.[0] ?? '$^');
		expect(valid.test(ADDRESS)).toBe(true);
		for (const wrong of [
			'',
			ADDRESS.replace('https', 'http'),
			`${ADDRESS}?a=1`,
			'https://luvalla.example/cmp/d/x.js',
			'javascript:alert(1)',
		])
			expect([wrong, valid.test(wrong)]).toEqual([wrong, false]);
	});

	it('says the default first, then loads the banner once', () => {
		expect(run({ ...defaults(), snippet: ADDRESS })).toEqual([
			[
				'setDefaultConsentState',
				{
					...{ ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied', analytics_storage: 'denied' },
					...{ functionality_storage: 'denied', personalization_storage: 'denied', security_storage: 'granted', wait_for_update: 500 },
				},
			],
			['injectScript', ADDRESS, ADDRESS],
			['gtmOnSuccess'],
		]);
	});

	it('denies whatever is not granted in so many words', () => {
		const [first] = run({ snippet: ADDRESS, ad_storage: 'yes', wait: 'x' });
		expect(Object.values(Object(first?.[1]))).toEqual(Array(7).fill('denied'));
	});

	it('says regions and the settings of Google’s tags where they are chosen', () => {
		const calls = run({ ...defaults(), snippet: ADDRESS, regions: 'FI, US-CA', wait: '0', redact: true, passthrough: true });
		expect(calls[0]?.[1]).toMatchObject({ region: ['FI', 'US-CA'] });
		expect(calls[0]?.[1]).not.toHaveProperty('wait_for_update');
		expect(calls.filter(([name]) => name === 'gtagSet')).toEqual([
			['gtagSet', 'ads_data_redaction', true],
			['gtagSet', 'url_passthrough', true],
		]);
	});

	it('fails where the banner does not load, with the default said all the same', () => {
		expect(run({ ...defaults(), snippet: ADDRESS }, false).map(([name]) => name)).toEqual([
			...['setDefaultConsentState', 'injectScript', 'logToConsole', 'gtmOnFailure'],
		]);
	});
});

const PLUGIN = 'deploy/wordpress/luvalla';
/** Texts of a .po file. */
const poOf = (text: string): Map<string, string> =>
	new Map(
		[...text.matchAll(/^msgid "((?:[^"\\]|\\.)+)"\nmsgstr "((?:[^"\\]|\\.)*)"$/gm)].map(([, id = '', said = '']) => [
			JSON.parse(`"${id}"`) as string,
			JSON.parse(`"${said}"`) as string,
		]),
	);
/** Texts of a .mo file, as gettext keeps them: two tables of lengths and places. */
const moOf = (bytes: Buffer): Map<string, string> => {
	expect(bytes.readUInt32LE(0)).toBe(0x950412de);
	const [count, ids, texts] = [8, 12, 16].map((at) => bytes.readUInt32LE(at)) as [number, number, number];
	// WordPress takes no file whose tables do not end where the next one, the last an empty one of hashes, begins.
	expect([texts - ids, bytes.readUInt32LE(24) - texts, bytes.readUInt32LE(20)]).toEqual([8 * count, 8 * count, 0]);
	const at = (table: number, n: number): string => {
		const from = bytes.readUInt32LE(table + 8 * n + 4);
		return bytes.toString('utf8', from, from + bytes.readUInt32LE(table + 8 * n));
	};
	return new Map(Array.from({ length: count }, (_, n) => [at(ids, n), at(texts, n)]));
};

describe('the WordPress plugin', () => {
	const code = read(`${PLUGIN}/luvalla.php`);
	const header = (name: string): string | undefined => new RegExp(`^ \\* ${name}:\\s+(.+)$`, 'm').exec(code)?.[1];
	const readme = read(`${PLUGIN}/readme.txt`);
	const told = (name: string): string | undefined => new RegExp(`^${name}: (.+)$`, 'm').exec(readme)?.[1];

	it('says in its header and its readme the same of itself', () => {
		expect(header('Plugin Name')).toBe('Luvalla');
		expect(header('Text Domain')).toBe('luvalla');
		expect(told('Stable tag')).toBe(header('Version'));
		for (const name of ['Requires at least', 'Requires PHP', 'License']) expect(told(name)).toBe(header(name));
		expect(readme).toMatch(/^=== Luvalla ===\n/);
		for (const part of ['Description', 'Installation', 'Changelog']) expect(readme).toContain(`\n== ${part} ==\n`);
		expect(readme).toContain(`= ${header('Version')} =`);
	});

	it('lets nobody run a file of it by its address', () => {
		for (const name of readdirSync(join(ROOT, PLUGIN)).filter((one) => one.endsWith('.php')))
			expect(read(`${PLUGIN}/${name}`)).toMatch(/\ndefined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;\n/);
		expect(read(`${PLUGIN}/uninstall.php`)).toContain(/const LUVALLA_OPTION = '(\w+)'/.exec(code)?.[1] ?? 'nothing');
	});

	it('has every text in Finnish, and the file that WordPress reads says the same', () => {
		const texts = [...code.matchAll(/(?:esc_html_e|esc_html__|__)\( '((?:[^'\\]|\\.)+)', 'luvalla' \)/g)].map(([, text = '']) => text);
		expect(texts.length).toBeGreaterThan(5);
		const po = poOf(read(`${PLUGIN}/languages/luvalla-fi.po`));
		expect([...new Set(texts)].sort()).toEqual([...po.keys()].sort());
		for (const [id, said] of po)
			expect([id, said === '' || said === id, (said.match(/%s/g) ?? []).length]).toEqual([id, false, (id.match(/%s/g) ?? []).length]);
		const mo = moOf(readFileSync(join(ROOT, PLUGIN, 'languages/luvalla-fi.mo')));
		mo.delete('');
		expect(mo).toEqual(po);
	});

	it('escapes whatever it writes', () => {
		const echoed = [...code.matchAll(/echo ([^;]+);/g)].map(([, what = '']) => what);
		expect(echoed.length).toBeGreaterThan(3);
		for (const what of echoed) expect(what).toMatch(/esc_(url|attr|html)|wp_kses/);
	});

	// PHP is no part of this project's tools: where a machine has it, the plugin runs, on fakes of what WordPress offers.
	it('does what it says where PHP is at hand', () => {
		const php = spawnSync('php', [join(ROOT, 'deploy/wordpress/test.php')], { encoding: 'utf8' });
		if (php.error) expect(php.error).toMatchObject({ code: 'ENOENT' });
		else expect([php.status, php.stdout.trim().split('\n').at(-1), php.stderr]).toEqual([0, 'all held', '']);
		expect(existsSync(join(ROOT, 'deploy/wordpress/test.php'))).toBe(true);
	});
});
