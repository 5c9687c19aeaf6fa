/** Connectors as people use them: the list, the form drawn from a schema, the test, the runs. */
import { purposes } from '@luvalla/contract/consent/purposes';
import { type Audience, audiences } from '@luvalla/contract/profiles/audiences';
import { connectorShapes, TYPE_NAMES } from '@luvalla/contract/profiles/connector-types';
import {
	addConnector,
	type Connector,
	type ConnectorRun,
	changeConnector,
	connectors,
	connectorTypes,
	retryRun,
	runConnector,
	runData,
	runLog,
	testConnector,
} from '@luvalla/contract/profiles/connectors';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, mapped } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';
import { server } from '#portal/test/shared.ts';

const types = (['smtp', 'webhook', 'postgres'] as const).map((type) => ({
	type,
	name: TYPE_NAMES[type],
	directions: ['none' as const],
	schema: { ...z.toJSONSchema(connectorShapes[type], { io: 'input' }) },
}));

const connector = (n: number, more: Partial<Connector> = {}): Connector => ({
	id: idOf(n),
	customerId: 1,
	type: 'postgres',
	config: {
		host: 'db.example.com',
		port: 5432,
		database: 'erp',
		user: 'reader',
		tls: 'verified',
		direction: 'inbound',
		query: 'select * from people',
		cursorColumn: 'updated_at',
		domainId: idOf(1),
		columns: { mail: 'email', size: 'attributes.shoe:number' },
		every: 15,
	},
	isActive: true,
	name: `Connector ${n}`,
	kept: { password: '••••••••' },
	direction: 'inbound',
	domainId: idOf(1),
	nextAt: null,
	testedAt: '2026-11-20T08:00:00.000Z',
	isSuccessful: true,
	problem: null,
	runs: [{ id: idOf(50), state: 'done', rows: 12 }],
	changedAt: '2026-11-20T08:00:00.000Z',
	...more,
});
const run = (n: number, more: Partial<ConnectorRun> = {}): ConnectorRun => ({
	id: idOf(500 + n),
	connectorId: idOf(10),
	connectorName: 'Connector 10',
	type: 'postgres',
	direction: 'inbound',
	state: 'done',
	createdAt: '2026-11-20T08:00:00.000Z',
	startedAt: '2026-11-20T08:00:00.000Z',
	endedAt: '2026-11-20T08:00:02.000Z',
	durationMs: 2100,
	rows: 1212,
	errors: 0,
	counts: {},
	problem: null,
	can: { retry: false, cancel: false },
	...more,
});

const { asked, catching } = keptRequests();
beforeEach(() => {
	chooseLanguage('en');
});

const tills = connector(11, { name: 'Tills', type: 'webhook', direction: 'outbound', problem: 'It answered with HTTP 503.' });
const failed = run(2, { state: 'failed', rows: 0, problem: 'No answer within 10 s.', can: { retry: true, cancel: false } });
const usual: HttpHandler[] = [
	answers(connectors, [connector(10), tills]),
	answers(connectorTypes, types),
	answers(runData, [run(1), failed]),
	answers(audiences, [], { total: 0, next: null }),
	answers(purposes, []),
];
const open = (path: string, ...more: HttpHandler[]) =>
	renderApp(path, { handlers: [...more, ...bootOf('customerAdmin', mapped.slice(0, 2)), ...usual] });
const drawer = async () => within(await screen.findByRole('dialog'));

it('offers an outbound connector the audiences beyond the first by their titles', async () => {
	const audience = (n: number, title: string): Audience => ({
		...{ id: idOf(n), title, domain: 'shop.example', domainId: idOf(1), segments: [], consents: [], isAnd: true, status: 5 },
		...{ userid: null, createdAt: tills.changedAt, changedAt: tills.changedAt },
	});
	const late = audience(60, 'Zebra club');
	const found = answers(
		audiences,
		({ url }) => {
			const { q, filter } = Object.fromEntries(url.searchParams);
			if (filter !== undefined) return filter === `id:${late.id}` ? [late] : [];
			return q === undefined ? Array.from({ length: 25 }, (_, n) => audience(100 + n, `Audience ${n}`)) : [late];
		},
		{ total: 60, next: null },
	);
	const outbound = connector(12, {
		name: 'Out',
		direction: 'outbound',
		config: { ...connector(12).config, direction: 'outbound', audienceId: late.id },
	});
	await open(`/connectors?id=${outbound.id}`, found, answers(connectors, [outbound]));
	const form = await drawer();
	await waitFor(() => expect(form.getByRole('combobox', { name: 'Audience' })).toHaveValue('Zebra club (shop.example)'));
	expect(form.getByText('Type a part of a title to find the others.')).toBeVisible();
});
it('says in the list of an outbound connector’s purposes that an audience comes first', async () => {
	const outbound = connector(12, { name: 'Out', direction: 'outbound', config: { ...connector(12).config, direction: 'outbound' } });
	const app = await open(`/connectors?id=${outbound.id}`, answers(connectors, [outbound]));
	const form = await drawer();
	await app.user.click(await form.findByRole('combobox', { name: 'Purpose' }));
	await waitFor(() => expect(screen.getAllByText('Choose an audience first.')).toHaveLength(2));
	expect(screen.queryByText('None found')).toBeNull();
});

