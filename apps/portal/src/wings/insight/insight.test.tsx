/** Dashboard, consent report and record: what they ask, what they show, where they lead. */

import { lightBundles } from '@luvalla/contract/consent/configurations';
import { type Choice, consentRecord, consents, type LedgerRecord, shownConfiguration } from '@luvalla/contract/consent/ledger';
import { recordProof } from '@luvalla/contract/consent/proof';
import { type DomainCounts, domainCounts } from '@luvalla/contract/insight/counts';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const counts = (choices: number, part = 0.6): DomainCounts => ({
	from: '2026-11-20T00:00:00.000Z',
	to: '2026-11-20T12:00:00.000Z',
	choices,
	acceptedAll: choices * part,
	acceptedSome: 0,
	refused: choices - choices * part,
	records: choices * 3,
	steps: Array.from({ length: 24 }, (_, i) => ({
		at: new Date(Date.UTC(2026, 10, 20, 0, i * 30)).toISOString(),
		choices: choices / 24,
		accepted: (choices * part) / 24,
	})),
	domains: [],
});
const choice = (n: number, more: Partial<Choice> = {}): Choice => ({
	choiceId: idOf(100 + n),
	recordId: idOf(200 + n),
	domainId: idOf(1),
	domain: 'shop.example',
	at: new Date().toISOString(),
	receivedAt: new Date().toISOString(),
	kind: 'all',
	yes: ['Statistics', 'Marketing'],
	no: [],
	language: 'fi',
	gpc: false,
	device: 'phone',
	browser: 'Firefox 142',
	version: 2,
	clockSkewed: false,
	...more,
});
const rows = [
	choice(1),
	choice(2, { kind: 'some', yes: ['Statistics'], no: ['Marketing'], clockSkewed: true }),
	choice(3, { kind: 'none', yes: [], no: ['Statistics', 'Marketing'] }),
];
const boots = (...more: HttpHandler[]) => [
	...more,
	...bootOf('customerAdmin'),
	answers(domainCounts, [counts(1200), counts(960, 0.5)]),
	answers(consents, rows, { total: 3, next: null }),
];

