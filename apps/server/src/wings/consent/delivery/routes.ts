/** What websites load: `/cmp/d/{domainId}.js`, `/cmp/{folder}/…`, and for previews the build outputs themselves. */
import { BARE } from '@luvalla/banner/assemble.ts';
import { PUSH_WORDS } from '@luvalla/banner/push/words.ts';
import { type OpenPointer, openPointer, seenOnly, servePointer } from '@luvalla/banner/serving.ts';
import { workerFile } from '@luvalla/banner/worker/file.ts';
import { SnippetFound, SnippetState } from '@luvalla/contract/consent/snippet.ts';
import { News } from '@luvalla/contract/live.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import { refuse } from '#kernel/http/errors.ts';
import { NOWHERE } from '#kernel/http/geo.ts';
import { reached } from '#kernel/http/reached.ts';
import { servedOn } from '#kernel/http/served-on.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import { bytes, float, json, oneOf, orNull, type RowOf, raw, row, type Sql, sql, text } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { currentVersion, readBuilt } from '../configurations/builds.ts';
import { isFolder } from '../configurations/folder.ts';
import { seenFor } from '../snippet/known.ts';
import { type Packed, packed, sendPacked } from './packed.ts';
import { geoFor } from './place.ts';

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
/** However news gets lost. */
const POINTERS_KEPT_MS = 5000;
/** What is kept is served when reading it anew takes longer; the reading goes on, and counts from then on. */
const LATE_MS = 50;
/** The same where it is known that something has changed. */
const LATE_CHANGED_MS = 1000;
/** So long at most is something served that is known to have changed, whatever the database does. */
const CHANGED_SERVED_MS = 60_000;

const Served = row({ type: text, bytes });
type Served = RowOf<typeof Served>;

type Parts = Pick<Kernel, 'storage' | 'reach'>;

const customerFor = (storage: Storage, kind: 'domain' | 'folder', key: string): Promise<number | null> =>
	storage.forVisitor(null, (tx) => customerIn(tx, { kind, key }));

interface Live {
	readonly main: OpenPointer;
	/** A running test's other publication and its share of visitors. */
	readonly test: { other: OpenPointer; share: number } | undefined;
	/** With every known tag, whatever a look has seen. */
	readonly stored: OpenPointer;
	/** What is served, by place ('' where the place decides nothing). */
	readonly files: Map<string, Packed>;
}

/** What was last read of a domain. */
interface CachedPointer {
	readonly live: Live | null;
	/** Fresh so long. */
	until: number;
	/** Since when it is known to have changed. */
	changedAt: number | null;
}

interface Reading {
	readonly live: Promise<Live | null>;
	/** Comes when what is kept is rather served. */
	readonly late: Promise<'late'> | undefined;
}

/** Category key → second since which a yes stands: of the last material change of its purpose's words, or since another purpose was asked about under the key. Null: none changed so. */
const Material = z.record(z.string(), z.number());
type Material = z.infer<typeof Material> | null;
const materialOf = (customerId: number, publication: 'p' | 'o'): Sql => {
	const served = raw(publication);
	return sql`(select jsonb_object_agg(asked.key, changed.at) from jsonb_each(${served}.purposes) as asked
		cross join lateral (select ceil(extract(epoch from greatest(
			(select max(m.marked_at) from purpose_material m
				where m.customer_id = ${customerId} and m.purpose_id = (asked.value->>'id')::uuid),
			-- A yes to another purpose, in other words, is none to this one. What came later than what is served was taken back.
			(select max(case when w.version > ${served}.version then (d.live_banner->>'since')::timestamptz else
					(select min(n.published_at) from publication n
						where n.customer_id = ${customerId} and n.domain_id = w.domain_id and n.version > w.version) end)
				from publication w
				where w.customer_id = ${customerId} and w.domain_id = ${served}.domain_id
					and w.purposes->asked.key->>'id' <> asked.value->>'id'
					and coalesce((select bool_or(b.wording->said.key <> said.value) from purpose_version b, purpose_version a, jsonb_each(a.wording) as said
						where b.customer_id = ${customerId} and b.purpose_id = (w.purposes->asked.key->>'id')::uuid
							and b.version = (w.purposes->asked.key->>'version')::int
							and a.customer_id = ${customerId} and a.purpose_id = (asked.value->>'id')::uuid
							and a.version = (asked.value->>'version')::int
							and b.wording ? said.key), true))
			)))::int as at) as changed
		where changed.at is not null)`;
};
const changed = (open: OpenPointer, material: Material): OpenPointer =>
	material === null ? open : { ...open, pointer: { ...open.pointer, material } };

