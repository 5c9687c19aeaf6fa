/**
 * The way into every task: `node start.mjs TASK [...]`, on any Node.js from 20 on and with nothing installed yet.
 * Installs what is missing, builds what changed, and goes on in the Node.js this project is built for. Built-ins only.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(fileURLToPath(import.meta.url));
const OLDEST_SYSTEM_NODE = 24;

/**
 * What a task runs, what it wants built first (all, or the parts named), and whether it needs the tools of those who work on the program.
 * `alone`: it needs nobody who tells it that this process has ended, and may take its place.
 */
const TASKS = {
	// A small nursery: an idle server holds 60 MB less, and takes as many records.
	start: { program: 'apps/server/src/main.ts', builds: true, flags: ['--max-semi-space-size=4'], alone: true },
	dev: { program: 'scripts/dev.ts', builds: true },
	test: { program: 'scripts/test.ts', builds: true, tools: true },
	'test-long': { program: 'scripts/test-long.ts', builds: true, tools: true },
	lint: { program: 'scripts/lint.ts', tools: true },
	bench: { program: 'scripts/bench.ts', builds: true, tools: true },
	mutants: { program: 'scripts/mutants.ts', builds: true, tools: true },
	build: { program: 'scripts/build.ts', builds: true },
	migrate: { program: 'scripts/migrate.ts' },
	backup: { program: 'scripts/backup.ts' },
	restore: { program: 'scripts/restore.ts' },
	recount: { program: 'scripts/recount.ts' },
	scan: { program: 'scripts/scan.ts', builds: ['banner'] },
	verify: { program: 'packages/verify/src/main.ts' },
};

/** Built parts: rebuilt when any of their sources, or what is installed, has other bytes than at the last build. */
const BUILDS = [
	{
		name: 'banner',
		sources: ['packages/banner', 'packages/contract/src'],
		result: 'packages/banner/dist',
		program: ['packages/banner/build.ts'],
	},
	{
		name: 'portal',
		sources: ['apps/portal', 'packages/contract/src', 'packages/banner/src', 'tsconfig.base.json', 'tsconfig.portal.json'],
		result: 'apps/portal/dist/index.html',
		program: ['node_modules/vite/bin/vite.js', 'build', 'apps/portal', '--logLevel', 'warn'],
	},
];
const NOT_SOURCES = new Set(['dist', 'node_modules', 'e2e', 'test', 'test-results', '.vite']);

const main = async () => {
	const [name, ...rest] = process.argv.slice(2);
	const task = Object.hasOwn(TASKS, name ?? '') ? TASKS[name] : undefined;
	if (task === undefined) fail(`Say what to do: node start.mjs ${Object.keys(TASKS).join(' | ')}`);
	install(task.tools === true);
	const node = pinnedNode();
	for (const build of BUILDS) if (task.builds === true || task.builds?.includes(build.name)) buildIfChanged(build, node);
	const args = [...(task.flags ?? []), join(ROOT, task.program), ...rest];
	const env = { ...environment(node), LUVALLA_TASK: name };
	// In this process's place, where the system and this Node.js can: one that only waits would hold 30 MB.
	if (task.alone && process.platform !== 'win32' && process.execve !== undefined) process.execve(node, [node, ...args], env);
	await startBeside(node, args, env);
};

const fail = (sentence) => {
	process.stderr.write(`${sentence}\n`);
	process.exit(1);
};

const hashOf = (parts) => {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part).update('\0');
	return hash.digest('hex');
};

/**
 * Does it where it is not done yet, one start in this folder at a time: whoever comes meanwhile waits and finds it done. What somebody
 * left who is no more is taken over.
 */
const once = (isDone, work) => {
	if (isDone()) return;
	const cache = join(ROOT, '.cache');
	const lock = join(cache, 'starting');
	const mine = join(cache, `starting-${process.pid}`);
	mkdirSync(mine, { recursive: true });
	writeFileSync(join(mine, String(process.pid)), '');
	for (let said = false; !tryToHold(lock, mine); said = true) {
		if (!said) process.stderr.write('Another start in this folder installs or builds; waiting for it …\n');
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
	}
	try {
		if (!isDone()) work();
	} finally {
		rmSync(join(lock, String(process.pid)), { force: true });
		removeIfEmpty(lock);
	}
};

/**
 * The lock is a folder with one file that is named after its holder. A folder is moved onto no folder that has something in it, and of
 * somebody who is no more nothing is removed but their own file: whatever happens between looking and doing, one start holds it.
 */
const tryToHold = (lock, mine) => {
	try {
		renameSync(mine, lock);
		return true;
	} catch (error) {
		// Windows says of a folder that is there that it is not permitted.
		if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
	}
	for (const holder of namesIn(lock)) if (!lives(Number(holder))) rmSync(join(lock, holder), { force: true });
	removeIfEmpty(lock);
	return false;
};

