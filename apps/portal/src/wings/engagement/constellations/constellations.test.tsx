/** Constellations as people use them: made, tried out, published. */
import {
	addConstellation,
	type Constellation,
	changeConstellation,
	channels,
	constellationContents,
	constellations,
	publishConstellation,
	removeConstellation,
	sendUat,
} from '@luvalla/contract/engagement/constellations';
import { type Content, contents } from '@luvalla/contract/engagement/contents';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { bootOf, idOf, mapped } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';

const content = (n: number, more: Partial<Content>): Content => ({
	id: idOf(500 + n),
	title: `Content ${n}`,
	contentType: 'Email',
	channel: 0,
	content: null,
	domain: 'shop.example',
	domainId: idOf(1),
	language: 'en',
	controls: { en: { subject: 'Hello', body: '<p>Hello</p>' } },
	markup: 'html',
	placement: null,
	status: 5,
	uses: 1,
	createdAt: '2026-11-01T10:00:00.000Z',
	changedAt: '2026-11-20T10:00:00.000Z',
	hints: [],
	...more,
});
const letter = content(1, { title: 'Advent letter' });
const picture = content(2, {
	title: 'Lamp',
	contentType: 'heroimage',
	channel: null,
	controls: { en: { heroimage: 'https://shop.example/lamp.png' } },
	status: 0,
});
const hook = content(3, { title: 'Stock news', contentType: 'Webhook', channel: 5, controls: { en: { simpletext: 'In stock' } } });
const constellation = (n: number, more: Partial<Constellation> = {}): Constellation => ({
	id: idOf(700 + n),
	title: `Mail ${n}`,
	channel: 0,
	domain: 'shop.example',
	domainId: idOf(1),
	contents: [letter.id],
	uat: 'try@example.com',
	webHook: null,
	status: 0,
	version: null,
	changed: false,
	publishedAt: null,
	createdAt: '2026-11-01T10:00:00.000Z',
	changedAt: '2026-11-20T10:00:00.000Z',
	hints: [],
	...more,
});
const mail = constellation(1, { title: 'Advent mail' });
const changed = constellation(2, {
	title: 'Winter mail',
	status: 1,
	version: 3,
	changed: true,
	publishedAt: '2026-11-20T10:00:00.000Z',
	uat: '',
});
const missing = {
	level: 'error' as const,
	code: 'not_approved' as const,
	language: null,
	control: null,
	detail: 'Lamp',
	instead: null,
	line: null,
	column: null,
};
const { asked, catching } = keptRequests();
const reads = (row: Constellation): HttpHandler[] => [answers(constellations, [row], { total: 1, next: null })];
const usual: HttpHandler[] = [
	answers(constellations, ({ url }) => (url.searchParams.get('filter')?.startsWith('id:') ? [mail] : [mail, changed]), {
		total: 2,
		next: null,
	}),
	answers(constellationContents, [letter]),
	answers(
		contents,
		({ url }) => {
			const [what, of] = (url.searchParams.get('filter') ?? '').split(':');
			return [letter, picture, hook].filter((one) => (what === 'channel' ? one.channel === Number(of) : one.contentType === of));
		},
		{ total: 3, next: null },
	),
	answers(channels, [
		{ code: 0, name: 'Email', contentTypes: ['subject'], required: ['subject'], canSend: true },
		{ code: 5, name: 'Webhook', contentTypes: ['simpletext'], required: ['simpletext'], canSend: false },
	]),
];
const open = (path: string, ...more: HttpHandler[]) =>
	renderApp(path, { handlers: [...more, ...bootOf('customerAdmin', mapped.slice(0, 2)), ...usual] });
const form = async (name = 'Edit constellation') => within(await screen.findByRole('dialog', { name }));
const bodyOf = () => Object(asked.at(-1)?.body);

