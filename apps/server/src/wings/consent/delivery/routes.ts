/** What websites load: `/cmp/d/{domainId}.js`, `/cmp/{folder}/…`, and for previews the build outputs themselves. */
import { PUSH_WORDS } from '@luvalla/banner/push/words.ts';
import { servePointer } from '@luvalla/banner/serving.ts';
import { workerFile } from '@luvalla/banner/worker/file.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { refuse } from '#kernel/http/errors.ts';
import { NOWHERE } from '#kernel/http/geo.ts';
import { servedOn } from '#kernel/http/served-on.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { currentVersion, readBuilt } from '../configurations/builds.ts';
import { isFolder } from '../configurations/folder.ts';
import { readFile } from './live.ts';
import { type Packed, packed, sendPacked } from './packed.ts';
import { geoFor } from './place.ts';
import { createPointers } from './pointers.ts';

/** How long a browser takes the pointer as it is. */
const POINTER_SECONDS = 60;
/**
 * How long it may still run what it has while it asks for the new one: so a site is never held up by us, and a stored
 * choice rules while we are away. A publication reaches a visitor at the latest with the second page.
 */
const STALE_SECONDS = 30 * 86_400;
/** The same where the place decides: somebody who travelled must soon be asked as the law asks there. */
const STALE_PLACED_SECONDS = 4 * 3600;
const cacheFor = (placed: boolean): string => {
	const stale = placed ? STALE_PLACED_SECONDS : STALE_SECONDS;
	// What depends on where somebody is must not be kept for somebody else.
	return `${placed ? 'private' : 'public'}, max-age=${POINTER_SECONDS}, stale-while-revalidate=${stale}, stale-if-error=${stale}`;
};
/** Places of one pointer that a process keeps packed. */
const MOST_PLACES = 400;
/** In place of a version of the preview's page. */
const CURRENT = 'current';
/**
 * The logo stands in the draft itself until it is published; the picture of a message where it will be fetched from. The frame has an
 * origin of its own, so WebKit takes nothing for `'self'`: the scripts' origin is named.
 */
const previewPolicy = (publicUrl: string): string =>
	`default-src 'none'; script-src 'self' ${publicUrl}; img-src data: 'self' ${publicUrl} https:; frame-ancestors 'self'`;

/** Behind a pointer that is served by a customer's own host: its collector may be sent the site's cookies. */
const OWN = '\nwindow.luvalla&&(luvalla.$.own="include");\n';

/** Loaded by other sites, so any of them may read it. */
const forAnySite = (reply: FastifyReply): FastifyReply =>
	reply
		.header('access-control-allow-origin', '*')
		.header('cross-origin-resource-policy', 'cross-origin')
		.header('timing-allow-origin', '*');

const SCRIPT = 'text/javascript; charset=utf-8';

/** Answers how to end its listening. */
export const registerDelivery = async (app: FastifyInstance, { storage, reach, geo, settings }: Kernel): Promise<() => Promise<void>> => {
	// Files of a folder never change, so each is read once a process; the oldest leave when there are many.
	const files = new Map<string, Packed>();
	const pointers = await createPointers({ storage, reach });

	app.get('/cmp/d/:file', { compress: false }, async (request, reply) => {
		const { file } = z.object({ file: z.string() }).parse(request.params);
		const live = await pointers.liveOn(file.replace(/\.js$/i, ''));
		// What is pasted into a page follows no later look: it asks for the whole list.
		const whole = z.object({ known: z.literal('all') }).safeParse(request.query).success;
		const { main, test } = whole ? { main: live.stored, test: undefined } : live;
		const served = live.files;
		const placed = main.pointer.geo !== undefined || test?.other.pointer.geo !== undefined;
		const place = placed ? geo.of(request) : NOWHERE;
		const own = servedOn(request.raw) === null ? '' : OWN;
		const key = `${place.country ?? ''}-${place.region ?? ''}${whole ? ' whole' : ''}${own && ' own'}`;
		let sent = served.get(key);
		if (!sent) {
			sent = await packed(SCRIPT, Buffer.from(`${servePointer(main, { geo: (rule) => geoFor(rule, place), test })}${own}`));
			if (served.size >= MOST_PLACES) served.clear();
			served.set(key, sent);
		}
		forAnySite(reply).header('cache-control', cacheFor(placed));
		return sendPacked(request, reply, sent);
	});

	/** For the root of the site: whoever wants it saves it there. */
	app.get('/cmp/d/:domain/worker.js', async (request, reply) => {
		const { domain } = z.object({ domain: z.string() }).parse(request.params);
		const { stored } = await pointers.liveOn(domain);
		const version = await currentVersion();
		const [script, push] = await Promise.all([readBuilt(version, 'worker.js'), readBuilt(version, 'pushworker.js')]);
		const text = script && workerFile(stored.pointer, script, push === null ? null : { script: push, words: PUSH_WORDS });
		if (!text) throw refuse('not_found');
		return forAnySite(reply)
			.header('content-type', SCRIPT)
			.header('cache-control', 'no-cache')
			.header('content-disposition', 'attachment; filename="luvalla-worker.js"')
			.send(text);
	});

	app.get('/cmp/build/:version/:file', async (request, reply) => {
		const { version, file } = z.object({ version: z.string(), file: z.string() }).parse(request.params);
		const text = file.endsWith('.js') ? await readBuilt(version, file) : null;
		if (text === null) throw refuse('not_found');
		return forAnySite(reply).header('content-type', SCRIPT).header('cache-control', 'no-cache').send(text);
	});

	app.get('/cmp/preview/:version', async (request, reply) => {
		const { version } = z.object({ version: z.string() }).parse(request.params);
		// What belongs to no configuration is drawn by the newest.
		const text = await readBuilt(version === CURRENT ? await currentVersion() : version, 'preview.html');
		if (text === null) throw refuse('not_found');
		return reply
			.header('content-type', 'text/html; charset=utf-8')
			.header('cache-control', 'no-cache')
			.header('content-security-policy', previewPolicy(settings.publicUrl))
			.send(text);
	});

	app.get('/cmp/:folder/*', { compress: false }, async (request, reply) => {
		const { folder, '*': path } = z.object({ folder: z.string(), '*': z.string() }).parse(request.params);
		if (!isFolder(folder)) throw refuse('not_found');
		const key = `${folder}/${path}`;
		let served = files.get(key);
		if (!served) {
			const read = await readFile({ storage, reach }, folder, path);
			if (!read) throw refuse('not_found');
			if (files.size >= 500) files.delete(files.keys().next().value ?? '');
			served = await packed(read.type, read.bytes);
			files.set(key, served);
		}
		forAnySite(reply).header('cache-control', 'public, max-age=31536000, immutable');
		return sendPacked(request, reply, served);
	});
	return pointers.close;
};
