/** Redeeming by code, with the specified sentence under the field, and what was redeemed. */
import { checkVoucher, myRedemptions, type Redemption, redeemVoucher } from '@luvalla/contract/billing/vouchers';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const redeemed = (n: number, more: Partial<Redemption> = {}): Redemption => ({
	id: idOf(n),
	code: '••••-••••-••4W',
	kind: 'credits',
	value: 5,
	note: 'spring fair',
	redeemedAt: '2026-11-06T10:00:00.000Z',
	domain: null,
	...more,
});
const listed = answers(myRedemptions, [redeemed(1), redeemed(2, { kind: 'licence', value: 3, note: '', domain: 'club.example' })], {
	total: 2,
	next: null,
});
const seen = (kind: 'credits' | 'licence', status: 0 | 1 | 2 = 0) =>
	answers(checkVoucher, { code: '••••-••••-••4W', status, kind, value: kind === 'credits' ? 5 : 3, expiresAt: null });
const open = (more: Parameters<typeof renderApp>[1]['handlers'] = [], kind: Kind = 'customerAdmin') =>
	renderApp('/manageaccount/vouchers', { handlers: [...more, listed, ...bootOf(kind)] });
const CODE = 'k7qm-2xr9-tb4w';

describe('the list', () => {
	it('has what was redeemed, by the ends of codes', async () => {
		await open();
		const table = await screen.findByRole('table', { name: 'Redeemed vouchers' });
		expect(await within(table).findByText('5 credits')).toBeVisible();
		expect(within(table).getByText('Licence, 3 months, club.example')).toBeVisible();
		expect(screen.getByRole('link', { name: 'See them in the ledger' })).toHaveAttribute('href', '/manageaccount/credits?kind=voucher');
	});
	it('says of none what vouchers are for', async () => {
		await open([answers(myRedemptions, [], { total: 0, next: null })]);
		expect(await screen.findByRole('heading', { name: 'No vouchers redeemed yet' })).toBeVisible();
	});
	it('says that it failed in the specified words', async () => {
		await open([refuses(myRedemptions, 500, { code: 'internal' })]);
		expect(await screen.findByText('We could not fetch vouchers')).toBeVisible();
	});
	it('lets a partner read and redeem nothing', async () => {
		await open([], 'partner');
		await screen.findByText('5 credits');
		expect(screen.queryByLabelText('Code')).toBeNull();
	});
});

describe('redeeming', () => {
	it('says that a code is none, under the field', async () => {
		const { user } = await open([refuses(checkVoucher, 404, { code: 'voucher_not_valid' })]);
		await user.type(await screen.findByLabelText('Code'), CODE);
		await user.click(screen.getByRole('button', { name: 'Redeem' }));
		expect(await screen.findByText('This voucher is not valid, please check !!')).toBeVisible();
		expect(screen.getByLabelText('Code')).toBeInvalid();
		await user.type(screen.getByLabelText('Code'), 'x');
		expect(screen.queryByText('This voucher is not valid, please check !!')).toBeNull();
	});
	it('asks nothing without a code', async () => {
		const { user } = await open([refuses(checkVoucher, 500, { code: 'asked' })]);
		await user.click(await screen.findByRole('button', { name: 'Redeem' }));
		expect(await screen.findByText('Write the code of the voucher')).toBeVisible();
	});
	it.each([
		[1, 'This voucher has been redeemed already.'],
		[2, 'The time of this voucher is over.'],
	] as const)('says why one of status %s gives nothing', async (status, sentence) => {
		const { user } = await open([seen('credits', status)]);
		await user.type(await screen.findByLabelText('Code'), CODE);
		await user.click(screen.getByRole('button', { name: 'Redeem' }));
		expect(await screen.findByText(sentence)).toBeVisible();
	});
	it('books credits, and says what the balance is now', async () => {
		const asked: Asked[] = [];
		const taken = answers(redeemVoucher, (one) => {
			asked.push(one);
			return { ...redeemed(3), balanceMicros: 69_208_000, licence: null };
		});
		const { user } = await open([seen('credits'), taken]);
		await user.type(await screen.findByLabelText('Code'), CODE);
		await user.click(screen.getByRole('button', { name: 'Redeem' }));
		expect(await screen.findByText(/5 credits in the balance, which is now 69\.208/)).toBeVisible();
		expect(await screen.findByText('Voucher redeemed successfully.')).toBeVisible();
		expect(asked[0]?.params).toMatchObject({ customerId: '1', code: CODE });
		expect(screen.getByLabelText('Code')).toHaveValue('');
	});
	it('asks which domain gets a licence', async () => {
		const asked: Asked[] = [];
		const licence = {
			...{ id: idOf(31), domainId: idOf(2), domain: 'club.example', startsOn: '2026-11-28', endsOn: '2027-02-27' },
			...{ state: 'on' as const, endsInDays: 91, endedAt: null, by: 'voucher' as const, createdAt: '2026-11-28T10:00:00.000Z' },
		} as const;
		const taken = answers(redeemVoucher, (one) => {
			asked.push(one);
			return { ...redeemed(3, { kind: 'licence', value: 3 }), balanceMicros: 0, licence };
		});
		const { user } = await open([seen('licence'), taken]);
		await user.type(await screen.findByLabelText('Code'), CODE);
		await user.click(screen.getByRole('button', { name: 'Redeem' }));
		expect(await screen.findByText('This voucher is good for: Licence, 3 months.')).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Redeem' }));
		expect(await screen.findByText('Choose a domain')).toBeVisible();
		expect(asked).toEqual([]);
		await user.click(screen.getByRole('combobox', { name: 'Domain that gets the licence' }));
		await user.click(await screen.findByRole('option', { name: 'club.example' }));
		await user.click(screen.getByRole('button', { name: 'Redeem' }));
		expect(await screen.findByText(/club\.example has a licence from Nov-28-2026 to Feb-27-2027/)).toBeVisible();
		expect(asked[0]?.body).toEqual({ domainId: idOf(2) });
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		const { user } = await open([refuses(checkVoucher, 404, { code: 'voucher_not_valid' })]);
		await user.type(await screen.findByLabelText('Koodi'), CODE);
		await user.click(screen.getByRole('button', { name: 'Lunasta' }));
		expect(await screen.findByText('Arvoseteli ei kelpaa, tarkista koodi!')).toBeVisible();
		expect(screen.getByText('Lisenssi, 3 kuukautta, club.example')).toBeVisible();
		chooseLanguage('en');
	});
});
