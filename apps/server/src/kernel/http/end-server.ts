/** The end of a server that listens: nobody new comes in, what is under way is answered, and whatever takes too long is cut. */
import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';

const LAST_MS = 10_000;
/** Whoever has a connection says something in this time and is answered, as the last on it: cut while it is sent, it would be lost. */
const GRACE_MS = 500;
const LOOK_MS = 50;

export const endServer = (server: Server): Promise<void> =>
	new Promise((done) => {
		if (!server.listening) return done();
		const graceUntil = performance.now() + GRACE_MS;
		const idle = setInterval(() => performance.now() > graceUntil && server.closeIdleConnections(), LOOK_MS);
		const late = setTimeout(() => server.closeAllConnections(), LAST_MS);
		// HTTP's own way to close cuts idle connections first.
		Listener.prototype.close.call(server, () => {
			clearInterval(idle);
			clearTimeout(late);
			done();
		});
	});
