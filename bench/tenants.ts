/**
 * What lists of customers and domains cost at 100,000 customers with a million domains beside 1,000 with ten thousand (goal: 2 × at
 * most), as a platform admin, a partner with forty customers and a customer admin see them: two programs over a database each, calls from
 * outside, interleaved rounds, medians.
 *
 *   npm run bench -- tenants [many] [few] [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../apps/server/src/kernel/log.ts';
import { createSecrets } from '../apps/server/src/kernel/secrets.ts';
import { withClient } from '../apps/server/src/kernel/storage/connect.ts';
import { externalServer } from '../apps/server/src/kernel/storage/roles.ts';
import { migrateExternal } from '../apps/server/src/kernel/storage/storage.ts';
import { findSystemPostgres, startSystemPostgres } from '../apps/server/test/fixtures/system-postgres.ts';
import { type Program, startProgram } from './lib/program.ts';
import { spreadOf, writeResult } from './lib/result.ts';
import { CUSTOMER, DOMAINS_EACH, fillLooking, fillTenants, type Looking } from './lib/tenants.ts';

const [many = 100_000, few = 1_000, ROUNDS = 15] = process.argv.slice(2).map(Number);
const SIZES = { few, many } as const;
type Size = keyof typeof SIZES;
const PORTS = { few: 4170, many: 4173 } as const;
const SECRET_KEY = 'bench-secret-key-of-more-than-32-characters';
const GOAL = 2;
const SLOW_MS = 2_000;

/** The last page that the portal offers of so many rows: it counts no further than 10,000. */
const lastOf = (rows: number): number => Math.ceil(Math.min(rows, 10_000) / 25);

interface Asked {
	readonly who: keyof Looking;
	/** @param customers of this installation */
	readonly path: (customers: number) => string;
	readonly body?: object;
}

const get = (who: keyof Looking, path: string): Asked => ({ who, path: () => path });
const COUNTS = { startDate: '2026-11-01', endDate: '2026-11-07', domainList: [] };

const CALLS: Readonly<Record<string, Asked>> = {
	'admin: customers': get('admin', '/customer?size=25'),
	'admin: customers, last page': { who: 'admin', path: (n) => `/customer?size=25&page=${lastOf(n)}` },
	'admin: customers, newest': get('admin', '/customer?size=25&sort=-createdAt'),
	'admin: customers by status': get('admin', '/customer?size=25&sort=status'),
	'admin: customers by domains': get('admin', '/customer?size=25&sort=-domains'),
	'admin: customers not onboarded': get('admin', '/customer?size=25&status=0'),
	'admin: customers, a letter': get('admin', '/customer?size=25&q=k'),
	'admin: customers, a word of many': get('admin', '/customer?size=25&q=koivu'),
	'admin: customers, a word of two': get('admin', '/customer?size=25&q=irta'),
	'admin: customers, nobody': get('admin', '/customer?size=25&q=xqzwvk'),
	'admin: domains': get('admin', '/domain?size=25'),
	'admin: domains, last page': { who: 'admin', path: (n) => `/domain?size=25&page=${lastOf(n * DOMAINS_EACH)}` },
	'admin: domains by name': get('admin', '/domain?size=25&sort=name'),
	'admin: domains by customer': get('admin', '/domain?size=25&sort=customerName'),
	'admin: domains, newest': get('admin', '/domain?size=25&sort=-createdAt'),
	'admin: domains not proven': get('admin', '/domain?size=25&filter=proof:unproven'),
	'admin: domains without a banner': get('admin', '/domain?size=25&filter=banner:none'),
	'admin: domains, a letter': get('admin', '/domain?size=25&q=k'),
	'admin: domains, an ending of all': get('admin', '/domain?size=25&q=.example'),
	'admin: domains, a word of all': get('admin', '/domain?size=25&q=kauppa'),
	'admin: domains, a part of one': get('admin', '/domain?size=25&q=-777.exam'),
	'admin: domains, nobody': get('admin', '/domain?size=25&q=xqzwvk'),
	'admin: domains of a customer': get('admin', `/customer/${CUSTOMER}/domain?size=25`),
	'admin: domains with a banner': get('admin', '/admin/luvalladomains?size=25'),
	'admin: custom domains': get('admin', '/admin/validateddomains?size=25'),
	'admin: custom domains renewed': get('admin', '/admin/reneweddomains?size=25'),
	'admin: custom domains, part of one': get('admin', '/admin/validateddomains?size=25&q=sent-777.'),
	'admin: vouchers': get('admin', '/Voucher/report?size=25'),
	'admin: vouchers, last page': { who: 'admin', path: (n) => `/Voucher/report?size=25&page=${lastOf(n)}` },
	'admin: vouchers by value': get('admin', '/Voucher/report?size=25&sort=-value'),
	'admin: vouchers, a note': get('admin', '/Voucher/report?size=25&q=fair%20777'),
	'admin: customer selector': get('admin', '/customer/customerdomainlist'),
	'admin: customer selector, typed': get('admin', '/customer/customerdomainlist?q=irta'),
	'admin: palette': get('admin', '/manage/find?q=irta'),
	'admin: palette, a host': get('admin', '/manage/find?q=-777.exam'),
	'admin: palette, a word of many': get('admin', '/manage/find?q=koivu'),
	'partner: customers': get('partner', '/customer?size=25'),
	'partner: customers, a word': get('partner', '/customer?size=25&q=koivu'),
	'partner: domains of a customer': get('partner', `/customer/${CUSTOMER}/domain?size=25`),
	'partner: customer selector': get('partner', '/customer/customerdomainlist'),
	'partner: palette': get('partner', '/manage/find?q=koivu'),
	'customer admin: domains': get('customerAdmin', `/customer/${CUSTOMER}/domain?size=25`),
	'customer admin: domains, a word': get('customerAdmin', `/customer/${CUSTOMER}/domain?size=25&q=kauppa`),
	'customer admin: selector': get('customerAdmin', '/customer/customerdomainlist'),
	'customer admin: counts': { who: 'customerAdmin', path: () => `/customer/${CUSTOMER}/aggregateddomaincountsfordates`, body: COUNTS },
};

