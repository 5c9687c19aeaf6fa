/** The way of letters by itself: what a mail server's manners mean for a letter, and that nothing leaves without asking. */
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createGuard } from '../../src/kernel/outbound/guard.ts';
import { keptAs, SMTP_LIMITS, SmtpPool } from '../../src/wings/engagement/channels/email/smtp.ts';
import { openSink, type SinkManners, smtpError } from './sink.ts';

const guard = createGuard(['127.0.0.0/8']);
const poolTo = (port: number, limits: Partial<typeof SMTP_LIMITS> = {}, kept: string | null = null) =>
	new SmtpPool(
		{ host: '127.0.0.1', port, security: 'none', user: '', password: undefined },
		guard,
		'mail.example',
		{ ...SMTP_LIMITS, ...limits },
		kept,
	);
const letter = (to: string, mayLeave = (): Promise<boolean> => Promise.resolve(true)) => ({
	from: 'shop@example.com',
	to,
	raw: Buffer.from(`To: ${to}\r\nSubject: Hello\r\n\r\n.A line that begins with a dot\r\n`),
	mayLeave,
});

const withSink = async (
	manners: SinkManners,
	limits: Partial<typeof SMTP_LIMITS>,
	work: (of: Awaited<ReturnType<typeof staged>>) => Promise<void>,
) => {
	const of = await staged(manners, limits);
	try {
		await work(of);
	} finally {
		of.pool.close();
		await of.sink.stop();
	}
};
const staged = async (manners: SinkManners, limits: Partial<typeof SMTP_LIMITS>) => {
	const sink = await openSink(manners);
	return { sink, pool: poolTo(sink.port, limits) };
};

test('Whether a letter may leave is asked after its recipient was taken, and a no leaves nothing behind', () =>
	withSink({}, {}, async ({ sink, pool }) => {
		const asked: number[] = [];
		expect(await pool.send(letter('yes@example.com'))).toMatchObject({ state: 'accepted' });
		const outcome = await pool.send(
			letter('no@example.com', () => {
				asked.push(sink.mails.length);
				return Promise.resolve(false);
			}),
		);
		expect([outcome, asked]).toEqual([{ state: 'returned', closed: false, said: expect.any(String) }, [1]]);
		// The connection is as good as new for the next.
		expect(await pool.send(letter('after@example.com'))).toMatchObject({ state: 'accepted' });
		expect(sink.mails.map(({ to }) => to)).toEqual(['yes@example.com', 'after@example.com']);
	}));

test('A server that takes a letter and never answers leaves it unknown; one that is silent before gives it back', () =>
	withSink(
		{ afterData: ({ to }) => (to.startsWith('silent') ? 'silent' : undefined) },
		{ answerMs: 300, lastMs: 300 },
		async ({ pool }) => {
			expect(await pool.send(letter('silent@example.com'))).toMatchObject({ state: 'unknown' });
			expect(await pool.send(letter('next@example.com'))).toMatchObject({ state: 'accepted' });
		},
	));

