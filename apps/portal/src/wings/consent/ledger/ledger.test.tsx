/** The ledger's page: its state, whom to tell, its heads. */
import {
	addLedgerAddress,
	askLedgerAddress,
	checkLedger,
	deleteLedgerAddress,
	installationCheck,
	type LedgerAddress,
	ledgerAddresses,
	ledgerHeads,
	ledgerState,
	rotateLedgerKey,
	testLedgerAddress,
} from '@luvalla/contract/consent/proof';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { describe, expect, it, vi } from 'vitest';
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
const key = (n: number, retiredAt: string | null = null) => ({
	keyId: `aaaa00000000000${n}`,
	publicKey: `${n}${'A'.repeat(42)}=`,
	createdAt: '2026-10-01T10:00:00.000Z',
	retiredAt,
});
const state = {
	log: { id: idOf(3), origin: 'luvalla.example/edge/v1/ledger/x', address: 'https://luvalla.example/edge/v1/ledger/x', size: 241_973 },
	head,
	installationHead: { ...head, size: 9 },
	witnesses: [{ name: 'witness.example/w1', size: 9, askedAt: null, error: null }],
	keys: [key(1), key(2, '2026-11-01T10:00:00.000Z')],
	keysAddress: 'https://luvalla.example/edge/v1/ledger/key?log=x',
	check,
	checkFailedAt: null as string | null,
	can: { tell: true, rotate: false },
};
/** Of the installation's own log. */
const above = { startedAt: check.startedAt, endedAt: check.endedAt, size: 4321, heads: 1234 };
const address = (n: number, more: Partial<LedgerAddress> = {}): LedgerAddress => ({
	id: idOf(n),
	kind: 'mail',
	address: `a${n}@example.com`,
	language: 'en',
	createdAt: '2026-11-19T10:00:00.000Z',
	confirmedAt: '2026-11-19T11:00:00.000Z',
	toldAt: null,
	error: null,
	...more,
});
const open = (kind: Kind, ...more: HttpHandler[]) =>
	renderApp('/reports/ledger', {
		handlers: [
			...more,
			answers(ledgerState, state),
			answers(installationCheck, { check: { ...above, found: 0, findings: [] } }),
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
		const { user } = await open('customerAdmin');
		expect(await screen.findByText('In order')).toBeVisible();
		expect(screen.getByRole('heading', { name: /^241,973 entries, signed Nov-20-2026, \d\d:42, unchanged$/ })).toBeVisible();
		expect(screen.getByText(/^Checked Nov-20-2026, .*: entries 241,900, signed heads 12\.$/)).toBeVisible();
		for (const fold of screen.getAllByText('Technical details')) await user.click(fold);
		for (const text of [
			'241,973',
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
		expect(screen.getByRole('heading', { name: /^241,973 entries, signed .*, 3 findings$/ })).toBeVisible();
		const table = screen.getByRole('table', { name: 'Self-check' });
		expect(within(table).getByText('The record was changed').closest('tr')).toHaveTextContent(/^4/);
		expect(within(table).getByText(/its own place is 2/)).toBeVisible();
		expect(within(table).getByText(/between here and entry 12/)).toBeVisible();
		expect(within(table).getByRole('link')).toHaveAttribute('href', `/reports/records/${idOf(7)}`);
	});
	it('says what to do while it is empty, and when it cannot be loaded', async () => {
		const app = await open('customerAdmin', answers(ledgerState, { ...state, log: null, head: null, installationHead: null, check: null }));
		expect(await screen.findByRole('heading', { name: 'Nothing is signed yet' })).toBeVisible();
		app.unmount();
		await open('customerAdmin', refuses(ledgerState, 500, { code: 'internal' }));
		expect(await screen.findByText('We could not load the ledger.')).toBeVisible();
	});
	it('is checked when somebody asks, and says what was found then', async () => {
		let now = state;
		const asked: Asked[] = [];
		const { user } = await open(
			'customerAdmin',
			answers(ledgerState, () => now),
			answers(checkLedger, (one) => {
				asked.push(one);
				return { failedBefore: null, before: check.id };
			}),
		);
		await user.click(await screen.findByRole('button', { name: 'Check now' }));
		expect(await screen.findByText(/^Every entry is being read/)).toBeVisible();
		expect(asked[0]?.body).toEqual({ customerId: 1 });
		now = {
			...state,
			check: {
				...check,
				id: idOf(90),
				size: 241_973,
				found: 1,
				findings: [{ kind: 'changed', position: 3, recordId: idOf(7), other: null }],
			},
		};
		expect(await screen.findByRole('heading', { name: /, 1 finding$/ }, { timeout: 5000 })).toBeVisible();
		expect(screen.queryByText(/^Every entry is being read/)).toBeNull();
	});
	it('ends with a sentence when the check breaks off', async () => {
		let now = state;
		const { user } = await open(
			'customerAdmin',
			answers(ledgerState, () => now),
			answers(checkLedger, { before: check.id, failedBefore: null }),
		);
		await user.click(await screen.findByRole('button', { name: 'Check now' }));
		expect(await screen.findByText(/^Every entry is being read/)).toBeVisible();
		now = { ...state, checkFailedAt: '2026-11-20T11:00:00.000Z' };
		expect(await screen.findByText(/^The check broke off/, undefined, { timeout: 5000 })).toBeVisible();
		expect(screen.getByRole('button', { name: 'Check now' })).toBeEnabled();
	});
	it('stops asking after a few minutes, and says that the check goes on', async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
		let asked = 0;
		await open(
			'customerAdmin',
			answers(ledgerState, () => {
				asked += 1;
				return state;
			}),
			answers(checkLedger, { before: check.id, failedBefore: null }),
		);
		await user.click(await screen.findByRole('button', { name: 'Check now' }));
		expect(await screen.findByText(/^Every entry is being read/)).toBeVisible();
		await vi.advanceTimersByTimeAsync(5 * 60_000);
		expect(await screen.findByText(/^The check takes longer/)).toBeVisible();
		const then = asked;
		await vi.advanceTimersByTimeAsync(30_000);
		expect(asked).toBe(then);
		vi.useRealTimers();
	});
	it('shows a domain admin the state, and nobody to tell', async () => {
		await open('domainAdmin', answers(ledgerState, { ...state, can: { tell: false, rotate: false } }));
		expect(await screen.findByText('In order')).toBeVisible();
		expect(screen.queryByRole('heading', { name: 'Who is told' })).toBeNull();
		expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
	});
});

