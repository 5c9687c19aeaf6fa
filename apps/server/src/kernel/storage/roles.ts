/**
 * The five LOGIN roles of an installation and how a connection is made as each.
 *
 * owner     migrations, partitions, security-definer functions, backup
 * app       calls and jobs; row-level security binds it to one customer a transaction
 * edge      may execute the intake functions only
 * eraser    as app, and may take rows out of tables classed 'erasable': an erasure is one transaction of one role, since a
 *           cluster lets no second role touch what the first has written
 * platform  reads across tenants what tables classed 'tenant, platform reads' allow
 *
 * Embedded, the socket's folder (mode 700) is the guard and names need no suffix. On an external server names carry the
 * installation (derived from SECRET_KEY), because roles belong to the whole cluster, and passwords are derived likewise.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Client, ClientConfig } from 'pg';
import type { Secrets } from '../secrets.ts';

export const ROLES = ['owner', 'app', 'edge', 'eraser', 'platform'] as const;
export type RoleName = (typeof ROLES)[number];
export type RoleNames = Readonly<Record<RoleName, string>>;

/** A PostgreSQL server with our database in it. */
export interface Server {
	roles: RoleNames;
	/** null where the server asks for none. */
	passwords: Readonly<Record<RoleName, string>> | null;
	/** How to connect as a role, to another database than ours if named. */
	as(role: RoleName, database?: string): ClientConfig;
	/** As whoever may create roles: the embedded superuser, or DATABASE_URL's user. */
	asAdmin(database?: string): ClientConfig;
	database: string;
}

export const EMBEDDED_DATABASE = 'luvalla';
/** The superuser initdb makes. */
export const EMBEDDED_ADMIN = 'postgres';

/** Of this step alone; another number than that of the migrations, which the owner holds. */
const LOCK = 4_815_162_341;

const rolesNamed = (suffix: string): RoleNames => ({
	owner: `luvalla_owner${suffix}`,
	app: `luvalla_app${suffix}`,
	edge: `luvalla_edge${suffix}`,
	eraser: `luvalla_eraser${suffix}`,
	platform: `luvalla_platform${suffix}`,
});

export const embeddedServer = (socketDir: string, name = EMBEDDED_DATABASE): Server => {
	const roles = rolesNamed('');
	const connect = (user: string, database: string): ClientConfig => ({ host: socketDir, port: 5432, user, database });
	return {
		roles,
		passwords: null,
		database: name,
		as: (role, database = name) => connect(roles[role], database),
		asAdmin: (database = name) => connect(EMBEDDED_ADMIN, database),
	};
};

export const externalServer = (databaseUrl: string, secrets: Secrets): Server => {
	const url = new URL(databaseUrl);
	const database =
		decodeURIComponent(url.pathname.slice(1)) || url.searchParams.get('dbname') || decodeURIComponent(url.username) || 'postgres';
	const roles = rolesNamed(`_${secrets.derive('installation').subarray(0, 4).toString('hex')}`);
	const password = (role: RoleName): string => secrets.derive(`database password ${role}`).toString('base64url');
	const passwords = {
		owner: password('owner'),
		app: password('app'),
		edge: password('edge'),
		eraser: password('eraser'),
		platform: password('platform'),
	};
	return {
		roles,
		passwords,
		database,
		as: (role, other = database) => ({ connectionString: pointed(url, other, { user: roles[role], password: passwords[role] }) }),
		asAdmin: (other = database) => ({ connectionString: pointed(url, other, null) }),
	};
};

/** Query parameters win over the user part, and also work where the address has no host (a socket folder in `?host=`). */
const pointed = (url: URL, database: string, login: { user: string; password: string } | null): string => {
	const copy = new URL(url);
	copy.pathname = `/${encodeURIComponent(database)}`;
	if (login !== null) {
		copy.searchParams.set('user', login.user);
		copy.searchParams.set('password', login.password);
	}
	return copy.href;
};

/** Creates what is missing, sets the passwords and the rights on database and schema. Needs a superuser, or the database's owner with CREATEROLE. */
export const ensureRoles = async (admin: Client, server: Server): Promise<void> => {
	await admin.query('select pg_advisory_lock($1)', [LOCK]);
	try {
		await nameRoles(admin, server);
		const all = ROLES.map((role) => quoted(server.roles[role])).join(', ');
		await admin.query(`grant connect on database ${quoted(server.database)} to ${all}`);
		await admin.query(`grant usage on schema public to ${all}`);
		await admin.query(`grant create, temporary on database ${quoted(server.database)} to ${quoted(server.roles.owner)}`);
		await admin.query(`grant temporary on database ${quoted(server.database)} to ${quoted(server.roles.app)}`);
		await admin.query(`grant create on schema public to ${quoted(server.roles.owner)}`);
		await admin.query('create extension if not exists pg_trgm');
	} finally {
		await admin.query('select pg_advisory_unlock($1)', [LOCK]);
	}
};

/** Passwords are set again each time: SECRET_KEY says what they are. */
const nameRoles = async (admin: Client, server: Server): Promise<void> => {
	const { rows } = await admin.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
		Object.values(server.roles),
	]);
	const present = new Set(rows.map((row) => row.rolname));
	for (const role of ROLES) {
		const name = server.roles[role];
		if (present.has(name) && server.passwords === null) continue;
		const verb = present.has(name) ? 'alter' : 'create';
		const password = server.passwords === null ? '' : ` password '${scramVerifier(server.passwords[role])}'`;
		await admin.query(`${verb} role ${quoted(name)} login ${role === 'eraser' ? 'inherit' : 'noinherit'}${password}`);
	}
	await admin.query(`grant ${quoted(server.roles.app)} to ${quoted(server.roles.eraser)}`);
};

/** A serving role that can bypass row-level security, or can become one that can. Answers one sentence, or null when all is well. */
export const unsafeServingRole = async (client: Client, roles: RoleNames): Promise<string | null> => {
	const { rows } = await client.query<{ name: string; power: string }>(
		`select current_user as name, other.rolname as power from pg_roles other
		 where pg_has_role(current_user, other.oid, 'member') and (other.rolsuper or other.rolbypassrls or other.rolname = $1)
		 order by other.rolname = current_user desc`,
		[roles.owner],
	);
	const found = rows[0];
	if (found === undefined) return null;
	return found.name === found.power
		? `The database role ${found.name} can bypass row-level security; take SUPERUSER and BYPASSRLS from it.`
		: `The database role ${found.name} can become ${found.power}; revoke that membership.`;
};

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/** The server keeps only this (RFC 5803), so the password itself never stands in a statement that a server might log. */
const scramVerifier = (password: string): string => {
	const iterations = 4096;
	const salt = randomBytes(16);
	const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
	const hmac = (label: string): Buffer => createHmac('sha256', salted).update(label).digest();
	const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
	return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
};
