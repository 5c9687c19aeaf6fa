/** What runs on the opened storage: seed → wings → listen. Loaded while the database starts, since loading it takes as long. */
import { startShop } from '@luvalla/shop/serve.ts';
import { mailboxKey } from '#kernel/http/mailbox.ts';
import type { Log } from '#kernel/log.ts';
import type { Settings } from '#kernel/settings.ts';
import type { Stop } from '#kernel/stop.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { announce } from './announce.ts';
import { SAMPLE_CLIENT, sampleDomains } from './sample/sample.ts';
import { seed } from './seed.ts';
import { createServer } from './server.ts';

/** Answers once everything listens and has said so. */
export const serve = async (settings: Settings, storage: Storage, log: Log, onStop: Stop['onStop']): Promise<void> => {
	// An external database is seeded by `npm run migrate`.
	if (settings.databaseUrl === null) await seed(storage, settings);

	const server = await createServer(settings, storage, log);
	onStop('the server', () => server.stop());
	await server.app.listen({ port: settings.port, host: settings.host });
	if (settings.role !== 'worker') await server.serveHosts();

	let shop: string | null = null;
	if (settings.sample && settings.role !== 'worker') {
		const ids = await sampleDomains({ storage });
		const snippet = (id: string | null): string | null => id && `${settings.publicUrl}/cmp/d/${id}.js`;
		const site = await startShop({
			port: settings.port + 1,
			thirdPartyPort: settings.port + 2,
			login: { script: `${settings.publicUrl}/identity/login.js`, clientId: SAMPLE_CLIENT },
			snippets: { shop: snippet(ids.shop), blog: snippet(ids.blog) },
		});
		onStop('the shop', () => site.close());
		shop = `http://shop.localhost:${settings.port + 1}`;
	}
	await announce(server.kernel, {
		shop,
		mailbox:
			settings.smtpUrl === null && settings.isLocal ? `${settings.publicUrl}/mailbox?key=${mailboxKey(server.kernel.secrets)}` : null,
	});
};
