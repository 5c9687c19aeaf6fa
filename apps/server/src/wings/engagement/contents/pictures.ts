/** Pictures of contents: stored once each, and served to whoever opens a letter, for ever the same. */
import { createHash } from 'node:crypto';
import * as contract from '@luvalla/contract/engagement/contents.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import { newId, now } from '#kernel/clock.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { wholeUpload } from '#kernel/http/upload.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bytes, int, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { pictureKindOf } from './picture-kind.ts';

const refusePicture = refusals({
	not_a_picture: [
		422,
		'This is no PNG, JPEG, GIF or WebP picture, or it is too large to be shown.',
		'Tämä ei ole PNG-, JPEG-, GIF- tai WebP-kuva, tai se on liian suuri näytettäväksi.',
	],
	too_many_pictures: [
		409,
		'There are as many pictures as can be kept. Use one of them.',
		'Kuvia on jo enimmäismäärä. Käytä jotakin niistä.',
	],
});

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/webp': 'webp' };

const Known = row({ picture_id: uuid });
const Count = row({ n: int });
const Served = row({ type: text, bytes });

/** What a picture's name may have: letters, digits and what stands between them. */
const nameOf = (given: string | undefined): string =>
	(given ?? '')
		.replace(/[^\p{L}\p{N} ._-]/gu, '')
		.trim()
		.slice(0, 120) || 'picture';

/** Stores a picture, once each, and says under which path it is served. */
export const keepPicture = async (
	tx: Tx,
	customerId: number,
	{ domainId, name, content }: { domainId: string | null; name: string; content: Buffer },
) => {
	const kind = pictureKindOf(content);
	if (kind === null) throw refusePicture('not_a_picture');
	const sha256 = createHash('sha256').update(content).digest();
	const fileOf = (id: string): string => `/t/i/${customerId}/${id}.${kind.extension}`;
	const knownOf = () => tx.rows(Known, sql`select picture_id from picture where customer_id = ${customerId} and sha256 = ${sha256}`);
	const [known] = await knownOf();
	if (known) return { id: known.picture_id, file: fileOf(known.picture_id), kind, isNew: false };
	const [count] = await tx.rows(Count, sql`select count(*)::int as n from picture where customer_id = ${customerId}`);
	if ((count?.n ?? 0) >= contract.MOST_PICTURES) throw refusePicture('too_many_pictures');
	const made = newId();
	await tx.run(
		sql`insert into picture (customer_id, picture_id, domain_id, sha256, type, name, width, height, bytes, created_at)
		values (${customerId}, ${made}, ${domainId}, ${sha256}, ${kind.type}, ${name}, ${kind.width}, ${kind.height}, ${content}, ${now()})
		on conflict (customer_id, sha256) do nothing`,
	);
	const [kept] = await knownOf();
	const id = kept?.picture_id ?? made;
	return { id, file: fileOf(id), kind, isNew: id === made };
};

export const pictureRoutes = ({ storage, settings }: Pick<Kernel, 'storage' | 'settings'>): Route[] => [
	handle(contract.addPicture, async ({ asker, query, request, scope }) => {
		const { customerId, domainId } = scope;
		const content = await wholeUpload(request, contract.addPicture.multipart);
		const name = nameOf(query.name);
		const { file, kind } = await storage.inTenant(customerId, async (tx) => {
			const kept = await keepPicture(tx, customerId, { domainId, name, content });
			if (kept.isNew) await recordActivity(tx, customerId, asker, { action: 'added', thing: 'picture', thingId: kept.id, after: { name } });
			return kept;
		});
		return { url: `${settings.publicUrl}${file}`, name, size: content.length, width: kind.width, height: kind.height };
	}),
];

const Bytes = row({ bytes });

/** What an address of one of the customer's own pictures shows; null: it is none of theirs. @param url as it stands in a content */
export const readPicture = async (tx: Tx, customerId: number, publicUrl: string, url: string): Promise<Buffer | null> => {
	const before = `${publicUrl}/t/i/${customerId}/`;
	const id = url.startsWith(before)
		? /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z]+$/.exec(url.slice(before.length))?.[1]
		: undefined;
	if (id === undefined) return null;
	const found = await tx.first(Bytes, sql`select bytes from picture where customer_id = ${customerId} and picture_id = ${id}`);
	return found?.bytes ?? null;
};

const Address = z.object({
	customerId: z.coerce.number().int().min(1).max(2_147_483_647),
	file: z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:png|jpg|gif|webp)$/),
});

/** `/t/i/{customerId}/{pictureId}.{ext}`: to anybody, and for ever the same. */
export const registerPictures = (app: FastifyInstance, { storage }: Pick<Kernel, 'storage'>): void => {
	app.get('/t/i/:customerId/:file', async (request, reply) => {
		const address = Address.safeParse(request.params);
		if (!address.success) throw refuse('not_found');
		const { customerId, file } = address.data;
		const [id = '', extension] = file.split('.');
		const [found] = await storage.forVisitor(customerId, (tx) =>
			tx.rows(Served, sql`select type, bytes from picture where customer_id = ${customerId} and picture_id = ${id}`),
		);
		if (!found || EXTENSIONS[found.type] !== extension) throw refuse('not_found');
		return reply
			.header('cache-control', 'public, max-age=31536000, immutable')
			.header('x-content-type-options', 'nosniff')
			.header('content-security-policy', "default-src 'none'; sandbox")
			.header('cross-origin-resource-policy', 'cross-origin')
			.header('access-control-allow-origin', '*')
			.type(found.type)
			.send(found.bytes);
	});
};
