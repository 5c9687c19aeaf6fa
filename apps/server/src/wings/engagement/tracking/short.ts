/**
 * Short addresses of ours, for messages whose signs are counted: each stands for one of the long ones (links.ts), which keeps its seal and
 * says by itself where it leads. A short one is made of the long one, so the same is never two.
 */

import { CHANNELS } from '@luvalla/contract/channels.ts';
import type { FastifyInstance } from 'fastify';
import { now } from '#kernel/clock.ts';
import { refuse } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s, texts, uuids } from '#kernel/storage/arrays.ts';
import { row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { createLane, reject } from '../../consent/wing.ts';
import type { DeliveryKey } from '../runs/token.ts';

const SIGNS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Fifty-eight bits: nobody guesses one of a million within a lifetime of asking. */
const LENGTH = 10;
const CODE = /^([0-9a-z]{1,7})([0-9A-Za-z]{10})$/;

/** The short form of an address, whoever asks and however often. @param url one of ours, which begins with the public address */
export const shortOf = (
	{ secrets, settings }: Pick<Kernel, 'secrets' | 'settings'>,
	customerId: number,
	url: string,
): { readonly code: string; readonly path: string; readonly short: string } => {
	const path = url.slice(settings.publicUrl.length);
	if (!url.startsWith(`${settings.publicUrl}/`)) throw new Error('An address of somebody else is not shortened as it is.');
	let bits = secrets.hmac('short links').update(`${customerId}\n${path}`).digest().readBigUInt64BE();
	let code = '';
	const base = BigInt(SIGNS.length);
	for (let at = 0; at < LENGTH; at++) {
		code += SIGNS[Number(bits % base)];
		bits /= base;
	}
	return { code, path, short: `${settings.publicUrl}/k/${customerId.toString(36)}${code}` };
};

export interface ShortLink {
	readonly code: string;
	/** Of the long address, behind the public one. */
	readonly path: string;
	/** Whose it is alone; null: it is the same for everybody of the run. */
	readonly entry: number | null;
}

const write = async (tx: Tx, { customerId, runId, channel }: Omit<DeliveryKey, 'entry'>, links: readonly ShortLink[]): Promise<void> => {
	await tx.run(
		sql`insert into short_link (customer_id, code, path, run_id, channel, entry, created_at)
		select ${customerId}::int, t.code, t.path, ${runId}::uuid, ${CHANNELS.indexOf(channel)}::smallint, nullif(t.entry, -1), ${now()}::timestamptz
		from unnest(${texts(links.map(({ code }) => code))}::text[], ${texts(links.map(({ path }) => path))}::text[],
			${int4s(links.map(({ entry }) => entry ?? -1))}::int[]) t (code, path, entry)
		on conflict do nothing`,
	);
};

/** Links that go into one commit. */
const TOGETHER = 500;

/** Keeps the short links of one lane of a run; what is asked while a commit is under way goes with the next. */
export const createShortener = ({ storage }: Pick<Kernel, 'storage'>, of: Omit<DeliveryKey, 'entry'>) => {
	const ofAll = new Set<string>();
	const lane = createLane<readonly ShortLink[], true>(
		async (items) => {
			const links = new Map(items.flat().map((one) => [one.code, one]));
			await storage.inTenant(of.customerId, (tx) => write(tx, of, [...links.values()]));
			return items.map(() => true);
		},
		reject,
		(queue, most) => queue.slice(0, most),
		TOGETHER,
	);
	return {
		/** After the commit: whoever follows one finds it. */
		async keep(links: readonly ShortLink[]): Promise<void> {
			const fresh = links.filter(({ code }) => !ofAll.has(code));
			if (fresh.length === 0) return;
			await lane.push(fresh);
			for (const { code, entry } of fresh) if (entry === null) ofAll.add(code);
		},
		drain: (): Promise<void> => lane.drain(),
	};
};

/** Nothing leads to these people's own pages any more. */
export const forgetShort = (
	tx: Tx,
	customerId: number,
	deliveries: readonly { readonly run_id: string; readonly channel: number; readonly entry: number }[],
): Promise<number> =>
	tx.run(
		sql`delete from short_link s using unnest(${uuids(deliveries.map(({ run_id: run }) => run))}::uuid[], ${int4s(deliveries.map(({ channel }) => channel))}::int[],
			${int4s(deliveries.map(({ entry }) => entry))}::int[]) k (run_id, channel, entry)
		where s.customer_id = ${customerId} and s.run_id = k.run_id and s.channel = k.channel and s.entry = k.entry`,
	);

const PathRow = row({ path: text });

export const registerShort = (app: FastifyInstance, { storage, settings }: Pick<Kernel, 'storage' | 'settings'>): void => {
	app.get<{ Params: { code: string } }>('/k/:code', async (request, reply) => {
		const [, customer, code] = CODE.exec(request.params.code) ?? [];
		const customerId = customer === undefined ? Number.NaN : Number.parseInt(customer, 36);
		// Further numbers are no customer's.
		if (code === undefined || !(customerId > 0 && customerId < 2 ** 31)) throw refuse('not_found');
		const found = await storage.inTenant(customerId, (tx) =>
			tx.first(PathRow, sql`select path from short_link where customer_id = ${customerId} and code = ${code}`),
		);
		if (!found) throw refuse('not_found');
		return reply
			.header('cache-control', 'no-store')
			.header('referrer-policy', 'no-referrer')
			.header('x-robots-tag', 'noindex')
			.redirect(`${settings.publicUrl}${found.path}`, 302);
	});
};
