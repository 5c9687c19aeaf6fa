/** The ledger's page: its state, whom to tell, its heads. */
import {
	addLedgerAddress,
	deleteLedgerAddress,
	type LedgerAddress,
	ledgerAddresses,
	ledgerHeads,
	ledgerState,
	testLedgerAddress,
} from '@luvalla/contract/consent/proof';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const head = {
	id: idOf(1),
	size: 241_973,
	root: `5a90${'0'.repeat(56)}3c7d`,
	signedAt: '2026-11-20T09:42:00.000Z',
	keyId: '3b6e000000000000',
	note: 'luvalla.example/edge/v1/ledger/x\n241973\n…',
};
const check = {
	id: idOf(2),
	startedAt: '2026-11-20T02:40:00.000Z',
	endedAt: '2026-11-20T02:41:00.000Z',
	size: 241_900,
	heads: 12,
	found: 0,
	findings: [] as { kind: 'changed' | 'reordered' | 'head'; position: number | null; recordId: string | null; other: number | null }[],
};
const state = {
	log: { id: idOf(3), origin: 'luvalla.example/edge/v1/ledger/x', address: 'https://luvalla.example/edge/v1/ledger/x', size: 241_973 },
	head,
	installationHead: { ...head, size: 9 },
	witnesses: [{ name: 'witness.example/w1', size: 9, askedAt: null, error: null }],
	key: null,
	check,
	can: { tell: true },
};
const address = (n: number, more: Partial<LedgerAddress> = {}): LedgerAddress => ({
	id: idOf(n),
	kind: 'mail',
	address: `a${n}@example.com`,
	language: 'en',
	createdAt: '2026-11-19T10:00:00.000Z',
	toldAt: null,
	error: null,
	...more,
});
const open = (kind: Kind, ...more: HttpHandler[]) =>
	renderApp('/reports/ledger', {
		handlers: [
			...more,
			answers(ledgerState, state),
			answers(ledgerHeads, [head], { total: 1, next: null }),
			answers(ledgerAddresses, [
				address(11),
				address(12, { kind: 'https', address: 'https://notary.example/in', error: 'The address answered 500.' }),
			]),
			...bootOf(kind),
		],
	});

describe('the ledger', () => {
	it('says that it is in order, and what was signed', async () => {
		await open('customerAdmin');
		expect(await screen.findByText('In order')).toBeVisible();
		for (const text of [
			'241,973',
			'241,900',
			'ed25519 · 3b6e000000000000',
			head.root,
			'https://luvalla.example/edge/v1/ledger/x/checkpoint',
			'witness.example/w1: cosigned 9',
		])
			expect((await screen.findAllByText(text))[0], text).toBeVisible();
		expect(await screen.findByText('1 head')).toBeVisible();
	});
	it('names each finding with its place, and leads to the record', async () => {
		const findings = [
			{ kind: 'changed' as const, position: 3, recordId: idOf(7), other: null },
			{ kind: 'reordered' as const, position: 8, recordId: null, other: 1 },
			{ kind: 'head' as const, position: 0, recordId: null, other: 12 },
		];
		await open('customerAdmin', answers(ledgerState, { ...state, check: { ...check, found: 3, findings } }));
		expect(await screen.findByText('3 findings')).toBeVisible();
		const table = screen.getByRole('table', { name: 'Self-check' });
		expect(within(table).getByText('The record was changed').closest('tr')).toHaveTextContent(/^4/);
		expect(within(table).getByText(/its own place is 2/)).toBeVisible();
		expect(within(table).getByText(/between here and entry 12/)).toBeVisible();
		expect(within(table).getByRole('link')).toHaveAttribute('href', `/reports/records/${idOf(7)}`);
	});
	it('says what to do while it is empty, and when it cannot be loaded', async () => {
		const app = await open('customerAdmin', answers(ledgerState, { ...state, log: null, head: null, installationHead: null, check: null }));
		expect(await screen.findByRole('heading', { name: 'The ledger is empty' })).toBeVisible();
		app.unmount();
		await open('customerAdmin', refuses(ledgerState, 500, { code: 'internal' }));
		expect(await screen.findByText('We could not load the ledger.')).toBeVisible();
	});
	it('shows a domain admin the state, and nobody to tell', async () => {
		await open('domainAdmin', answers(ledgerState, { ...state, can: { tell: false } }));
		expect(await screen.findByText('In order')).toBeVisible();
		expect(screen.queryByRole('heading', { name: 'Who is told' })).toBeNull();
	});
});

describe('who is told', () => {
	it('is listed with how it went, told now, and removed after a question', async () => {
		const told: Asked[] = [];
		const removed: Asked[] = [];
		const app = await open(
			'customerAdmin',
			answers(testLedgerAddress, (one) => {
				told.push(one);
				return { isSuccessful: false, errorMessage: 'No way.' };
			}),
			answers(deleteLedgerAddress, (one) => {
				removed.push(one);
				return { id: idOf(11) };
			}),
		);
		const table = await screen.findByRole('table', { name: 'Who is told' });
		expect(await within(table).findByText('The address answered 500.')).toBeVisible();
		await app.user.click(within(table).getByRole('button', { name: /a11@example.com/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Tell now' }));
		expect(await screen.findByText('Not told: No way.')).toBeVisible();
		expect(told[0]?.params).toMatchObject({ id: idOf(11) });
		await app.user.click(within(table).getByRole('button', { name: /a11@example.com/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
		const dialog = await screen.findByRole('dialog', { name: 'Stop telling a11@example.com?' });
		await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
		await waitFor(() => expect(removed[0]?.url.searchParams.get('customerId')).toBe('1'));
	});
	it('takes an address or a mail address, and says what is wrong with anything else', async () => {
		const added: Asked[] = [];
		const app = await open(
			'customerAdmin',
			answers(addLedgerAddress, (one) => {
				added.push(one);
				return address(13);
			}),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Add address' }));
		const field = await screen.findByRole('textbox', { name: 'Email or https address' });
		await app.user.type(field, 'http://example.com');
		const drawer = await screen.findByRole('dialog', { name: 'Add an address' });
		await app.user.click(within(drawer).getByRole('button', { name: 'Add address' }));
		expect((await within(drawer).findAllByText('Use an email address, or an address that starts with https://'))[0]).toBeVisible();
		await app.user.clear(field);
		await app.user.type(field, 'notary@example.com');
		await app.user.click(within(drawer).getByRole('button', { name: 'Add address' }));
		await waitFor(() => expect(added[0]?.body).toEqual({ customerId: 1, address: 'notary@example.com', language: 'en' }));
	});
});
