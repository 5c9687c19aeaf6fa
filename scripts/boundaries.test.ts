/** The import boundaries hold for the code, and each rule catches what it forbids. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './paths.ts';

let house: string;

beforeAll(() => {
	house = mkdtempSync(join(tmpdir(), 'luvalla-house-'));
	cpSync(join(ROOT, '.dependency-cruiser.mjs'), join(house, '.dependency-cruiser.mjs'));
	cpSync(join(ROOT, 'scripts/portal-alias.mjs'), join(house, 'scripts/portal-alias.mjs'));
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Names of the rules that a house with these files breaks. */
const broken = (files: Record<string, string>): string[] => {
	for (const folder of ['apps', 'packages']) rmSync(join(house, folder), { recursive: true, force: true });
	for (const [path, text] of Object.entries({
		'apps/none.ts': '',
		'packages/none.ts': '',
		'apps/server/package.json': IMPORTS,
		...files,
	})) {
		mkdirSync(dirname(join(house, path)), { recursive: true });
		writeFileSync(join(house, path), text);
	}
	const cli = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
	const { stdout } = spawnSync(
		process.execPath,
		[cli, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'apps', 'packages'],
		{ cwd: house, encoding: 'utf8' },
	);
	const report: { summary: { violations: { rule: { name: string } }[] } } = JSON.parse(stdout);
	return [...new Set(report.summary.violations.map(({ rule }) => rule.name))].sort();
};

const IMPORTS = JSON.stringify({ name: 'server', type: 'module', imports: { '#kernel/*': './src/kernel/*', '#wings/*': './src/wings/*' } });
const wing = 'apps/server/src/wings';

describe('the import boundaries', () => {
	it('let a house be that keeps to them', () => {
		expect(
			broken({
				[`${wing}/consent/ledger/store.ts`]: `import { a } from '#wings/identity/wing.ts'; import { k } from '#kernel/log.ts'; export const b = [a, k];`,
				[`${wing}/identity/wing.ts`]: 'export const a = 1;',
				'apps/server/src/kernel/log.ts': 'export const k = 1;',
				'apps/portal/src/wings/consent/light/XForm.tsx': `import { ui } from '#portal/ui/form.tsx'; export const x = ui;`,
				'apps/portal/src/ui/form.tsx': 'export const ui = 1;',
				'packages/banner/src/core/main.ts': `import type { T } from '../../../contract/src/call.ts'; export const t: T = 1;`,
				'packages/contract/src/call.ts': 'export type T = number; export const v = 1;',
			}),
		).toEqual([]);
	});

	it.each<[string, Record<string, string>, string]>([
		[
			'a wing that knows one above it',
			{ [`${wing}/identity/a.ts`]: `import '#wings/consent/wing.ts';`, [`${wing}/consent/wing.ts`]: '' },
			'identity-knows-no-wing-above-it',
		],
		[
			'a wing above, known only for a type',
			{
				[`${wing}/tenancy/a.ts`]: `import type { C } from '#wings/insight/wing.ts'; export type D = C;`,
				[`${wing}/insight/wing.ts`]: 'export type C = 1;',
			},
			'tenancy-knows-no-wing-above-it',
		],
		[
			'a wing that enters another beside its door',
			{ [`${wing}/consent/a.ts`]: `import '#wings/identity/account/store.ts';`, [`${wing}/identity/account/store.ts`]: '' },
			'wings-meet-at-their-door',
		],
		[
			'a channel that knows the engine which asks it',
			{ [`${wing}/engagement/channels/a.ts`]: `import '../send/pump.ts';`, [`${wing}/engagement/send/pump.ts`]: '' },
			'engagement-channels-knows-no-room-above-it',
		],
		[
			'a kernel that knows a wing',
			{ 'apps/server/src/kernel/a.ts': `import '#wings/identity/wing.ts';`, [`${wing}/identity/wing.ts`]: '' },
			'kernel-knows-no-wing',
		],
		[
			'a contract that leans on something',
			{ 'packages/contract/src/a.ts': `import '../../../apps/server/src/kernel/log.ts';`, 'apps/server/src/kernel/log.ts': '' },
			'contract-stands-alone',
		],
		[
			'a portal that reaches into the server',
			{ 'apps/portal/src/a.ts': `import '../../server/src/kernel/log.ts';`, 'apps/server/src/kernel/log.ts': '' },
			'server-and-portal-share-the-contract-only',
		],
		['a banner that carries a package', { 'packages/banner/src/core/main.ts': `import 'node:fs';` }, 'banner-carries-nothing'],
		[
			'a banner that carries code of the contract',
			{
				'packages/banner/src/core/main.ts': `import { v } from '../../../contract/src/call.ts'; console.log(v);`,
				'packages/contract/src/call.ts': 'export const v = 1;',
			},
			'banner-takes-only-types-of-the-contract',
		],
		[
			'portal features that meet',
			{
				'apps/portal/src/wings/consent/light/a.tsx': `import '#portal/wings/consent/ledger/b.tsx';`,
				'apps/portal/src/wings/consent/ledger/b.tsx': '',
			},
			'portal-features-do-not-meet',
		],
		[
			'a ui that knows a wing',
			{ 'apps/portal/src/ui/a.tsx': `import '#portal/wings/consent/ledger/b.tsx';`, 'apps/portal/src/wings/consent/ledger/b.tsx': '' },
			'portal-ui-lib-theme-know-no-wing',
		],
		[
			'a program that runs by a tool',
			{
				'apps/server/src/a.ts': `import { tool } from 'tool'; console.log(tool);`,
				'apps/server/node_modules/tool/package.json': '{"name":"tool","version":"1.0.0","main":"index.js"}',
				'apps/server/node_modules/tool/index.js': 'exports.tool = 1;',
			},
			'what-runs-needs-no-tools',
		],
		['an import that leads nowhere', { 'apps/server/src/a.ts': `import './gone.ts';` }, 'everything-is-found'],
	])('catch %s', (_what, files, rule) => {
		expect(broken(files)).toContain(rule);
	});
});
