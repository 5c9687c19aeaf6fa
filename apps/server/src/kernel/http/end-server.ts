/** The end of a server that listens: nobody new comes in, what is under way is answered, and whatever takes too long is cut. */
import type { Server } from 'node:http';

const LAST_MS = 10_000;
const LOOK_MS = 50;

export const endServer = (server: Pick<Server, 'close' | 'closeAllConnections' | 'closeIdleConnections' | 'listening'>): Promise<void> =>
	new Promise((done) => {
		if (!server.listening) return done();
		// A connection is idle again once its answer is out.
		const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
		const late = setTimeout(() => server.closeAllConnections(), LAST_MS);
		server.close(() => {
			clearInterval(idle);
			clearTimeout(late);
			done();
		});
	});