test('What is no answer to a letter says nothing of it: a server that says more than it is asked may have taken it', async () => {
	let taken = 0;
	// Says 250 twice to each MAIL: whoever takes its words in turn hears the 354 as its word of the letter.
	const server = createServer((socket) => {
		let heard = '';
		let letter = false;
		socket.on('error', () => undefined);
		socket.write('220 mail.example\r\n');
		socket.on('data', (chunk) => {
			heard += chunk.toString('latin1');
			for (;;) {
				const end = letter ? '\r\n.\r\n' : '\r\n';
				const at = heard.indexOf(end);
				if (at < 0) return;
				const line = heard.slice(0, at);
				heard = heard.slice(at + end.length);
				if (letter) taken += 1;
				const begins = !letter && line === 'DATA';
				letter = begins;
				socket.write(begins ? '354 go on\r\n' : line.startsWith('MAIL') ? '250 ok\r\n250 ok\r\n' : '250 ok\r\n');
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const pool = poolTo(typeof address === 'object' && address ? address.port : 0);
	const outcome = await pool.send(letter('one@example.com'));
	pool.close();
	await new Promise((resolve) => server.close(resolve));
	// Said to have failed it would be sent again, and come twice.
	expect([outcome.state, taken]).toEqual(['unknown', 1]);
});

test('A server that accepts connections and says nothing closes the way', async () => {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => void sockets.add(socket));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	expect(await poolTo(port, { answerMs: 100 }).send(letter('a@example.com'))).toMatchObject({ state: 'returned', closed: true });
	for (const socket of sockets) socket.destroy();
	await new Promise((resolve) => server.close(resolve));
	expect(await poolTo(port).send(letter('a@example.com'))).toMatchObject({ state: 'returned', closed: true });
});

test.each([
	[550, '5.1.1 No such user', { state: 'failed', reason: 'no_such_address', undeliverable: true }],
	[550, '5.7.1 Policy', { state: 'failed', reason: 'refused_recipient' }],
	[552, '5.2.2 Mailbox full', { state: 'failed', reason: 'refused_recipient' }],
	[451, '4.7.1 Greylisted', { state: 'deferred', reason: 'later' }],
	[421, '4.3.2 Closing', { state: 'returned', closed: false }],
] as const)('%i %s to a recipient means what it says', (code, said, outcome) =>
	withSink(
		{
			onTo: () => {
				throw smtpError(code, said);
			},
		},
		{},
		async ({ sink, pool }) => {
			const found = await pool.send(letter('a@example.com'));

			expect(found).toMatchObject(outcome);
			expect('undeliverable' in found).toBe('undeliverable' in outcome);
			expect(sink.mails).toEqual([]);
		},
	),
);

test('A connection carries so many letters, and the next one is another', () =>
	withSink({}, { letters: 2 }, async ({ sink, pool }) => {
		for (let n = 0; n < 5; n += 1) await pool.send(letter(`p${n}@example.com`));
		expect([sink.mails.length, sink.connections()]).toEqual([5, 3]);
		expect(sink.mails[0]?.raw).toContain('\r\n.A line that begins with a dot');
	}));

test.each([
	['EHLO', { state: 'returned', closed: true }],
	['MAIL', { state: 'returned', closed: false }],
	['RCPT', { state: 'returned', closed: false }],
	['DATA', { state: 'returned', closed: false }],
	['.', { state: 'unknown' }],
])('A server that answers %s line after line without end holds nobody’s place', async (word, outcome) => {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('error', () => undefined);
		socket.write('220 mail.example\r\n');
		socket.on('data', (bytes) => {
			for (const line of String(bytes).split('\r\n')) {
				const said = ['EHLO', 'MAIL', 'RCPT', 'DATA', '.'].find((one) => line === one || line.startsWith(`${one} `));
				if (said === undefined) continue;
				const code = said === 'DATA' ? 354 : 250;
				if (said !== word) socket.write(`${code} Yes\r\n`);
				else {
					const drip = setInterval(() => socket.write(`${code}-More\r\n`), 30);
					socket.on('close', () => clearInterval(drip));
				}
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as { port: number };
	const pool = poolTo(port, { answerMs: 200, lastMs: 200 });
	expect(await pool.send(letter('a@example.com'))).toMatchObject(outcome);
	pool.close();
	for (const socket of sockets) socket.destroy();
	await new Promise((resolve) => server.close(resolve));
});

test("A lane goes on over the connection of the one before it, where that is the same customer's to the same server and lives", async () => {
	const sink = await openSink();
	const [own, others] = [keptAs(1, sink.port), keptAs(2, sink.port)];
	const sendBy = async (kept: string | null): Promise<string> => {
		const pool = poolTo(sink.port, {}, kept);
		const { state } = await pool.send(letter('a@example.com'));
		pool.close();
		return state;
	};
	for (const kept of [own, own]) expect(await sendBy(kept)).toBe('accepted');
	expect(sink.connections()).toBe(1);
	for (const kept of [others, null, own]) expect(await sendBy(kept)).toBe('accepted');
	expect(sink.connections()).toBe(3);
	sink.hangUp();
	await expect.poll(() => sendBy(own)).toBe('accepted');
	expect(sink.connections()).toBe(4);
	await sink.stop();
});
