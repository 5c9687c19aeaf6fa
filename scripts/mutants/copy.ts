/** A copy of the repository to make changes in: every file of it as it stands now, its own packages, all others linked. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, readdir, readlink, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { TaskError } from '../task.ts';

/** What is built stands outside the repository, and tests publish with it. */
const BUILT = ['packages/banner/dist', 'apps/portal/dist'];
/** Caches would tell one copy what another was. */
const CACHES = new Set(['.cache', '.vite', '.vite-temp']);

const filesOf = async (root: string): Promise<string[]> => {
	const git = promisify(execFile)('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
		cwd: root,
		maxBuffer: 1 << 26,
	});
	const { stdout } = await git.catch((error: unknown) => {
		throw new TaskError(`git could not say which files there are: ${error instanceof Error ? error.message : String(error)}`);
	});
	return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
};

const link = async (from: string, to: string): Promise<void> => {
	const target = (await lstat(from)).isSymbolicLink() ? await readlink(from) : null;
	// A link to a package of ours leads, from the copy, to the copy's own.
	await symlink(target?.startsWith('..') ? target : from, to, 'junction');
};

/** Answers its folder; whoever asked for it removes it. */
export const copyOf = async (root: string): Promise<string> => {
	const copy = await mkdtemp(join(tmpdir(), 'luvalla-mutants-'));
	for (const file of await filesOf(root)) {
		await mkdir(dirname(join(copy, file)), { recursive: true });
		await cp(join(root, file), join(copy, file));
	}
	for (const folder of BUILT) if (existsSync(join(root, folder))) await cp(join(root, folder), join(copy, folder), { recursive: true });
	const modules = join(root, 'node_modules');
	await mkdir(join(copy, 'node_modules/@luvalla'), { recursive: true });
	for (const name of await readdir(modules))
		if (name !== '@luvalla' && !CACHES.has(name)) await link(join(modules, name), join(copy, 'node_modules', name));
	for (const name of await readdir(join(modules, '@luvalla')))
		await link(join(modules, '@luvalla', name), join(copy, 'node_modules/@luvalla', name));
	return copy;
};