describe('the dashboard', () => {
	it('asks for the last 12 hours and the 12 before them, by default', async () => {
		const asked: Asked[] = [];
		await renderApp('/customerdashboard', {
			handlers: boots(
				answers(domainCounts, (one) => {
					asked.push(one);
					return [counts(1200), counts(960, 0.5)];
				}),
			),
		});
		await screen.findAllByText('3,600');
		const { groups } = Object(asked[0]?.body);
		const span = (group: { from: string; to: string }) => Date.parse(group.to) - Date.parse(group.from);
		expect(groups.map(span)).toEqual([43_200_000, 43_200_000]);
		expect(groups[1].to).toBe(groups[0].from);
		expect(asked[0]?.params).toMatchObject({ id: '1' });
	});
	it('shows the numbers, how they moved, and leads each to its rows', async () => {
		await renderApp('/customerdashboard', { handlers: boots() });
		const tile = (await screen.findAllByText('60.0%'))[0]?.closest('a');
		expect(tile).toHaveAttribute('href', '/reports?tab=consent');
		expect(tile).toHaveTextContent('10 pts');
		expect(screen.getAllByText('Refused')[0]?.closest('a')).toHaveAttribute('href', '/reports?tab=consent&kind=none');
	});
	it('keeps span and domain in the URL', async () => {
		const app = await renderApp('/customerdashboard', { handlers: boots() });
		await app.user.click(await screen.findByRole('radio', { name: '7 days' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe('?span=7d'));
		await app.user.click(screen.getByRole('combobox', { name: 'Domain' }));
		await app.user.click(await screen.findByRole('option', { name: 'club.example' }));
		await waitFor(() => expect(app.router.state.location.searchStr).toBe(`?span=7d&domain=${idOf(2)}`));
	});
	it('lists choices as they arrive, in words, each opening its record', async () => {
		await renderApp('/customerdashboard', { handlers: boots() });
		const link = await screen.findByRole('link', { name: 'Statistics only' });
		expect(link).toHaveAttribute('href', `/reports/records/${idOf(202)}`);
		expect(screen.getByRole('link', { name: 'Refused all' })).toBeVisible();
		expect(screen.getByText('3 a minute')).toBeVisible();
	});
	it('can be held still', async () => {
		const app = await renderApp('/customerdashboard', { handlers: boots() });
		await app.user.click(await screen.findByRole('button', { name: 'Pause the live list' }));
		expect(screen.getByText('Paused')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Resume the live list' })).toHaveAttribute('aria-pressed', 'true');
	});
	it('says what to do while there is nothing', async () => {
		await renderApp('/customerdashboard', {
			handlers: boots(answers(domainCounts, [counts(0), counts(0)]), answers(consents, [], { total: 0, next: null })),
		});
		expect(await screen.findByRole('heading', { name: 'No choices yet' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Open the banners' })).toHaveAttribute('href', '/lightconfig');
	});
	it('retries a 403 once after 2000 ms, then says it failed', async () => {
		const wait = vi.spyOn(browser, 'wait').mockResolvedValue();
		let asked = 0;
		await renderApp('/customerdashboard', { handlers: boots(refuses(domainCounts, 403, { code: 'forbidden' }, () => asked++)) });
		expect(await screen.findByText('We could not load the numbers.')).toBeVisible();
		expect(asked).toBe(2);
		expect(wait).toHaveBeenCalledWith(2000);
	});
});

describe('the consent report', () => {
	it('asks for one day by default, for all domains of the current customer', async () => {
		const asked: Asked[] = [];
		const app = await renderApp('/reports', {
			handlers: boots(
				answers(
					consents,
					(one) => {
						asked.push(one);
						return rows;
					},
					{ total: 3, next: null },
				),
			),
		});
		expect(await screen.findByText('3 choices')).toBeVisible();
		expect(asked[0]?.url.searchParams.get('days')).toBe('1');
		expect(asked[0]?.headers.get('domain_key')).toBeNull();
		expect(asked[0]?.headers.get('customer_key')).toBe('1');
		await app.user.click(screen.getByRole('radio', { name: '30 days' }));
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('days')).toBe('30'));
		await app.user.click(screen.getByRole('combobox', { name: 'Domain' }));
		await app.user.click(await screen.findByRole('option', { name: 'club.example' }));
		await waitFor(() => expect(asked.at(-1)?.headers.get('domain_key')).toBe(idOf(2)));
		await app.user.click(screen.getByRole('button', { name: 'Add filter: Choice' }));
		await app.user.click(await screen.findByRole('menuitemradio', { name: 'Refused all' }));
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('kind')).toBe('none'));
	});
	it('shows each choice with what it says yes and no to, and a clock that is off', async () => {
		await renderApp('/reports', { handlers: boots() });
		const table = await screen.findByRole('table', { name: 'Consent ledger' });
		const some = (await within(table).findByText('Accepted some')).closest('tr');
		expect(some).toHaveTextContent('Statistics');
		expect(some).toHaveTextContent('Clock off');
		expect(within(table).getByRole('link', { name: 'Accepted all' })).toHaveAttribute('href', `/reports/records/${idOf(201)}`);
	});
});

describe('a record', () => {
	const record: LedgerRecord = {
		id: idOf(201),
		choiceId: idOf(101),
		domainId: idOf(1),
		domain: 'shop.example',
		purpose: { id: idOf(9), name: 'Marketing email', version: 4, legalBasis: 'consent', wording: 'We send the club letter.' },
		category: 'marketing',
		value: true,
		at: '2026-11-20T09:41:07.000Z',
		receivedAt: '2026-11-20T09:41:08.000Z',
		batchPosition: 0,
		clockSkewed: false,
		how: 'banner',
		language: 'en',
		gpc: false,
		browser: 'Firefox 142',
		device: 'desktop',
		country: null,
		tcString: null,
		network: null,
		configuration: {
			folder: 'p1',
			title: 'Autumn',
			version: 12,
			hash: `d81f${'0'.repeat(56)}60be`,
			publishedAt: '2026-11-01T10:00:00.000Z',
			measured: false,
		},
		leaf: `9f3c${'0'.repeat(60)}`,
		salt: `77fd${'1'.repeat(60)}`,
		choice: [
			{ id: idOf(201), purpose: 'Marketing email', value: true },
			{ id: idOf(202), purpose: 'Statistics', value: false },
		],
	};
	const head = (size: number) => ({
		id: idOf(301),
		size,
		root: `5a90${'0'.repeat(56)}3c7d`,
		signedAt: '2026-11-20T09:42:00.000Z',
		keyId: '3b6e000000000000',
		note: 'note',
	});
	const path = {
		position: 184_205,
		size: 241_973,
		proof: [`41d0${'0'.repeat(56)}77b2`, ...Array(16).fill('0'.repeat(64))],
		root: head(0).root,
	};
	const proof = {
		...path,
		head: head(241_973),
		installation: { ...path, position: 3, size: 9, head: head(9) },
		verified: true,
		failed: null,
	};
	const shown = refuses(shownConfiguration, 404, { code: 'not_found' });
	it('is named by a sentence and shows all that was recorded', async () => {
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, record), answers(recordProof, proof), shown, answers(lightBundles, { bundles: [] })),
		});
		expect(await screen.findByRole('heading', { level: 1, name: 'Yes to Marketing email' })).toBeVisible();
		expect(await screen.findByText(record.leaf)).toBeVisible();
		for (const text of [
			'Marketing email, version 4',
			'Consent',
			'Nov-20-2026, ',
			'Deleted after 30 days',
			'Not sent',
			record.leaf,
			record.salt,
			record.configuration.hash,
			'We send the club letter.',
		])
			expect(
				screen.getAllByText((_content, element) => element?.textContent?.includes(text) === true && element.children.length === 0).length,
				text,
			).toBeGreaterThan(0);
		expect(screen.getByRole('link', { name: 'Statistics' })).toHaveAttribute('href', `/reports/records/${idOf(202)}`);
	});
	it('stays readable when what was shown cannot be loaded', async () => {
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, record), answers(recordProof, proof), shown, answers(lightBundles, { bundles: [] })),
		});
		expect(await screen.findByText('We could not load what was shown.')).toBeVisible();
		expect(screen.getByText('not_found')).toBeVisible();
	});
	it('shows where it stands in the ledger, and that its proof holds', async () => {
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(answers(consentRecord, record), answers(recordProof, proof), shown, answers(lightBundles, { bundles: [] })),
		});
		expect(await screen.findByRole('heading', { name: 'In the ledger, unchanged' })).toBeVisible();
		expect(await screen.findByText('Proof verified')).toBeVisible();
		for (const text of ['184,206 of 241,973', '16 steps', 'ed25519 · 3b6e000000000000', '41d0…77b2', '5a90…3c7d'])
			expect(screen.getAllByText(text)[0]).toBeVisible();
		expect(screen.getByRole('button', { name: 'Receipt (PDF)' })).toBeVisible();
	});
	it('says what fails when the proof does, and waits while the record is being sealed', async () => {
		const app = await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(
				answers(consentRecord, record),
				answers(recordProof, { ...proof, verified: false, failed: 'leaf' }),
				shown,
				answers(lightBundles, { bundles: [] }),
			),
		});
		expect(await screen.findByText('Proof fails')).toBeVisible();
		expect(screen.getByText(/somebody changed it/)).toBeVisible();
		app.unmount();
		await renderApp(`/reports/records/${idOf(201)}`, {
			handlers: boots(
				answers(consentRecord, record),
				refuses(recordProof, 409, { code: 'not_sealed', error: 'x' }),
				shown,
				answers(lightBundles, { bundles: [] }),
			),
		});
		expect(await screen.findByRole('heading', { name: 'Being sealed' })).toBeVisible();
	});
	it('of another tenant is not there', async () => {
		await renderApp(`/reports/records/${idOf(201)}`, { handlers: boots(refuses(consentRecord, 404, { code: 'not_found' })) });
		expect(await screen.findByText('We could not load the record.')).toBeVisible();
	});
});
