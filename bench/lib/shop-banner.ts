/** The sample shop's banner, published straight into a database: real files, no portal. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { newId } from '../../apps/server/src/kernel/clock.ts';
import { shopBanner } from '../../apps/shop/src/banner.ts';
import { buildBanner } from '../../packages/banner/build.ts';
import packed from '../../packages/banner/package.json' with { type: 'json' };
import { assembleFolder, assemblePointer, type PublishInput } from '../../packages/banner/src/assemble.ts';
import { wordsOf } from '../../packages/banner/src/languages/load.ts';
import { textsIn } from '../../packages/banner/src/languages/reading.ts';

const OUT = join(import.meta.dirname, '../../packages/banner/dist/bench');

/** Answers the domain's id. */
export const publishShopBanner = async (owner: Client, customerId: number): Promise<string> => {
	await buildBanner(OUT);
	const built = (file: string): string => readFileSync(join(OUT, `${file}.js`), 'utf8');
	const { title, template, config } = shopBanner();
	const [domainId, host] = [newId(), 'shop.localhost'];
	const asked = config.categories.filter((category) => !category.necessary);
	const input: PublishInput = {
		domainId,
		hostName: host,
		configurationTitle: title,
		version: 1,
		template,
		config,
		words: await wordsOf(config.languages),
		purposes: Object.fromEntries(asked.map(({ key, texts }) => [key, { id: newId(), version: 1, name: textsIn(texts, 'en').name }])),
		sdkVersion: packed.version,
		bundleVersion: packed.version,
		sdk: built('sdk'),
		light: built('light'),
		wired: true,
		parts: {
			frames: built('frames'),
			declaration: built('declaration'),
			join: built('join'),
			wake: built('wake'),
			tidy: built('tidy'),
		},
	};
	const files = assembleFolder(input).map((file) => ({ ...file, sha256: createHash('sha256').update(file.text).digest() }));
	const hash = createHash('sha256');
	for (const { path, sha256 } of files) hash.update(`${path}\n`).update(sha256);
	const digest = hash.digest();
	const folder = `p${digest.toString('hex')}`;
	await owner.query('begin');
	await owner.query(`insert into customer (customer_id, name, status) values ($1, 'Bench', 1)`, [customerId]);
	await owner.query(
		`insert into domain (customer_id, domain_id, host, live_banner, proven_by, proven_at) values ($1, $2, $3, $4, 'admin', now())`,
		[customerId, domainId, host, JSON.stringify({ folder, title, version: 1, publishedAt: new Date().toISOString() })],
	);
	await owner.query(`insert into directory (kind, key, customer_id) values ('domain', $2, $1), ('host', $3, $1), ('folder', $4, $1)`, [
		customerId,
		domainId,
		host,
		folder,
	]);
	for (const { path, type, text, sha256 } of files) {
		await owner.query('insert into blob (customer_id, sha256, bytes) values ($1, $2, $3) on conflict do nothing', [
			customerId,
			sha256,
			Buffer.from(text),
		]);
		await owner.query('insert into publication_file (customer_id, folder, path, type, sha256) values ($1, $2, $3, $4, $5)', [
			customerId,
			folder,
			path,
			type,
			sha256,
		]);
	}
	await owner.query(
		`insert into publication (customer_id, folder, configuration_id, domain_id, version, hash, title, template, bundle_version, config, purposes, pointer, findings, measured, published_by)
		 values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, '[]', false, 'bench')`,
		[
			customerId,
			folder,
			newId(),
			domainId,
			digest,
			title,
			template,
			packed.version,
			JSON.stringify(config),
			JSON.stringify(input.purposes),
			assemblePointer(input, folder),
		],
	);
	await owner.query('commit');
	return domainId;
};
