/** A form that is cut anywhere, or is none, is its sender's fault and said so: no call that takes a file answers 5xx to it. */
import { allCalls } from '@luvalla/contract/all.ts';
import { nameOf } from '@luvalla/contract/call.ts';
import { expect, test } from 'vitest';
import { requestFor, staged } from '../access/door.ts';
import { ORIGIN } from '../app.ts';
import { demandDocumented } from '../documented.ts';

const { app, stages, people } = staged();
const BOUNDARY = 'luvalla-test';
const CONTENT: Readonly<Record<string, string>> = { 'text/csv': 'email,city\nanna@example.com,Turku\nbo@example.com,Oulu\n' };
/** A byte of every so many is the last one that comes. */
const EVERY = 3;

const formOf = (part: string, type: string): string =>
	[
		`--${BOUNDARY}`,
		'content-disposition: form-data; name="note"',
		'',
		'hello',
		`--${BOUNDARY}`,
		`content-disposition: form-data; name="${part}"; filename="a.csv"`,
		`content-type: ${type}`,
		'',
		CONTENT[type] ?? '{"gvlSpecificationVersion":3}',
		`--${BOUNDARY}--`,
		'',
	].join('\r\n');

const calls = allCalls.filter(({ multipart }) => multipart);

test.each(calls.map((call) => [nameOf(call), call] as const))('%s', async (_, call) => {
	const t = app();
	const stage = stages.get('own');
	const admin = people.get('admin')?.person;
	if (!stage || !admin || !call.multipart) throw new Error('no stage');
	const { url, headers } = requestFor(call, stage);
	let senders = 0;
	const send = async (payload: Buffer | string, type = `multipart/form-data; boundary=${BOUNDARY}`) => {
		senders += 1;
		const answer = await t.app.inject({
			method: call.method,
			url,
			remoteAddress: `10.202.${senders >> 8}.${senders & 255}`,
			headers: { cookie: admin.cookie, origin: ORIGIN, customer_key: String(stage.customerId), ...headers, 'content-type': type },
			payload,
		});
		demandDocumented(call.method, url, answer.statusCode);
		return answer.statusCode;
	};
	const form = Buffer.from(formOf(call.multipart.part, call.multipart.type));
	const faults: unknown[] = [];
	const cuts = Array.from({ length: Math.ceil(form.length / EVERY) }, (_one, n) => n * EVERY);
	for (const cut of cuts) {
		const status = await send(form.subarray(0, cut));
		if (status >= 500) faults.push([`cut at ${cut}`, status]);
	}
	const odd: [name: string, payload: string, type?: string][] = [
		['nothing', ''],
		['no boundary', String(form), 'multipart/form-data'],
		['another boundary', String(form), 'multipart/form-data; boundary=x'],
		['an empty boundary', String(form), 'multipart/form-data; boundary='],
		['no form', '\0'.repeat(500)],
		['a header without an end', `--${BOUNDARY}\r\ncontent-disposition: ${'x'.repeat(100_000)}`],
		['many headers', `--${BOUNDARY}\r\n${'x: y\r\n'.repeat(5000)}\r\n\r\n--${BOUNDARY}--`],
		['a part of no name', `--${BOUNDARY}\r\ncontent-type: text/csv\r\n\r\nx\r\n--${BOUNDARY}--`],
		['a field of a prototype', `--${BOUNDARY}\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--${BOUNDARY}--`],
		['many fields', `${`--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n`.repeat(200)}--${BOUNDARY}--`],
		[
			'broken JSON',
			`--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{\r\n--${BOUNDARY}--`,
		],
		['two files', String(form).replace(`--${BOUNDARY}--`, String(form))],
		['cut twice', String(form).slice(0, -30) + String(form).slice(0, 90)],
	];
	for (const [name, payload, type] of odd) {
		const status = await send(payload, type);
		if (status >= 500) faults.push([name, status]);
	}
	expect(faults).toEqual([]);
});
