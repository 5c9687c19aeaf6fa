/** Vouchers for ADMIN: the report, one made by hand whose code is shown once, one revoked. */
import {
	addVoucher,
	revokeVoucher,
	type Voucher,
	voucherReport,
	voucherReportFile,
	voucherTypes,
} from '@luvalla/contract/billing/vouchers';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, answersFile, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const voucher = (n: number, status: Voucher['status'], more: Partial<Voucher> = {}): Voucher => ({
	id: idOf(n),
	code: `••••-••••-••W${n}`,
	status,
	kind: 'credits',
	value: 5,
	expiresAt: null,
	note: 'fair',
	createdAt: '2026-11-01T10:00:00.000Z',
	redeemedAt: null,
	customerId: null,
	customerName: null,
	...more,
});
const rows = [
	voucher(2, 0),
	voucher(3, 1, { redeemedAt: '2026-11-06T10:00:00.000Z', customerId: 7, customerName: 'Aalto Oy' }),
	voucher(4, 2, { kind: 'licence', value: 3 }),
	voucher(5, 3),
];
const types = answers(voucherTypes, [
	{ kind: 'credits', unit: 'credits', most: 10_000 },
	{ kind: 'licence', unit: 'months', most: 36 },
]);
const listed = answers(voucherReport, rows, { total: 4, next: null });
const open = (search = '', more: Parameters<typeof renderApp>[1]['handlers'] = [], kind: Kind = 'admin') =>
	renderApp(`/vouchers${search}`, { handlers: [...more, listed, types, ...bootOf(kind)] });

describe('the report', () => {
	it('has each status by its word, and who redeemed', async () => {
		await open();
		const table = await screen.findByRole('table', { name: 'Vouchers' });
		for (const word of ['Open', 'Redeemed', 'Expired', 'Revoked'])
			expect((await within(table).findAllByText(word)).length).toBeGreaterThan(0);
		expect(within(table).getByText('Licence, 3 months')).toBeVisible();
		expect(within(table).getByRole('link', { name: 'Aalto Oy' })).toHaveAttribute('href', '/manageaccount/vouchers?customer=7');
	});
	it('is narrowed by status as a number', async () => {
		const asked: Asked[] = [];
		await open('?status=1', [
			answers(voucherReport, (one) => {
				asked.push(one);
				return [];
			}),
		]);
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('status')).toBe('1'));
		expect(await screen.findByRole('button', { name: 'Clear filters' })).toBeVisible();
	});
	it('goes out as a file, narrowed as it is', async () => {
		const asked: Asked[] = [];
		const { user } = await open('?status=0', [answersFile(voucherReportFile, 'vouchers.csv', 'a', (one) => asked.push(one))]);
		await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
		await waitFor(() => expect(asked[0]?.url.searchParams.get('status')).toBe('0'));
	});
	it('says of none what they are for, that it failed, and waits', async () => {
		await open('', [answers(voucherReport, [], { total: 0, next: null })]);
		expect(await screen.findByRole('heading', { name: 'No vouchers yet' })).toBeVisible();
	});
	it('says that it failed in the specified words', async () => {
		await open('', [refuses(voucherReport, 500, { code: 'internal' })]);
		expect(await screen.findByText('We could not fetch vouchers')).toBeVisible();
	});
	it('waits', async () => {
		await open('', [hangs(voucherReport)]);
		expect(await screen.findByRole('table', { name: 'Vouchers' })).toHaveAttribute('aria-busy', 'true');
	});
	it.each(['partner', 'customerAdmin', 'domainAdmin'] as const)('is denied to %s', async (kind) => {
		await open('', [], kind);
		expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open();
		expect(await screen.findByText('Vanhentunut')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Tee arvoseteli' })).toBeVisible();
		chooseLanguage('en');
	});
});

describe('one made by hand', () => {
	it('shows its code once', async () => {
		const asked: Asked[] = [];
		const made = answers(addVoucher, (one) => {
			asked.push(one);
			return voucher(9, 0, { code: 'K7QM-2XR9-TB4W', kind: 'licence', value: 12, note: 'fair' });
		});
		const { user } = await open('?id=new', [made]);
		const drawer = await screen.findByRole('dialog', { name: 'Make voucher' });
		await user.click(await within(drawer).findByRole('radio', { name: 'Licence of a domain' }));
		await user.type(within(drawer).getByRole('textbox', { name: 'Months' }), '12');
		await user.type(within(drawer).getByRole('textbox', { name: 'Note' }), 'fair');
		await user.click(within(drawer).getByRole('button', { name: 'Make voucher' }));
		expect(await within(drawer).findByText('K7QM-2XR9-TB4W')).toBeVisible();
		expect(within(drawer).getByText('Keep this code now. It is shown only once.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ kind: 'licence', value: 12, note: 'fair', expiresAt: null });
		await user.click(within(drawer).getByRole('button', { name: 'Done' }));
		await waitFor(() => expect(screen.queryByText('K7QM-2XR9-TB4W')).toBeNull());
	});
	it('is not sent empty, nor over the most of its kind', async () => {
		const asked: Asked[] = [];
		const { user } = await open('?id=new', [refuses(addVoucher, 500, { code: 'asked' }, (one) => asked.push(one))]);
		const drawer = await screen.findByRole('dialog', { name: 'Make voucher' });
		await user.click(await within(drawer).findByRole('button', { name: 'Make voucher' }));
		expect((await within(drawer).findAllByText('Please enter valid voucher details')).length).toBeGreaterThan(0);
		await user.click(within(drawer).getByRole('radio', { name: 'Licence of a domain' }));
		await user.type(within(drawer).getByRole('textbox', { name: 'Months' }), '37');
		await user.click(within(drawer).getByRole('button', { name: 'Make voucher' }));
		expect((await within(drawer).findAllByText('Use at most 10,000 credits, or 36 months')).length).toBeGreaterThan(0);
		expect(asked).toEqual([]);
	});
});

it('is revoked after a question', async () => {
	const asked: Asked[] = [];
	const revoked = answers(revokeVoucher, (one) => {
		asked.push(one);
		return voucher(2, 3);
	});
	const { user } = await open('', [revoked]);
	await user.click(await screen.findByRole('button', { name: 'Actions for ••••-••••-••W2' }));
	await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
	await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
	expect(await screen.findByText('Voucher revoked successfully.')).toBeVisible();
	expect(asked[0]?.params).toMatchObject({ id: idOf(2) });
	// Of the others nothing can be revoked.
	expect(screen.queryByRole('button', { name: 'Actions for ••••-••••-••W3' })).toBeNull();
});
