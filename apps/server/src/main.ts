/** Settings → storage → wings → listen. */
import { startShop } from '@luvalla/shop/serve.ts';
import { mailboxKey } from '#kernel/http/mailbox.ts';
import { createLog } from '#kernel/log.ts';
import { createStop } from '#kernel/stop.ts';
import { openStorage } from '#kernel/storage/storage.ts';
import { announce } from './announce.ts';
import { SAMPLE_CLIENT, sampleDomains } from './sample/sample.ts';
import { seed } from './seed.ts';
import { createServer } from './server.ts';
import { readSettings } from './settings.ts';

const start = async (): Promise<void> => {
	const settings = readSettings(process.env);
	const log = createLog(settings);
	const { onStop } = createStop(log);

	const storage = await openStorage(settings, log);
	onStop('the database', () => storage.close());
	// An external database is seeded by `npm run migrate`.
	if (settings.databaseUrl === null) await seed(storage, settings);

	const server = await createServer(settings, storage, log);
	onStop('the server', () => server.stop());
	await server.app.listen({ port: settings.port, host: settings.host });

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

start().catch((error: unknown) => {
	// What the operator can mend is one sentence; the rest is a fault of ours and keeps its stack.
	const known = error instanceof Error && ['SettingError', 'SchemaError', 'LockedError', 'EmbeddedError'].includes(error.name);
	const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
	if (known) console.error(error.message);
	else if (taken) console.error(`Port ${String(error.port)} is in use by another program: set PORT to a free one.`);
	else console.error(error);
	process.exit(1);
});
