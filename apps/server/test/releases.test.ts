/** Banners of earlier versions are in every copy: listed, previewed and published, with the bytes that they were released with. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildBanner, Released } from '../../../packages/banner/build.ts';
import { storeList } from '../src/wings/consent/vendor-lists/store.ts';
import { currentVersion } from '../src/wings/consent/wing.ts';
import { type Person, type Tenant, type TestApp, testApp } from './app.ts';
import { draftFor, tcfDraftFor } from './fixtures.ts';
import { forgetLists, vendorList } from './vendor-list.ts';

const RELEASES = join(import.meta.dirname, '../../../packages/banner/releases');
/** The one before the present one. */
const OLDER = '0.3.0';

const released = async (version: string, file: string) => readFile(join(RELEASES, version, file), 'utf8');

describe('a release', () => {
	test('holds the bytes that its listing names, and no others', async () => {
		const versions = await readdir(RELEASES);
		expect(versions).toContain(OLDER);
		for (const version of versions) {
			const listing = JSON.parse(await released(version, 'build.json'));
			expect(listing.version).toBe(version);
			expect((await readdir(join(RELEASES, version))).sort()).toEqual(
				['build.json', ...listing.files.map(({ file }: { file: string }) => file)].sort(),
			);
			for (const { file, sha256 } of listing.files)
				expect([
					version,
					file,
					createHash('sha256')
						.update(await released(version, file))
						.digest('hex'),
				]).toEqual([version, file, sha256]);
		}
	});

	test('is not built again with other bytes: the version must be raised first', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'luvalla-releases-'));
		try {
			const [out, releases] = [join(folder, 'dist'), join(folder, 'releases')];
			const kept = join(releases, await currentVersion());
			await buildBanner(out, releases);
			await cp(out, kept, { recursive: true });
			await buildBanner(out, releases);

			const before = await readFile(join(kept, 'light.js'), 'utf8');
			await writeFile(join(kept, 'light.js'), `${before};`);
			await rm(join(out, 'light.js'));
			await expect(buildBanner(out, releases)).rejects.toThrow(Released);
			expect(await readdir(out)).not.toContain('light.js');

			await writeFile(join(kept, 'light.js'), before);
			await rm(join(kept, 'gpp.js'));
			await expect(buildBanner(out, releases)).rejects.toThrow(/gpp\.js is not what was released: raise "version"/);
		} finally {
			await rm(folder, { recursive: true });
		}
	});
});

describe('a copy that never built it', () => {
	let t: TestApp;
	let owner: Person;
	let tenant: Tenant;
	beforeAll(async () => {
		t = await testApp({ TCF_CMP_ID: '4095' });
		tenant = await t.tenant();
		owner = await t.person([], { adminOf: [tenant] });
	});
	afterAll(() => t.stop());

	test('lists the older version behind the present one', async () => {
		const versions = async (path: string, part: string): Promise<string[]> =>
			(await t.send(owner, 'GET', path)).json().data[part].map((one: { version: string }) => one.version);
		for (const [path, part] of [
			['/api/cmpconfigurator/sdk', 'sdkFiles'],
			['/api/cmpconfigurator/lightcmpbundle', 'bundles'],
		] as const) {
			const found = await versions(path, part);
			expect(found).toContain(OLDER);
			expect(found.indexOf(await currentVersion())).toBeLessThan(found.indexOf(OLDER));
		}
	});

	test('previews it', async () => {
		const page = await t.app.inject({ url: `/cmp/preview/${OLDER}` });
		expect([page.statusCode, page.payload]).toEqual([200, await released(OLDER, 'preview.html')]);
		const [, script = ''] = /src="([^"]+)"/.exec(page.payload) ?? [];
		const file = await t.app.inject({ url: new URL(script, `http://x/cmp/preview/${OLDER}`).pathname });
		expect([file.statusCode, file.payload]).toEqual([200, await released(OLDER, 'preview.js')]);
	});

	test('publishes with it, and serves what it was', async () => {
		const body = { ...draftFor(tenant), sdkVersion: OLDER, bundleVersion: OLDER };
		const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/lightconfig', { body });
		expect([saved.status, saved.status === 200 ? '' : saved.text]).toEqual([200, '']);
		const published = await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
		expect([published.status, published.status === 200 ? '' : published.text]).toEqual([200, '']);
		const pointer = await t.app.inject({ url: `/cmp/d/${tenant.domainId}.js` });
		expect(pointer.payload).toContain(`"${OLDER}"`);
		// What every page loads is the released loader, with this publication's values in front of it.
		expect(pointer.payload).toContain((await released(OLDER, 'sdk.js')).trim().slice(-500));
		expect(pointer.payload).not.toContain(
			(await readFile(join(RELEASES, `../dist/${await currentVersion()}/sdk.js`), 'utf8')).trim().slice(-500),
		);
		const layers = await t.app.inject({ url: `/cmp/${published.json().data.publishedFolder}/light.en.js` });
		expect(layers.payload).toContain((await released(OLDER, 'light.js')).trim().slice(-500));
	});

	test('publishes the framework’s banner with it', async () => {
		const body = { ...tcfDraftFor(tenant), sdkVersion: OLDER, bundleVersion: OLDER };
		await forgetLists(t.storage);
		await t.storage.inPlatform((tx) => storeList(tx, vendorList(), 'uploaded'));
		const saved = await t.send(owner, 'POST', '/api/cmpconfigurator/tcfconfig', { body });
		expect([saved.status, saved.status === 200 ? '' : saved.text]).toEqual([200, '']);
		const published = await t.send(owner, 'POST', `/api/cmpconfigurator/${saved.json().data.folder}/publish`);
		expect([published.status, published.status === 200 ? '' : published.text]).toEqual([200, '']);
	});
});