describe('the signing key', () => {
	it('is there for everyone to hand on, with the keys before it, and for nobody but an admin to change', async () => {
		const { user } = await open('domainAdmin', answers(ledgerState, { ...state, can: { tell: false, rotate: false } }));
		for (const fold of await screen.findAllByText('Technical details')) await user.click(fold);
		expect(await screen.findByText('ed25519 · aaaa000000000001')).toBeVisible();
		expect(screen.getByText(key(1).publicKey)).toBeVisible();
		expect(screen.getByText('https://luvalla.example/edge/v1/ledger/key?log=x')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Copy the public key' })).toBeVisible();
		expect(screen.getByRole('button', { name: 'Download all public keys' })).toBeVisible();
		const earlier = within(screen.getByRole('table', { name: 'Earlier keys' }));
		expect(earlier.getByText('aaaa000000000002').closest('tr')).toHaveTextContent(/Oct-01-2026.*Nov-01-2026/);
		expect(screen.queryByRole('button', { name: 'Change the key' })).toBeNull();
	});
	it('is changed after a question that says what happens, and shown as it is then', async () => {
		let asked = 0;
		const app = await open(
			'admin',
			answers(ledgerState, () => ({
				...state,
				keys: asked === 0 ? state.keys : [key(3), ...state.keys],
				can: { tell: true, rotate: true },
			})),
			answers(rotateLedgerKey, () => {
				asked++;
				return key(3);
			}),
		);
		const button = await screen.findByRole('button', { name: 'Change the key' });
		await app.user.click(button);
		const dialog = await screen.findByRole('dialog', { name: 'Change the signing key?' });
		for (const sentence of [/signed with a new key/, /receipts signed with them stay valid/, /is destroyed/])
			expect(within(dialog).getByText(sentence)).toBeVisible();
		await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(asked).toBe(0);
		await app.user.click(button);
		await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change the key' }));
		expect(await screen.findByText('ed25519 · aaaa000000000003')).toBeInTheDocument();
		expect(asked).toBe(1);
		expect(await screen.findByText('Heads are signed with aaaa000000000003 from now on.')).toBeVisible();
	});
	it('waits for the first head', async () => {
		await open('admin', answers(ledgerState, { ...state, keys: [], can: { tell: true, rotate: true } }));
		expect(await screen.findByText('The first key is made together with the first signed head.')).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Change the key' })).toBeNull();
	});
});

describe('the log of the installation', () => {
	it('shows a platform admin what was found in it, where, and at the head of the page', async () => {
		const findings = [
			{ kind: 'entry' as const, position: 6, recordId: null, other: null },
			{ kind: 'head' as const, position: 4, recordId: null, other: 9 },
		];
		await open('admin', answers(installationCheck, { check: { ...above, found: 2, findings } }));
		expect(await screen.findByText('Installation: 2 findings')).toBeVisible();
		const table = within(await screen.findByRole('table', { name: 'Log of the installation' }));
		expect(table.getByText('The head that stands here is not what it was').closest('tr')).toHaveTextContent(/^7/);
		expect(table.getByText('Something between here and entry 9 is not what was signed')).toBeVisible();
		expect(screen.getByText('4,321')).toBeVisible();
	});
	it('is there while the customer’s ledger cannot be loaded, and says when it cannot itself', async () => {
		const app = await open('admin', refuses(ledgerState, 500, { code: 'internal' }));
		expect(await screen.findByText('4,321')).toBeVisible();
		app.unmount();
		await open('admin', refuses(installationCheck, 500, { code: 'internal' }));
		expect(await screen.findByText('We could not load the self-check of the installation.')).toBeVisible();
		expect(screen.getByText('In order')).toBeVisible();
	});
	it('is nobody else’s to see', async () => {
		let asked = 0;
		await open(
			'customerAdmin',
			answers(installationCheck, () => {
				asked++;
				return { check: null };
			}),
		);
		expect(await screen.findByText('In order')).toBeVisible();
		expect(screen.queryByRole('heading', { name: 'Log of the installation' })).toBeNull();
		expect(asked).toBe(0);
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
	it('says that an address waits for its yes, asks it again, and does not offer to tell it', async () => {
		const asked: Asked[] = [];
		const waiting = address(14, { confirmedAt: null });
		const app = await open(
			'customerAdmin',
			answers(ledgerAddresses, [
				waiting,
				address(15, { kind: 'https', address: 'https://x.example/', confirmedAt: null, error: 'No answer.' }),
			]),
			answers(askLedgerAddress, (one) => {
				asked.push(one);
				return waiting;
			}),
		);
		const table = await screen.findByRole('table', { name: 'Who is told' });
		expect(await within(table).findAllByText('Waits for its yes')).toHaveLength(2);
		expect(within(table).getByText('Asked by mail; nothing else is sent before.')).toBeVisible();
		expect(within(table).getByText('No answer.')).toBeVisible();
		await app.user.click(within(table).getByRole('button', { name: /a14@example.com/ }));
		expect(screen.queryByRole('menuitem', { name: 'Tell now' })).toBeNull();
		await app.user.click(await screen.findByRole('menuitem', { name: 'Send again' }));
		expect(await screen.findByText('We asked a14@example.com whether it wants to be told.')).toBeVisible();
		expect(asked[0]).toMatchObject({ params: { id: idOf(14) }, body: { customerId: 1 } });
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
