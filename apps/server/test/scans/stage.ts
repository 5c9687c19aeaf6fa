/** What tests of scans stand on: a browser behind a guard, and a site of paths on this machine. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ScanOrder } from '@luvalla/contract/consent/scans.ts';
import { type Browsers, openBrowsers } from '../../src/kernel/browsers/browsers.ts';
import { createGuard } from '../../src/kernel/outbound/guard.ts';
import { PATIENCE, type Patience } from '../../src/wings/consent/scans/visit.ts';
import { testLog } from '../harness.ts';

/** For pages that wait for nothing. */
export const SHORT: Patience = { ...PATIENCE, openMs: 20_000, stayMs: 500, quietMs: 300, mostStayMs: 3000, mostMs: 30_000 };

export const orderFor = (url: string, change: Partial<ScanOrder> = {}): ScanOrder => ScanOrder.parse({ url, ...change });

/** @param allow `host:port` pairs */
export const stage = (allow: readonly string[]) => {
	const guard = createGuard(allow);
	const browsers: Browsers<'scan'> = openBrowsers(null, testLog(), { scan: { atOnce: 1, guard, takesThirdPartyCookies: true } });
	return { pool: browsers.of('scan'), guard, browsers };
};

type Page = string | ((got: IncomingMessage, answer: ServerResponse) => void);

/** Pages by path, the same at every host; a text is HTML. */
export const pagesAt = async (pages: Readonly<Record<string, Page>>) => {
	const asked: string[] = [];
	const server = createServer((got, answer) => {
		const path = got.url?.split('?')[0] ?? '';
		asked.push(path);
		const page = pages[path];
		if (typeof page === 'function') page(got, answer);
		else answer.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
	});
	server.on('clientError', (_, socket) => socket.destroy());
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		port,
		asked,
		at: (path: string, host = 'site.localhost'): string => `http://${host}:${port}${path}`,
		close: async () => {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
};