/** Whether a start with this number goes on. One with our own is from before: we hold nothing yet. */
const lives = (pid) => {
	if (pid === process.pid) return false;
	try {
		process.kill(pid, 0);
	} catch (error) {
		return error.code !== 'ESRCH';
	}
	return true;
};

/** What stands in it; nothing where it is gone by now. */
const namesIn = (folder) => {
	try {
		return readdirSync(folder);
	} catch (error) {
		if (error.code !== 'ENOENT') throw error;
		return [];
	}
};

const removeIfEmpty = (folder) => {
	try {
		rmdirSync(folder);
	} catch (error) {
		if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code)) throw error;
	}
};

/**
 * The stamp names what was installed, the lockfile's bytes and the platform: a folder mounted into another machine is installed anew.
 * What runs the program comes without the tools (a quarter of all bytes); once they are here they stay.
 */
const install = (tools) => {
	const stampFile = join(ROOT, 'node_modules/.luvalla-stamp');
	const stamp = () => hashOf([readFileSync(join(ROOT, 'package-lock.json')), process.platform, process.arch]);
	const found = () => (existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split(' ') : []);
	once(
		() => found()[0] === stamp() && (!tools || found()[1] === 'all'),
		() => {
			const all = tools || found()[1] === 'all';
			npmInstall(all);
			writeFileSync(stampFile, `${stamp()} ${all ? 'all' : 'running'}`);
		},
	);
};

const npmInstall = (all) => {
	process.stderr.write(all ? 'Installing what is missing …\n' : 'Installing what running needs …\n');
	const npm = process.env.npm_execpath;
	// npm's output goes to standard error: standard output belongs to the task.
	const options = { cwd: ROOT, stdio: ['ignore', 2, 2], shell: npm === undefined && process.platform === 'win32' };
	const flags = ['install', all ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
	const done =
		npm?.endsWith('.js') || npm?.endsWith('.cjs')
			? spawnSync(process.execPath, [npm, ...flags], options)
			: spawnSync('npm', flags, options);
	if (done.status !== 0)
		fail(`npm install did not succeed (${done.error?.message ?? `exit code ${done.status}`}); what it said stands above.`);
};

/** The exact Node.js of package.json's optional dependencies, else this one when it is new enough. */
const pinnedNode = () => {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const path = join(ROOT, `node_modules/node-${platform}-${process.arch}/bin/node${platform === 'win' ? '.exe' : ''}`);
	if (existsSync(path)) return path;
	if (Number.parseInt(process.versions.node, 10) >= OLDEST_SYSTEM_NODE) return process.execPath;
	return fail(
		`There is no Node.js package for ${process.platform}-${process.arch}; install Node.js ${OLDEST_SYSTEM_NODE} or newer (this is ${process.versions.node}).`,
	);
};

const buildIfChanged = (build, node) => {
	if (!existsSync(join(ROOT, build.program[0]))) return;
	const stampFile = join(ROOT, `node_modules/.cache/luvalla/${build.name}.stamp`);
	const stamp = hashOf(partsOf(build));
	once(
		() => existsSync(join(ROOT, build.result)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp,
		() => {
			runBuild(build, node);
			mkdirSync(dirname(stampFile), { recursive: true });
			writeFileSync(stampFile, stamp);
		},
	);
};

const runBuild = (build, node) => {
	process.stderr.write(`Building the ${build.name} …\n`);
	const done = spawnSync(
		node,
		build.program.map((part, index) => (index === 0 ? join(ROOT, part) : part)),
		{ cwd: ROOT, stdio: ['ignore', 2, 2], env: environment(node) },
	);
	if (done.status !== 0) fail(`The ${build.name} could not be built; what went wrong stands above.`);
};

/** What a build is made of. */
function* partsOf(build) {
	yield readFileSync(join(ROOT, 'package-lock.json'));
	for (const source of build.sources) yield* sourcesOf(join(ROOT, source));
}

/** Paths and bytes, in order; one file at a time, since this process stays as long as the server does. */
function* sourcesOf(path) {
	if (!existsSync(path)) return;
	if (!statSync(path).isDirectory()) {
		yield path.slice(ROOT.length);
		yield readFileSync(path);
		return;
	}
	const entries = readdirSync(path, { withFileTypes: true })
		.filter((entry) => !NOT_SOURCES.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
		.sort((a, b) => (a.name < b.name ? -1 : 1));
	for (const entry of entries) yield* sourcesOf(join(path, entry.name));
}

const environment = (node) => ({
	...process.env,
	// The days and hours of other zones are reckoned through the process's own: one that skips an hour would shift theirs.
	TZ: 'UTC',
	NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/luvalla/compile'),
	// What the task itself starts by name is the same Node.js.
	PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
});

/** Runs it with our terminal, our signals and our exit code. The channel closes with this process, and the program then stops. */
const startBeside = (node, args, env) =>
	new Promise(() => {
		const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
		child.on('error', (error) => fail(`Node.js could not be started: ${error.message}`));
		child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)));
	});

await main();
