/** Redeeming: the voucher is taken, and what it is good for given, in one transaction. */
import type { Licence } from '@luvalla/contract/billing/licences.ts';
import { MICROS_PER_CREDIT } from '@luvalla/contract/constants.ts';
import { now } from '#kernel/clock.ts';
import { Refused, refusals, refuse } from '#kernel/http/errors.ts';
import type { Secrets } from '#kernel/secrets.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readCustomer } from '../../tenancy/wing.ts';
import { balanceOf, book } from '../credits/ledger.ts';
import { dayOf } from '../days.ts';
import { giveMonths } from '../licences/give.ts';
import { asLicence } from '../licences/store.ts';
import { hashOfCode, readCode } from './code.ts';
import { insertRedemption, onlyDomain, type RedemptionRow, takeVoucher, type VoucherRow, voucherByCode } from './store.ts';

export const refuseVoucher = refusals({
	voucher_not_valid: [404, 'This voucher is not valid, please check !!', 'Arvoseteli ei kelpaa, tarkista koodi!'],
	voucher_redeemed: [409, 'This voucher has been redeemed already.', 'Arvoseteli on jo lunastettu.'],
	voucher_expired: [409, 'The time of this voucher is over.', 'Arvosetelin voimassaoloaika on päättynyt.'],
	choose_licensed_domain: [
		422,
		'This voucher is for the licence of one domain: choose which one.',
		'Arvoseteli on yhden verkkotunnuksen lisenssiä varten: valitse verkkotunnus.',
	],
});

const REDEEMED_HERE = {
	en: 'Your company has redeemed this voucher already.',
	fi: 'Yrityksenne on jo lunastanut tämän arvosetelin.',
};

export const isExpired = ({ status, expires_at }: VoucherRow, at: Date): boolean =>
	status === 0 && expires_at !== null && expires_at.getTime() <= at.getTime();

export interface Redeeming {
	readonly customerId: number;
	readonly code: string;
	readonly domainId: string | undefined;
	/** Who redeems. */
	readonly by: string;
}

export interface Redeemed {
	readonly redemption: RedemptionRow;
	readonly balanceMicros: number;
	readonly licence: Licence | null;
}

/** @throws Refused 404 voucher_not_valid, 409 voucher_redeemed, 409 voucher_expired, 422 choose_licensed_domain, 404 for another's domain and for no customer */
export const redeem = async (tx: Tx, secrets: Secrets, { customerId, code, domainId, by }: Redeeming): Promise<Redeemed> => {
	const at = now();
	// ADMIN may name any number; a voucher is not to be lost on it.
	if (!(await readCustomer(tx, customerId))) throw refuse('not_found');
	const signs = readCode(code);
	if (signs === null) throw refuseVoucher('voucher_not_valid');
	const hash = hashOfCode(secrets, signs);
	const voucher = await takeVoucher(tx, hash, customerId, at);
	if (!voucher) {
		const known = await voucherByCode(tx, hash);
		const refused = refuseVoucher(whyNot(known, at));
		// Whose answer was lost presses again, and reads that it was they who did.
		throw known?.customer_id === customerId ? new Refused(refused.status, refused.code, REDEEMED_HERE) : refused;
	}
	const { voucher_id, tail, kind, value, note } = voucher;
	const given = kind === 'licence' ? await licenceFor(tx, customerId, domainId, value) : null;
	if (kind === 'credits')
		await book(tx, {
			...{ customerId, kind: 'voucher', reference: voucher_id, other: 'vouchers' },
			micros: value * MICROS_PER_CREDIT,
			about: { voucher: tail, ...(note !== '' && { title: note }) },
		});
	const redemption = { voucher_id, tail, kind, value, note, redeemed_at: at, host: given?.host ?? null };
	await insertRedemption(tx, customerId, { ...redemption, by, licence_id: given?.licence_id ?? null });
	return { redemption, balanceMicros: await balanceOf(tx, customerId), licence: given && asLicence(given, dayOf(at)) };
};

const whyNot = (voucher: VoucherRow | null, at: Date) =>
	voucher?.status === 1 ? 'voucher_redeemed' : voucher && isExpired(voucher, at) ? 'voucher_expired' : 'voucher_not_valid';

const licenceFor = async (tx: Tx, customerId: number, named: string | undefined, months: number) => {
	const domainId = named ?? (await onlyDomain(tx, customerId));
	if (domainId === null) throw refuseVoucher('choose_licensed_domain', { domainId: { en: 'Choose a domain', fi: 'Valitse verkkotunnus' } });
	return giveMonths(tx, { customerId, domainId, months, by: 'voucher' });
};
