/** The least that answers: a Fastify route without anything around it, in a process of its own. */
import Fastify from 'fastify';

const app = Fastify({ logger: false });
app.get('/', async () => ({
	data: { roles: ['ADMIN'], username: 'bench@example.com', email: 'bench@example.com', contextKey: 'k', assisted: null },
}));
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
