/**
 * The peer: @c15t/backend with its Kysely adapter, as its quickstart says, behind Hono's own Node server. Its schema comes
 * from its own migrator; the index on ("subjectId", "givenAt") is added, without which each request reads the whole table.
 */
import { c15tInstance } from '@c15t/backend';
import { kyselyAdapter } from '@c15t/backend/db/adapters/kysely';
import { migrator } from '@c15t/backend/db/migrator';
import { DB } from '@c15t/backend/db/schema';
import { serve } from '@hono/node-server';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const adapter = kyselyAdapter({ db: new Kysely({ dialect: new PostgresDialect({ pool }) }), provider: 'postgresql' });

const migration = await migrator({ db: DB.client(adapter), schema: 'latest' });
await migration.execute();
await pool.query('create index if not exists consent_by_subject on consent ("subjectId", "givenAt")');

const c15t = c15tInstance({
	appName: 'bench',
	basePath: '/',
	trustedOrigins: ['https://example.com'],
	adapter,
	logger: { level: 'error' },
});
serve({ fetch: c15t.handler, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => console.log('ready'));
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
