/** What `deploy/`, the Dockerfile and compose.yaml say still holds: settings exist, commands and files are there, units are sound. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../apps/server/src/settings.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const documented = read('docs/operations.md');
const commands = new Set(Object.keys(JSON.parse(read('package.json')).scripts));

/** Names that are no settings of the program: of the proxy and of the database's own image. */
const OTHERS = ['HOST_NAME', 'POSTGRES_PASSWORD', 'POSTGRES_DB', 'UPSTREAM'];
const namesIn = (text: string): string[] =>
	[...text.matchAll(/^\s*(?:Environment=|ENV )?([A-Z][A-Z0-9_]+)[=:]/gm)].map(([, name = '']) => name);

describe('files for installing', () => {
	it.each(['deploy/env.example', 'compose.yaml', 'deploy/luvalla.service', 'deploy/luvalla-backup.service'])(
		'%s names settings that exist',
		(path) => {
			const names = namesIn(read(path)).filter((name) => !OTHERS.includes(name));
			expect(names.length).toBeGreaterThan(0);
			expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
		},
	);
	it('the example of settings starts a server once it is filled in', () => {
		const filled = Object.fromEntries(
			read('deploy/env.example')
				.split('\n')
				.filter((line) => /^[A-Z]/.test(line))
				.map((line) => {
					const [name = '', ...value] = line.split('=');
					return [name, value.join('=') || 'x'.repeat(64)];
				}),
		);
		const settings = readSettings(filled);
		expect([settings.publicUrl, settings.sample, settings.isLocal]).toEqual(['https://luvalla.example.com', false, false]);
	});
	it('compose.yaml gives each container what it needs before it starts', () => {
		const compose = read('compose.yaml');
		for (const needed of ['service_healthy', 'service_completed_successfully', 'ROLE: web', 'ROLE: worker', './deploy/Caddyfile'])
			expect(compose).toContain(needed);
		expect(existsSync(join(ROOT, 'deploy/Caddyfile'))).toBe(true);
	});
	it('every command and file that docs/installing.md names is there', () => {
		const text = read('docs/installing.md');
		const named = [...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name);
		expect(named.length).toBeGreaterThan(3);
		expect(named.filter((name) => !commands.has(name))).toEqual([]);
		const files = [...text.matchAll(/deploy\/([\w.-]+\w)/g)].map(([, name = '']) => name);
		const there = readdirSync(join(ROOT, 'deploy'));
		expect(files.filter((name) => !there.some((one) => one === name || one.startsWith(name)))).toEqual([]);
	});
	it('nginx takes its file, where it is installed', () => {
		const folder = mkdtempSync(join(tmpdir(), 'luvalla-nginx-'));
		// Ports and the certificate are of the machine that it is for; the rest is as it stands.
		const site = read('deploy/nginx.conf')
			.replace(/^\tlisten \[.*$/m, '')
			.replace(/listen 443 ssl/, `listen unix:${folder}/socket`)
			.replace(/^\tssl_certificate.*$/gm, '');
		writeFileSync(join(folder, 'site.conf'), site);
		writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp { include ${folder}/site.conf; }\n`);
		const tried = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')], { encoding: 'utf8' });
		rmSync(folder, { recursive: true });
		expect(tried.error ? [] : tried.stderr.split('\n').filter((line) => /\[(emerg|crit|error)\]/.test(line))).toEqual([]);
	});
	it('systemd takes the units, where it is installed', () => {
		const units = readdirSync(join(ROOT, 'deploy')).filter((name) => /\.(service|timer)$/.test(name));
		expect(units).toHaveLength(3);
		const looked = spawnSync(
			'systemd-analyze',
			['verify', '--man=no', '--recursive-errors=no', ...units.map((name) => join(ROOT, 'deploy', name))],
			{ encoding: 'utf8' },
		);
		// What is not installed here (the user, the folder) is no fault of the unit.
		const faults = looked.error ? [] : looked.stderr.split('\n').filter((line) => /Unknown|Invalid|Failed to parse|not valid/i.test(line));
		expect(faults).toEqual([]);
	});
});