describe('the list', () => {
	it('shows channel, versions and what changed since', async () => {
		await open('/constellations');
		const table = await screen.findByRole('table', { name: 'Manage constellation' });
		const second = within((await within(table).findByRole('link', { name: 'Winter mail' })).closest('tr') as HTMLElement);
		for (const words of ['Email', 'Published 3', 'Changed since']) expect(second.getByText(words)).toBeVisible();
	});
	it('takes a channel of a later release for no other', async () => {
		await open('/constellations', ...reads(constellation(3, { title: 'From later', channel: 42 })));
		const row = within((await screen.findByRole('link', { name: 'From later' })).closest('tr') as HTMLElement);
		expect(row.getByText('42')).toBeVisible();
		expect(row.queryByText('Email')).toBeNull();
	});
	it('says the specified sentence when it cannot be loaded', async () => {
		await open('/constellations', refuses(constellations, 500, { code: 'unexpected' }));
		expect(await screen.findByText('Oops, we could not load your constellations, please try again later.')).toBeVisible();
	});
	it('publishes and tries out from the row, and tries out nobody where no address is', async () => {
		const app = await open(
			'/constellations',
			answers(publishConstellation, catching({ ...mail, status: 1, version: 1 })),
			answers(sendUat, catching({ sent: ['try@example.com'], failed: [{ address: 'no@example.com', reason: '550 no such user' }] })),
		);
		await app.user.click(await screen.findByRole('button', { name: /Advent mail/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Publish' }));
		expect(await screen.findByText('Constellation published successfully.')).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: /Advent mail/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Send UAT email' }));
		expect(await screen.findByText('UAT email sent successfully.')).toBeVisible();
		expect(screen.getByText('1 address was not reached: no@example.com (550 no such user)')).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: /Winter mail/ }));
		expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
		expect(screen.queryByRole('menuitem', { name: 'Send UAT email' })).not.toBeInTheDocument();
	});
	it('deletes after a question, and says why where a campaign holds it', async () => {
		const app = await open(
			'/constellations',
			refuses(removeConstellation, 409, { code: 'constellation_used', error: 'A campaign uses this constellation.' }),
		);
		await app.user.click(await screen.findByRole('button', { name: /Advent mail/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
		const question = await screen.findByRole('dialog', { name: 'Delete Advent mail?' });
		await app.user.click(within(question).getByRole('button', { name: 'Delete constellation' }));
		expect(await screen.findByText('A campaign uses this constellation.')).toBeVisible();
	});
});

describe('the form', () => {
	it('takes a whole message, and parts that it does not bring', async () => {
		const app = await open('/constellations?id=new', answers(addConstellation, catching(mail)));
		const drawer = await form('Add constellation');
		await app.user.type(await drawer.findByLabelText('Title'), 'Spring mail');
		await app.user.click(drawer.getByRole('combobox', { name: /Whole message/ }));
		await app.user.click(await screen.findByRole('option', { name: 'Advent letter' }));
		expect(await drawer.findAllByText('In Advent letter')).toHaveLength(2);
		await app.user.click(drawer.getByRole('combobox', { name: /Hero image/ }));
		await app.user.click(await screen.findByRole('option', { name: 'Lamp (draft)' }));
		await app.user.click(drawer.getByRole('button', { name: 'Save constellation' }));
		expect(await screen.findByText('Constellation added successfully.')).toBeVisible();
		expect(bodyOf()).toEqual({
			title: 'Spring mail',
			channel: 0,
			contents: [letter.id, picture.id],
			uat: '',
			webHook: null,
			domain: 'shop.example',
		});
	});
	it('finds a content beyond those it offers at once by its title', async () => {
		const many = Array.from({ length: 25 }, (_, n) => content(10 + n, {}));
		const late = content(60, { title: 'Zebra letter' });
		const searched: string[] = [];
		const app = await open(
			'/constellations?id=new',
			answers(addConstellation, catching(mail)),
			answers(
				contents,
				({ url }) => {
					const q = url.searchParams.get('q');
					if (url.searchParams.get('filter') !== 'channel:0') return [];
					if (q !== null) searched.push(q);
					return q === null ? many : [late];
				},
				{ total: 60, next: null },
			),
		);
		const drawer = await form('Add constellation');
		await app.user.type(await drawer.findByLabelText('Title'), 'Spring mail');
		expect((await drawer.findAllByText('Type a part of a title to find the others.')).length).toBeGreaterThan(0);
		const field = drawer.getByRole('combobox', { name: /Whole message/ });
		await app.user.click(field);
		await app.user.clear(field);
		await app.user.type(field, 'zeb');
		await app.user.click(await screen.findByRole('option', { name: 'Zebra letter' }));
		expect(searched).toEqual(['zeb']);
		expect(field).toHaveValue('Zebra letter');
		await app.user.click(drawer.getByRole('button', { name: 'Save constellation' }));
		await waitFor(() => expect(bodyOf()).toMatchObject({ contents: [late.id] }));
	});
	it('is of the domain that ADMIN chooses in the form, whichever one the page begins with', async () => {
		const app = await renderApp('/constellations?customer=1&id=new', {
			handlers: [answers(addConstellation, catching(mail)), ...bootOf('admin'), ...usual],
		});
		const drawer = await form('Add constellation');
		await app.user.type(await drawer.findByLabelText('Title'), 'Club mail');
		await app.user.click(await drawer.findByRole('combobox', { name: 'Domain' }));
		await app.user.click(await screen.findByRole('option', { name: 'club.example' }));
		await app.user.click(drawer.getByRole('button', { name: 'Save constellation' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect([bodyOf().domain, asked[0]?.headers.get('domain_key')]).toEqual(['club.example', null]);
	});
	it('keeps a webhook on its channel alone, without ids of headers', async () => {
		const app = await open('/constellations?id=new', answers(addConstellation, catching(mail)));
		const drawer = await form('Add constellation');
		await app.user.type(await drawer.findByLabelText('Title'), 'Stock');
		expect(drawer.queryByRole('group', { name: 'Webhook' })).not.toBeInTheDocument();
		await app.user.click(drawer.getByRole('combobox', { name: 'Channel' }));
		await app.user.click(await screen.findByRole('option', { name: 'Webhook' }));
		expect(await drawer.findByText(/cannot send by this channel yet/)).toBeVisible();
		await app.user.type(drawer.getByLabelText('Webhook address'), 'https://hook.example/in');
		await app.user.click(drawer.getByRole('button', { name: 'Add header' }));
		await app.user.type(drawer.getByLabelText('Header 1, name'), 'x-key');
		await app.user.type(drawer.getByLabelText('Header 1, value'), 'abc');
		await app.user.click(drawer.getByRole('button', { name: 'Save constellation' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(bodyOf().webHook).toEqual({ url: 'https://hook.example/in', headerValues: [{ header: 'x-key', value: 'abc' }] });
		expect(bodyOf().channel).toBe(5);
	});
	it('says what keeps it from being published, and offers neither publishing nor a trial then', async () => {
		await open(`/constellations?id=${mail.id}`, ...reads({ ...mail, uat: '', hints: [missing] }));
		const drawer = await form();
		expect(await drawer.findByText('Lamp is not approved.')).toBeVisible();
		expect(drawer.getByRole('button', { name: 'Publish constellation' })).toBeDisabled();
		expect(drawer.getByRole('button', { name: 'Send UAT email' })).toBeDisabled();
		expect(drawer.getByText('Write and save an address first.')).toBeVisible();
	});
	it('publishes and tries out what is stored, and only that', async () => {
		const app = await open(
			`/constellations?id=${mail.id}`,
			refuses(publishConstellation, 500, { code: 'unexpected' }),
			refuses(sendUat, 500, { code: 'unexpected' }),
			answers(changeConstellation, catching(mail)),
		);
		const drawer = await form();
		await app.user.click(await drawer.findByRole('button', { name: 'Publish constellation' }));
		expect(await screen.findByText('We encountered a problem while publishing constellation. Please try again later.')).toBeVisible();
		await app.user.click(drawer.getByRole('button', { name: 'Send UAT email' }));
		expect(await screen.findByText('We encountered a problem while sending UAT email. Please try again later.')).toBeVisible();
		await app.user.type(drawer.getByLabelText('Title'), ' 2');
		expect(drawer.getByRole('button', { name: 'Send UAT email' })).toBeDisabled();
		expect(drawer.getByText(/Save the changes first/)).toBeVisible();
	});
	it('says that its contents could not be loaded, and of channels that they were not found', async () => {
		await open(`/constellations?id=${mail.id}`, refuses(constellationContents, 500, { code: 'unexpected' }));
		expect(await screen.findByText('Oops, we could not load selected constellation, please try again later.')).toBeVisible();
	});
	it('offers its own table where channels are not found', async () => {
		await open(`/constellations?id=${mail.id}`, refuses(channels, 404, { code: 'not_found' }));
		const drawer = await form();
		expect(await drawer.findByText('Channels not found')).toBeVisible();
		expect(drawer.getByRole('combobox', { name: 'Channel' })).toHaveValue('Email');
	});
});