/** Within the customer's rows. @throws Away */
const within = <T>({ storage, reach }: Parts, customerId: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
	reached(reach, customerId, () => storage.forVisitor(customerId, work));

/** What is live on a domain; null: nothing. */
const readLive = async (parts: Parts, domainId: string): Promise<Live | null> => {
	const customerId = await customerFor(parts.storage, 'domain', domainId);
	if (customerId === null) return null;
	const row = await within(parts, customerId, (tx) =>
		tx.first(
			LiveRow,
			sql`select p.pointer, ${materialOf(customerId, 'p')} as material, o.pointer as other,
				${materialOf(customerId, 'o')} as other_material,
				(d.live_banner->'test'->>'share')::float8 as share, coalesce(l.state, 'unknown') as snippet_state, l.found as snippet_found,
					bare.text as bare
			from domain d join publication p on p.customer_id = ${customerId} and p.folder = d.live_banner->>'folder'
			left join snippet_look l on l.customer_id = ${customerId} and l.domain_id = d.domain_id
			left join publication o on o.customer_id = ${customerId} and o.domain_id = d.domain_id
				and o.folder = d.live_banner->'test'->>'folder'
			left join lateral (select convert_from(b.bytes, 'UTF8') as text from publication_file f
				join blob b on b.customer_id = ${customerId} and b.sha256 = f.sha256
				where f.customer_id = ${customerId} and f.folder = p.folder and f.path = ${BARE}) as bare on true
			where d.customer_id = ${customerId} and d.domain_id = ${domainId} and d.proven_at is not null`,
		),
	);
	if (!row) return null;
	const stored = { main: openPointer(row.pointer), other: row.other === null ? undefined : openPointer(row.other) };
	const seen = seenFor(stored.main.pointer, row.snippet_state, row.snippet_found);
	const { main, other } = seen && row.bare !== null ? seenOnly(stored, seen, row.bare) : stored;
	const test = other && row.share !== null ? { other: changed(other, row.other_material), share: row.share } : undefined;
	return { main: changed(main, row.material), test, stored: changed(stored.main, row.material), files: new Map() };
};

const LiveRow = row({
	pointer: text,
	material: orNull(json(Material)),
	/** The other publication of a test. */
	other: orNull(text),
	other_material: orNull(json(Material)),
	share: orNull(float),
	snippet_state: oneOf(SnippetState.shape.state.options),
	snippet_found: orNull(json(SnippetFound)),
	/** The loader without known tags; null: the publication is served as it was stored. */
	bare: orNull(text),
});

const readFile = async (parts: Parts, folder: string, path: string): Promise<Served | null> => {
	const customerId = await customerFor(parts.storage, 'folder', folder);
	if (customerId === null) return null;
	return within(parts, customerId, (tx) =>
		tx.first(
			Served,
			sql`select f.type, b.bytes from publication_file f join blob b on b.customer_id = ${customerId} and b.sha256 = f.sha256
				where f.customer_id = ${customerId} and f.folder = ${folder} and f.path = ${path}`,
		),
	);
};

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

const Uuid = z.uuid();
const SCRIPT = 'text/javascript; charset=utf-8';

/** Answers how to end its listening. */
export const registerDelivery = async (app: FastifyInstance, { storage, reach, geo, settings }: Kernel): Promise<() => Promise<void>> => {
	// Files of a folder never change, so each is read once a process; the oldest leave when there are many.
	const files = new Map<string, Packed>();
	const pointers = new Map<string, CachedPointer>();
	const asked = new Map<string, Reading>();
	/** It is read anew at the next request, and still served for a while should that fail. */
	const renew = (id: string, changed: boolean): void => {
		const kept = pointers.get(id);
		if (kept) {
			kept.until = 0;
			if (changed) kept.changedAt ??= Date.now();
		}
		// Whoever is reading may have begun before the news.
		asked.delete(id);
	};
	const unlisten = await storage.listen(
		'live',
		(payload) => {
			const news = News.safeParse(JSON.parse(payload));
			if (news.data?.topic === 'configurations') for (const id of Object.keys(news.data.domains)) renew(id, true);
		},
		() => {
			for (const id of pointers.keys()) renew(id, false);
		},
	);

	/** One reading at a time about a domain, with one clock for all who wait for it; only the latest is kept. */
	const readOnce = (id: string): Reading => {
		const under = asked.get(id);
		if (under) return under;
		const kept = pointers.get(id);
		let timer: NodeJS.Timeout | undefined;
		const late =
			kept &&
			new Promise<'late'>((resolve) => {
				timer = setTimeout(resolve, kept.changedAt === null ? LATE_MS : LATE_CHANGED_MS, 'late');
			});
		const live = readLive({ storage, reach }, id)
			.then((found) => {
				if (asked.get(id) === reading) {
					if (pointers.size > 10_000) pointers.clear();
					pointers.set(id, { live: found, until: Date.now() + POINTERS_KEPT_MS, changedAt: null });
				}
				return found;
			})
			.finally(() => {
				clearTimeout(timer);
				if (asked.get(id) === reading) asked.delete(id);
			});
		const reading: Reading = { live, late };
		asked.set(id, reading);
		return reading;
	};

	/** What was last read, if that may still be served, rather than late. @throws what reading throws when it may not */
	const readSoon = async (id: string, kept: CachedPointer | undefined): Promise<Live | null> => {
		const { live, late } = readOnce(id);
		if (!kept || (kept.changedAt !== null && Date.now() - kept.changedAt > CHANGED_SERVED_MS)) return live;
		const read = live.catch(() => kept.live);
		const first = late ? await Promise.race([read, late]) : await read;
		return first === 'late' ? kept.live : first;
	};

	/** @throws Refused not_found; Away when nothing was read yet */
	const liveOn = async (domain: string): Promise<Live> => {
		const id = Uuid.safeParse(domain.toLowerCase());
		if (!id.success) throw refuse('not_found');
		const kept = pointers.get(id.data);
		const live = kept && kept.until >= Date.now() ? kept.live : await readSoon(id.data, kept);
		if (live === null) throw refuse('not_found');
		return live;
	};

	app.get('/cmp/d/:file', { compress: false }, async (request, reply) => {
		const { file } = z.object({ file: z.string() }).parse(request.params);
		const live = await liveOn(file.replace(/\.js$/i, ''));
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
		const { stored } = await liveOn(domain);
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
	return unlisten;
};