describe('the list', () => {
	it('says what each is, how it is and what is wrong', async () => {
		await open('/connectors');
		const row = within((await screen.findByRole('link', { name: 'Tills' })).closest('tr') as HTMLElement);
		for (const text of ['It answered with HTTP 503.', 'Failing']) expect(row.getByText(text)).toBeVisible();
		const fine = within(screen.getByRole('link', { name: 'Connector 10' }).closest('tr') as HTMLElement);
		for (const text of ['PostgreSQL, inbound', 'Healthy']) expect(fine.getByText(text)).toBeVisible();
		expect(fine.getByRole('img', { name: '1 run, 0 failed' })).toBeVisible();
	});
	it('narrows by type', async () => {
		await open('/connectors?type=webhook');
		expect(await screen.findByRole('link', { name: 'Tills' })).toBeVisible();
		expect(screen.queryByRole('link', { name: 'Connector 10' })).toBeNull();
	});
	it('is deactivated by saving with isActive false', async () => {
		const app = await open('/connectors', answers(changeConnector, catching({ ...tills, isActive: false })));
		await screen.findByRole('link', { name: 'Tills' });
		await app.user.click(screen.getByRole('button', { name: /Tills/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Turn off' }));
		expect(await screen.findByText('Connector updated successfully.')).toBeVisible();
		expect(asked[0]?.body).toMatchObject({ id: tills.id, customerId: 1, type: 'webhook', isActive: false });
	});
	it('fails with the specified text, in Finnish too', async () => {
		const app = await open('/connectors', refuses(connectors, 503, { code: 'unavailable' }));
		expect(await screen.findByText(/Something went wrong/)).toBeVisible();
		app.unmount();
		chooseLanguage('fi');
		const other = await open('/connectors?id=new', refuses(addConnector, 503, { code: 'unavailable' }));
		const form = await drawer();
		await other.user.type(await form.findByLabelText('Palvelin'), 'mail.example.com');
		await other.user.click(form.getByRole('button', { name: 'Tallenna yhdistin' }));
		expect(await screen.findByText('Jokin meni vikaan')).toBeVisible();
	});
});

describe('the form', () => {
	it('is drawn from the type’s schema, says what is empty, and sends numbers, choices and secrets', async () => {
		const app = await open('/connectors?id=new', answers(addConnector, catching(connector(12))));
		const form = await drawer();
		await app.user.click(await form.findByRole('button', { name: 'Save connector' }));
		expect(await form.findByText('Enter a value')).toBeVisible();
		expect(asked).toHaveLength(0);
		await app.user.type(form.getByLabelText('Host'), 'mail.example.com');
		await app.user.type(form.getByLabelText(/^Password/), 'correct horse');
		await app.user.click(form.getByRole('button', { name: 'Save connector' }));
		expect(await screen.findByText('Connector added successfully.')).toBeVisible();
		expect(asked[0]?.body).toMatchObject({
			customerId: 1,
			type: 'smtp',
			isActive: true,
			config: { host: 'mail.example.com', port: 587, security: 'starttls', password: 'correct horse' },
		});
	});
	it('leads on from a new one to its test', async () => {
		const made = connector(12);
		const app = await open('/connectors?id=new', answers(addConnector, made));
		const form = await drawer();
		await app.user.type(await form.findByLabelText('Host'), 'mail.example.com');
		server.use(answers(connectors, [made]));
		await app.user.click(form.getByRole('button', { name: 'Save and test' }));
		expect(await screen.findByRole('button', { name: 'Test' })).toBeVisible();
		expect(app.router.state.location.search).toMatchObject({ id: made.id });
	});
	it('keeps secrets that are left empty, shows what the server says of a field, and asks only for what is needed', async () => {
		const fields = { 'config.query': 'Use one select statement without a semicolon at its end' };
		const seen = (one: Asked): void => void asked.push(one);
		const app = await open(`/connectors?id=${idOf(10)}`, refuses(changeConnector, 422, { code: 'not_usable', fields }, seen));
		const form = await drawer();
		expect(await form.findByLabelText(/^Columns/)).toHaveValue('mail = email\nsize = attributes.shoe:number');
		expect(form.getByText(/Kept: ••••••••/)).toBeVisible();
		expect(form.queryByLabelText('Table')).toBeNull();
		await app.user.type(form.getByLabelText('Query'), ';');
		await app.user.click(form.getByRole('button', { name: 'Save connector' }));
		expect(await form.findByText(fields['config.query'])).toBeVisible();
		expect(asked[0]?.body).toMatchObject({
			config: { password: '', columns: { mail: 'email', size: 'attributes.shoe:number' }, every: 15, query: 'select * from people;' },
		});
		expect(asked[0]?.body).not.toHaveProperty('config.table');
	});
	it('says what a test found', async () => {
		const at = '2026-11-20T08:00:00.000Z';
		const bad = { isSuccessful: false, errorMessage: 'The other side refused the user name.', message: null, ms: 84, at };
		const app = await open(`/connectors?id=${idOf(10)}`, answers(testConnector, catching(bad)));
		const form = await drawer();
		await app.user.click(await form.findByRole('button', { name: 'Test' }));
		expect(await form.findByText('The test failed after 84 ms')).toBeVisible();
		expect(form.getByText(bad.errorMessage)).toBeVisible();
		expect(asked[0]?.url.searchParams.get('id')).toBe(idOf(10));
	});
});

describe('runs', () => {
	it('are those of the last twelve hours, with why one failed; one is retried, another begun, a log read', async () => {
		const log = { lines: [{ at: '2026-11-20T08:00:00.000Z', text: 'Began to read from db.example.com/erp.' }] };
		const app = await open(
			`/connectors?id=${idOf(10)}`,
			answers(runData, catching([run(1), failed])),
			answers(retryRun, catching(run(3, { state: 'waiting' }))),
			answers(runConnector, catching(run(4, { state: 'waiting' }))),
			answers(runLog, log),
		);
		expect(await screen.findByText('No answer within 10 s.')).toBeVisible();
		const form = await drawer();
		const from = Date.parse(asked[0]?.url.searchParams.get('FromDateTime') ?? '');
		expect(Math.round((Date.now() - from) / 3_600_000)).toBe(12);
		await app.user.click(form.getByRole('button', { name: 'Retry' }));
		await waitFor(() => expect(asked.some(({ params }) => params.id === failed.id)).toBe(true));
		await app.user.click(form.getByRole('button', { name: 'Run now' }));
		await waitFor(() => expect(asked.some(({ body }) => JSON.stringify(body) === JSON.stringify({ id: idOf(10) }))).toBe(true));
		const [first] = form.getAllByRole('button', { name: 'Log' });
		if (first) await app.user.click(first);
		expect(await screen.findByText(log.lines[0]?.text ?? '')).toBeVisible();
	});
	it('have a log that says when it could not be loaded, and when nothing stands in it', async () => {
		const handlers = [answers(runData, [run(1)]), refuses(runLog, 503, { code: 'unavailable' })];
		const app = await open(`/connectors?id=${idOf(10)}&log=${run(1).id}`, ...handlers);
		const failure = await screen.findByText('The log could not be loaded.');
		server.use(answers(runLog, { lines: [] }));
		await app.user.click(within(failure.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }));
		expect(await screen.findByText('Nothing was written here.')).toBeVisible();
	});
	it('that cannot be loaded say so, and are asked for once more', async () => {
		const app = await open(`/connectors?id=${idOf(10)}`, refuses(runData, 503, { code: 'unavailable' }));
		const again = await screen.findByRole('button', { name: 'Try again' });
		expect(screen.queryByText('No runs in this time.')).toBeNull();
		server.use(answers(runData, [failed]));
		await app.user.click(again);
		expect(await screen.findByText('No answer within 10 s.')).toBeVisible();
	});
});
