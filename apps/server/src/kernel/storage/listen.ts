/** LISTEN on one connection of its own, shared by all channels; found again when lost. */
import pg from 'pg';
import type { Log } from '../log.ts';
import { LIMITS } from './limits.ts';
import { endSilent } from './pool.ts';
import { quoted } from './roles.ts';
import type { Heard, Listen } from './types.ts';

export interface Listener {
	listen: Listen;
	close(): Promise<void>;
}

interface Ear {
	heard: Heard;
	missed: () => void;
}

/**
 * Connects with the first channel. After a loss every ear is told that it may have missed something. Who only listens cannot tell a quiet
 * server from one that is gone, so it asks now and then.
 */
export const createListener = (
	config: pg.ClientConfig,
	log: Log,
	{ askMs, silentMs }: { askMs: number; silentMs: number } = LIMITS.listen,
): Listener => {
	const channels = new Map<string, Set<Ear>>();
	let client: pg.Client | null = null;
	let connecting: Promise<pg.Client> | null = null;
	let again: NodeJS.Timeout | null = null;
	let waitMs: number = LIMITS.listenAgainMs.first;
	let closed = false;
	const asking = setInterval(() => void client?.query('select').catch(() => undefined), askMs);
	asking.unref();

	const lost = (which: pg.Client, reason: string): void => {
		if (client !== which || closed) return;
		client = null;
		log.warn('lost the connection that hears news', { reason });
		retry();
	};

	const retry = (): void => {
		if (again !== null || closed) return;
		again = setTimeout(async () => {
			again = null;
			try {
				await connected();
				waitMs = LIMITS.listenAgainMs.first;
				for (const ears of channels.values()) for (const ear of ears) ear.missed();
			} catch (error) {
				log.warn('cannot hear news yet', { reason: error instanceof Error ? error.message : String(error) });
				waitMs = Math.min(waitMs * 2, LIMITS.listenAgainMs.most);
				retry();
			}
		}, waitMs);
	};

	const connected = (): Promise<pg.Client> => {
		if (client !== null) return Promise.resolve(client);
		connecting ??= connect().finally(() => {
			connecting = null;
		});
		return connecting;
	};

	const connect = async (): Promise<pg.Client> => {
		const next = new pg.Client(config);
		next.on('error', (error) => lost(next, error.message));
		next.on('end', () => lost(next, 'ended'));
		next.on('notification', ({ channel, payload }) => {
			for (const ear of channels.get(channel) ?? []) ear.heard(payload ?? '');
		});
		await next.connect();
		endSilent(next, silentMs);
		for (const channel of channels.keys()) await next.query(`listen ${quoted(channel)}`);
		client = next;
		return next;
	};

	return {
		async listen(channel, heard, missed = () => undefined) {
			const ear: Ear = { heard, missed };
			const ears = channels.get(channel) ?? new Set();
			channels.set(channel, ears.add(ear));
			await (await connected()).query(`listen ${quoted(channel)}`);
			return async () => {
				ears.delete(ear);
				if (ears.size > 0 || channels.get(channel) !== ears) return;
				channels.delete(channel);
				await client?.query(`unlisten ${quoted(channel)}`);
			};
		},
		async close() {
			closed = true;
			clearInterval(asking);
			if (again !== null) clearTimeout(again);
			const last = client ?? (await connecting?.catch(() => null)) ?? null;
			client = null;
			await last?.end();
		},
	};
};