const main = async (): Promise<void> => {
	const bin = findSystemPostgres();
	if (bin === null) throw new Error('This benchmark needs a system PostgreSQL: sudo apt-get install -y postgresql');
	const folder = mkdtempSync(join(tmpdir(), 'luvalla-bench-'));
	const system = await startSystemPostgres(bin);
	const programs: Program[] = [];
	const open = async (size: Size) => {
		const name = `tenants_${size}`;
		await system.admin((admin) => admin.query(`create database ${name}`));
		await migrateExternal(system.url(name), SECRET_KEY, createLog({ logLevel: 'warn' }));
		const looking = await withClient(externalServer(system.url(name), createSecrets(SECRET_KEY)).as('owner'), async (owner) => {
			await fillTenants(owner, SIZES[size]);
			return fillLooking(owner, `luvalla_session_${PORTS[size]}`);
		});
		const env = { DATABASE_URL: system.url(name), SECRET_KEY, CHROMIUM_PATH: 'off' };
		const program = await startProgram({ port: PORTS[size], dataDir: join(folder, size), env });
		programs.push(program);
		console.error(`${new Date().toISOString().slice(11, 19)}  ${SIZES[size]} customers are there`);
		return { url: program.url, looking };
	};
	const ask = async ({ url, looking }: Awaited<ReturnType<typeof open>>, { who, path, body }: Asked, size: Size) => {
		const began = performance.now();
		const answer = await fetch(`${url}/api${path(SIZES[size])}`, {
			method: body ? 'POST' : 'GET',
			headers: { cookie: looking[who], ...(body && { origin: url, 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await answer.text();
		if (answer.status !== 200) {
			console.error(`${path(SIZES[size])} of ${SIZES[size]} was answered ${answer.status}: ${text.slice(0, 300)}`);
			return { ms: Number.POSITIVE_INFINITY, kb: 0 };
		}
		return { ms: performance.now() - began, kb: text.length / 1024 };
	};
	try {
		const sides = { few: await open('few'), many: await open('many') };
		const rows = [];
		for (const [name, asked] of Object.entries(CALLS)) {
			const times: Record<Size, number[]> = { few: [], many: [] };
			const weights: Record<Size, number> = { few: 0, many: 0 };
			for (let round = -3; round < ROUNDS; round++)
				for (const size of ['few', 'many'] as const) {
					// What takes seconds needs no fifteen rounds to be seen.
					if ((times[size][1] ?? 0) > SLOW_MS) continue;
					const { ms, kb } = await ask(sides[size], asked, size);
					weights[size] = kb;
					if (round >= 0) times[size].push(ms);
				}
			const [a, b] = [spreadOf(times.few).median, spreadOf(times.many).median];
			rows.push({ call: name, fewMs: a, manyMs: b, factor: b / a, met: b / a <= GOAL, manyKb: weights.many });
		}
		console.table(
			rows.map(({ fewMs, manyMs, factor, manyKb, ...rest }) => ({
				...rest,
				fewMs: fewMs.toFixed(1),
				manyMs: manyMs.toFixed(1),
				factor: factor.toFixed(2),
				manyKb: manyKb.toFixed(0),
			})),
		);
		await writeResult('tenants', { sizes: SIZES, domainsEach: DOMAINS_EACH, rounds: ROUNDS, goal: GOAL, rows });
	} finally {
		for (const program of programs) await program.stop();
		await system.stop();
		rmSync(folder, { recursive: true, force: true });
	}
};

await main();
