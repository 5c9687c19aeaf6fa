/** Customers with hosts of their own, a name server and somebody who asks over TLS. */
import { randomBytes } from 'node:crypto';
import { request as plain } from 'node:http';
import { request } from 'node:https';
import { connect, TLSSocket } from 'node:tls';
import type { Person, Tenant, TestApp } from '../app.ts';
import type { startDns } from '../fixtures/dns.ts';

export interface Shown {
	id: string;
	domain: string;
	status: string;
	ordering: boolean;
	differing: number;
	warning: string | null;
	reason: { code: string; sentence: string } | null;
	nextTryAt: string | null;
	certificate: { serial: string; issuer: string; way: string; notAfter: string; renewAt: string } | null;
	dns: { isValid: boolean; records: { type: string; name: string; expected: string[]; state: string; sentence: string }[] };
}

export interface Held extends Tenant {
	readonly owner: Person;
	readonly own: string;
	readonly id: string;
}

export interface Answered {
	readonly status: number;
	readonly headers: Record<string, string | string[] | undefined>;
	readonly text: string;
	readonly serial: string;
}

type Dns = Awaited<ReturnType<typeof startDns>>;

export const stageOf = (app: () => TestApp, dns: () => Dns) => {
	const tag = randomBytes(4).toString('hex');
	let count = 0;
	const path = ({ customerId, id }: Held, more = ''): string => `/api/manage/customer/${customerId}/customdomain/${id}${more}`;
	const read = async ({ customerId, own, owner }: Held): Promise<Shown> => {
		const answer = await app().send(owner, 'GET', `/api/manage/customer/${customerId}/customdomain?q=${own}`);
		return answer.json().data[0];
	};
	return {
		/** A customer with one custom domain that nothing is set for. */
		async hold(named?: string): Promise<Held> {
			const tenant = await app().tenant();
			const owner = await app().person([], { adminOf: [tenant] });
			count += 1;
			const own = named ?? `own${count}-${tag}.example.com`;
			const made = await app().send(owner, 'POST', `/api/manage/customer/${tenant.customerId}/customdomain`, { body: { domain: own } });
			if (made.status !== 200) throw new Error(made.text);
			return { ...tenant, owner, own, id: made.json().data.id };
		},
		read,
		/** Sets the records that the list says; only these types. */
		async setRecords(held: Held, types: readonly string[] = ['A', 'TXT']): Promise<void> {
			const { zone } = dns();
			for (const { type, name, expected } of (await read(held)).dns.records.filter((one) => types.includes(one.type))) {
				const [value = ''] = expected;
				zone.set(name, type === 'A' ? { a: [value] } : type === 'TXT' ? { txt: [value] } : { cname: value });
			}
		},
		validate: (held: Held) => app().send(held.owner, 'PUT', path(held, '/validate')),
		renew: (held: Held) => app().send(held.owner, 'PUT', path(held, '/renew')),
		remove: (held: Held) => app().send(held.owner, 'DELETE', path(held)),
		/** Once nothing is under way. */
		async settled(held: Held): Promise<Shown> {
			for (;;) {
				const row = await read(held);
				if (!row.ordering) return row;
				await new Promise((done) => setTimeout(done, 50));
			}
		},
		async acts({ customerId, id }: Held): Promise<string[]> {
			const rows = await app().storage.inTenant(customerId, (tx) =>
				tx.query<{ action: string }>('select action from activity where customer_id = $1 and thing_id = $2 order by id', [customerId, id]),
			);
			return rows.map(({ action }) => action);
		},
	};
};

interface Asked {
	readonly port: number;
	readonly host: string;
	/** Trusted; none: the connection fails. */
	readonly ca: string;
	readonly path?: string;
	/** As the header, where it differs. */
	readonly header?: string;
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly body?: string;
}

/** A browser's request to a host, whatever DNS says. */
export const ask = ({ port, host, ca, path = '/', header = host, method = 'GET', headers = {}, body }: Asked): Promise<Answered> =>
	new Promise((done, fail) => {
		let serial = '';
		const sent = request(
			{ host: '127.0.0.1', port, servername: host, ca, path, method, agent: false, headers: { ...headers, host: header } },
			(answer) => {
				let text = '';
				answer.setEncoding('utf8');
				answer.on('data', (chunk: string) => {
					text += chunk;
				});
				answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text, serial }));
			},
		);
		sent.on('socket', (socket) =>
			socket.once('secureConnect', () => {
				serial = socket instanceof TLSSocket ? socket.getPeerCertificate().serialNumber.toLowerCase() : '';
			}),
		);
		sent.on('error', fail);
		sent.end(body);
	});

/** Over http. */
export const askPlain = (port: number, host: string, path = '/'): Promise<{ status: number; location: string | undefined; text: string }> =>
	new Promise((done, fail) => {
		plain({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, (answer) => {
			let text = '';
			answer.setEncoding('utf8');
			answer.on('data', (chunk: string) => {
				text += chunk;
			});
			answer.on('end', () => done({ status: answer.statusCode ?? 0, location: answer.headers.location, text }));
		})
			.on('error', fail)
			.end();
	});

/** Whether a handshake for this name comes to a certificate. */
export const handshakes = (port: number, servername: string | undefined): Promise<boolean> =>
	new Promise((done) => {
		const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...(servername !== undefined && { servername }) });
		socket.once('secureConnect', () => {
			socket.destroy();
			done(true);
		});
		socket.once('error', () => done(false));
	});
