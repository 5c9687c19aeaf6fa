/** Payments by card of a journey, whose Stripe is the local fake. */
import { expect, type Page } from '@playwright/test';
import { eventOf, signed } from '../../server/test/billing/stripe-fake.ts';
import { fi as credits } from '../src/wings/billing/credits/messages/fi.ts';

export const PRICE = { SELLER_VAT_ID: 'FI12345671', CREDIT_PRICE_CENTS: '1000' };

/** What Stripe tells of a charge, as it does: some time after the press. */
export const tell = async (portal: string, type: string, object: object): Promise<void> => {
	const body = eventOf(type, object);
	const answer = await fetch(`${portal}/api/payment/stripe/webhook`, { method: 'POST', headers: signed(body), body });
	expect(answer.status).toBe(200);
};

export const balanceOf = (page: Page) =>
	page.locator('main').getByRole('heading', { name: credits.balance, exact: true }).locator('..').locator('strong');
