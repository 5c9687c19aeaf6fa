/** Credits and payments: the balance, the ledger with both sides of a move, buying by the three ways, invoices and refunds. */
import { type CreditBalance, type CreditRow, ledgerBalance, ledgerReport, ledgerReportFile } from '@luvalla/contract/billing/credits';
import { type Invoice, invoiceFile, invoices } from '@luvalla/contract/billing/invoices';
import { bookPayment, type Payment, payByCard, readPayment, refundPayment } from '@luvalla/contract/billing/payments';
import { type Spending, setLowCredits, spending } from '@luvalla/contract/billing/spending';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, answersFile, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { priceOf, wholeOf } from './price.ts';

const PAYMENT = idOf(40);
const balance = (more: Partial<CreditBalance> = {}): CreditBalance => ({
	customerId: 1,
	balanceMicros: 64_208_000,
	creditPriceCents: 1000,
	currency: 'EUR',
	vat: { kind: 'charged', basisPoints: 2550 },
	cards: { publishableKey: null, testForm: true },
	...more,
});
const move = (number: number, kind: CreditRow['kind'], micros: number, more: Partial<CreditRow> = {}): CreditRow => {
	const other = ({ purchase: 'stripe', refund: 'stripe', voucher: 'vouchers', sending: 'sending' } as const)[String(kind)] ?? 'scans';
	const [from, to] = micros < 0 ? (['customer', other] as const) : ([other, 'customer'] as const);
	return {
		...{ number, at: '2026-11-14T12:21:00.000Z', kind, reference: idOf(number), about: {}, from, to, micros, balanceMicros: 67_250_000 },
		reservedMicros: 0,
		sides: [
			{ account: 'customer', micros },
			{ account: other, micros: -micros },
		],
		...more,
	};
};
const rows = [
	move(4, 'sending', -2_642_000, { about: { title: 'Autumn club letter', count: 26_418 }, balanceMicros: 64_208_000 }),
	move(3, 'refund', -10_000_000, { about: { count: 10, payment: PAYMENT, invoice: '2026-0117' }, reference: idOf(60) }),
	move(2, 'purchase', 50_000_000, { about: { count: 50, payment: PAYMENT, invoice: '2026-0117' } }),
	move(1, 'voucher', 5_000_000, { about: { voucher: '4W', title: 'fair' } }),
];
const invoice = (n: number, more: Partial<Invoice> = {}): Invoice => ({
	...{
		id: idOf(n),
		kind: 'invoice' as const,
		number: `2026-0${n}`,
		issuedOn: '2026-11-12',
		credits: 50,
		netCents: 50_000,
		vatCents: 12_750,
	},
	...{
		totalCents: 62_750,
		vat: { kind: 'charged' as const, basisPoints: 2550 },
		currency: 'EUR',
		way: 'card' as const,
		paymentId: PAYMENT,
		refundId: null,
		corrects: null,
	},
	refundableCredits: 40,
	refundableCents: 50_200,
	...more,
});
const note = invoice(109, {
	...{ kind: 'credit_note' as const, number: '2026-0009', credits: 10, netCents: 10_000, vatCents: 2550, totalCents: 12_550 },
	...{ refundId: idOf(60), corrects: '2026-0117', refundableCredits: null, refundableCents: null },
});
const documents = [
	note,
	invoice(117),
	invoice(118, { way: 'invoice', paymentId: idOf(41), refundableCredits: 50, refundableCents: 62_750 }),
];
const check = { at: '2026-11-28T08:30:00.000Z', ok: true };
const ledger = answers(ledgerReport, rows, { total: 4, next: null }, { check, reservedMicros: 0 });
const bills = answers(invoices, documents, { total: 3, next: null });
const payment = (state: Payment['state'], more: Partial<Payment> = {}): Payment => ({
	...{ id: idOf(50), way: 'card' as const, state, credits: 25, netCents: 25_000, vatCents: 6375, totalCents: 31_375, currency: 'EUR' },
	...{ clientSecret: null, invoice: null, balanceMicros: 64_208_000 },
	...more,
});
const spent = (more: Partial<Spending> = {}): Spending => ({
	...{ customerId: 1, isCharged: true, charged: null, lowCredits: 20, lowPeople: 3, due: [], short: [] },
	...more,
});
const open = (search = '', more: Parameters<typeof renderApp>[1]['handlers'] = [], kind: Kind = 'customerAdmin') =>
	renderApp(`/manageaccount/credits${search}`, {
		handlers: [...more, answers(ledgerBalance, balance()), answers(spending, spent()), ledger, bills, ...bootOf(kind)],
	});
const pane = () => screen.findByRole('complementary', { name: 'Buying and invoices' });

describe('the balance and its ledger', () => {
	it('says the balance first, and each move from where to where', async () => {
		await open();
		expect(await screen.findByText('64.208', { selector: 'p strong' })).toBeVisible();
		expect(screen.getByText('credits, 642.08 € without VAT')).toBeVisible();
		const table = await screen.findByRole('table', { name: 'Ledger' });
		const sent = await within(table).findByRole('row', { name: /Autumn club letter/ });
		expect(sent).toHaveTextContent('Aalto OytoSending');
		expect(sent).toHaveTextContent('−2.642');
		expect(within(table).getByRole('row', { name: /Purchase of 50/ })).toHaveTextContent('+50.000');
		expect(screen.getByText(/All accounts of the installation sum to zero/)).toBeVisible();
	});
	it('unfolds both sides, which make zero, and the credit note', async () => {
		const { user, router } = await open();
		const fold = await screen.findByRole('button', { name: /Refund of invoice 2026-0117/ });
		expect(fold).toHaveAttribute('aria-expanded', 'false');
		await user.click(fold);
		expect(fold).toHaveAttribute('aria-expanded', 'true');
		expect(await screen.findByRole('button', { name: 'Credit note 2026-0009' })).toBeVisible();
		expect(screen.getByText('100.00 € + VAT 25.50 €')).toBeVisible();
		expect(screen.getByText('Sum of both sides').parentElement).toHaveTextContent('0.000');
		expect(router.state.location.search).toEqual({ row: '3' });
	});
	it('shows one credit note at each of two refunds of the same size', async () => {
		const twin = { ...note, id: idOf(110), number: '2026-0010', refundId: idOf(61) };
		const { user } = await open('', [answers(invoices, [twin, ...documents], { total: 4, next: null })]);
		await user.click(await screen.findByRole('button', { name: /Refund of invoice 2026-0117/ }));
		expect(await screen.findByRole('button', { name: 'Credit note 2026-0009' })).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Credit note 2026-0010' })).toBeNull();
	});
	it('is narrowed by kind, and goes out as a file so narrowed', async () => {
		const asked: Asked[] = [];
		const { user } = await open('?kind=voucher', [answersFile(ledgerReportFile, 'credits.csv', 'a', (one) => asked.push(one))]);
		await user.click(await screen.findByRole('button', { name: 'CSV' }));
		await waitFor(() => expect(asked[0]?.url.searchParams.get('kind')).toBe('voucher'));
	});
	it('says that the list failed in the specified words, and lets the rest live', async () => {
		await open('', [refuses(ledgerReport, 500, { code: 'internal' })]);
		expect(await screen.findByText('Error while fetching credits list')).toBeVisible();
		expect(await screen.findByText('64.208', { selector: 'p strong' })).toBeVisible();
	});
	it('says that the balance failed in the specified words', async () => {
		await open('', [refuses(ledgerBalance, 500, { code: 'internal' })]);
		expect(await screen.findByText('Failed to get ledger report balance.')).toBeVisible();
	});
	it('waits, and says when nothing has moved', async () => {
		await open('', [answers(ledgerReport, [], { total: 0, next: null }, { check: null, reservedMicros: 0 })]);
		expect(await screen.findByRole('heading', { name: 'No credits have moved yet' })).toBeVisible();
	});
	it('waits', async () => {
		await open('', [hangs(ledgerReport)]);
		expect(await screen.findByRole('table', { name: 'Ledger' })).toHaveAttribute('aria-busy', 'true');
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open();
		expect(await screen.findByText('64,208', { selector: 'p strong' })).toBeVisible();
		expect(await screen.findByText('Palautus laskusta 2026-0117')).toBeVisible();
		expect(await screen.findByRole('button', { name: 'Maksa 313,75\u00a0€' })).toBeVisible();
		chooseLanguage('en');
	});
	it('lets a partner read and buy nothing', async () => {
		await open('', [], 'partner');
		await screen.findByText('Autumn club letter');
		expect(screen.queryByRole('heading', { name: 'Buy credits' })).toBeNull();
		expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
	});
});

describe('a run that is under way', () => {
	const under = [
		move(7, 'sending', -1_000_000, { about: { title: 'First letter' }, balanceMicros: 50_000_000, reservedMicros: 13_208_000 }),
	];
	const listed = (asked: Asked[] = []) =>
		answers(
			ledgerReport,
			(one) => {
				asked.push(one);
				return one.url.searchParams.get('reservations') === 'false'
					? under
					: [
							move(8, 'reserved', -13_208_000, {
								about: { title: 'Advent letter' },
								balanceMicros: 50_000_000,
								reservedMicros: 13_208_000,
							}),
							...under,
						];
			},
			{ total: 1, next: null },
			{ check, reservedMicros: 13_208_000 },
		);
	it('is no line of its own: what is reserved leads from the newest line to the balance', async () => {
		const asked: Asked[] = [];
		const { user, router } = await open('', [answers(ledgerBalance, balance({ balanceMicros: 50_000_000 })), listed(asked)]);
		const table = await screen.findByRole('table', { name: 'Ledger' });
		const newest = await within(table).findByRole('row', { name: /First letter/ });
		expect(newest).toHaveTextContent('−1.00063.208');
		const reserved = within(table).getByRole('row', { name: /Reserved for what is under way/ });
		expect(reserved).toHaveTextContent('−13.20850.000');
		expect(within(table).queryByText(/Advent letter/)).toBeNull();
		expect(await axeFinds(table)).toEqual([]);
		await user.click(within(reserved).getByRole('button', { name: 'Show reservations' }));
		expect(await within(table).findByRole('row', { name: /Reserved for “Advent letter”/ })).toHaveTextContent('−13.20850.000');
		expect(within(table).getByRole('row', { name: /First letter/ })).toHaveTextContent('−1.00050.000');
		expect(within(table).queryByText('Reserved for what is under way')).toBeNull();
		expect(router.state.location.search).toEqual({ reservations: 'with' });
		expect(asked.map(({ url }) => url.searchParams.get('reservations'))).toEqual(['false', 'true']);
	});
	it.each(['?q=letter', '?kind=sending', '?page=2'])('is not said where the newest line of all may not stand: %s', async (search) => {
		await open(search, [listed()]);
		await screen.findByRole('row', { name: /First letter/ });
		expect(screen.queryByText('Reserved for what is under way')).toBeNull();
	});
	it('is listed where its kind is chosen', async () => {
		await open('?kind=reserved', [listed()]);
		expect(await screen.findByRole('row', { name: /Reserved for “Advent letter”/ })).toBeVisible();
	});
	it('goes out as a file with all moves', async () => {
		const asked: Asked[] = [];
		const { user } = await open('', [answersFile(ledgerReportFile, 'credits.csv', 'a', (one) => asked.push(one)), listed()]);
		await user.click(await screen.findByRole('button', { name: 'CSV' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(asked[0]?.url.searchParams.get('reservations')).toBeNull();
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		await open('', [listed()]);
		expect(await screen.findByRole('button', { name: 'Näytä varaukset' })).toBeVisible();
		chooseLanguage('en');
	});
});

describe('what is not known yet', () => {
	it('keeps the ledger out of sight, so that a notice pushes nothing down', async () => {
		await open('', [hangs(spending)]);
		await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull());
		await waitFor(() => expect(screen.getByText('Autumn club letter')).not.toBeVisible());
		expect(screen.queryByRole('heading', { name: 'Buy credits' })).toBeNull();
	});
	it('is said where it failed, and the rest lives', async () => {
		await open('', [refuses(spending, 500, { code: 'internal' })]);
		expect(await screen.findByText('We could not load what is paid with credits.')).toBeVisible();
		expect(await screen.findByText('Autumn club letter')).toBeVisible();
	});
});

describe('buying by card', () => {
	it('carries the sum on its button, and takes 1 to 100', async () => {
		const { user } = await open();
		const side = await pane();
		const amount = await within(side).findByRole('textbox', { name: 'Credits' });
		expect(within(side).getByRole('button', { name: 'Pay 313.75\u00a0€' })).toBeEnabled();
		await user.clear(amount);
		await user.type(amount, '101');
		await user.tab();
		expect(within(side).getByText('Write a whole number from 1 to 100')).toBeVisible();
		expect(within(side).getByRole('button', { name: /^Pay / })).toBeDisabled();
		await user.clear(amount);
		await user.type(amount, '1');
		expect(within(side).getByRole('button', { name: 'Pay 12.55\u00a0€' })).toBeEnabled();
	});
	it('waits for the bank, then says that credits were bought and asks for balance, ledger and invoices again', async () => {
		const seen = { balance: 0, ledger: 0, invoices: 0, looks: 0 };
		const paid: Asked[] = [];
		const { user } = await open('', [
			answers(payByCard, (one) => {
				paid.push(one);
				return payment('processing');
			}),
			answers(ledgerBalance, () => {
				seen.balance += 1;
				return balance({ balanceMicros: seen.looks > 1 ? 89_208_000 : 64_208_000 });
			}),
			answers(
				ledgerReport,
				() => {
					seen.ledger += 1;
					return rows;
				},
				{ total: 4, next: null },
				{ check, reservedMicros: 0 },
			),
			answers(readPayment, () => {
				seen.looks += 1;
				return payment(seen.looks > 1 ? 'paid' : 'processing');
			}),
			answers(invoices, () => {
				seen.invoices += 1;
				return documents;
			}),
		]);
		await user.click(await screen.findByRole('button', { name: /^Pay / }));
		expect(await screen.findByText('The bank is asked')).toBeVisible();
		expect(screen.queryByText('Successfully purchased the credits')).toBeNull();
		expect(paid[0]?.body).toEqual({ customerId: 1, credit: 25, token: expect.stringMatching(/^ctoken_ok_\w+$/) });
		expect(await screen.findByText('Successfully purchased the credits')).toBeVisible();
		expect(await screen.findByText('89.208', { selector: 'p strong' })).toBeVisible();
		for (const kind of ['balance', 'ledger', 'invoices'] as const) expect(seen[kind], kind).toBeGreaterThan(1);
	});
	it('says that the bank declined it, whenever it does, and takes another card', async () => {
		const { user } = await open('', [
			answers(payByCard, payment('processing')),
			refuses(readPayment, 422, { code: 'card_declined', error: 'The bank declined this card. Nothing was charged.' }),
		]);
		await user.click(await screen.findByRole('button', { name: /^Pay / }));
		expect(await screen.findByText('The bank declined this card. Nothing was charged.')).toBeVisible();
		expect(screen.getByRole('button', { name: /^Pay / })).toBeEnabled();
	});
	it('says the call’s own text where the server gives none', async () => {
		const { user } = await open('', [refuses(payByCard, 500, { code: 'internal' })]);
		await user.click(await screen.findByRole('button', { name: /^Pay / }));
		expect(await screen.findByText('Error while purchasing credit')).toBeVisible();
		expect(screen.getByRole('button', { name: /^Pay / })).toBeEnabled();
	});
	it('offers vouchers and an invoice where no cards are taken', async () => {
		await open('', [answers(ledgerBalance, balance({ cards: null }))]);
		const side = await pane();
		expect(await within(side).findByText('Cards are not taken in this installation.')).toBeVisible();
		expect(within(side).getByRole('link', { name: 'Redeem a voucher' })).toHaveAttribute('href', '/manageaccount/vouchers');
		expect(within(side).getByRole('link', { name: 'Ask for an invoice' })).toHaveAttribute('href', '/contact');
		expect(within(side).queryByRole('button', { name: /^Pay / })).toBeNull();
	});
	it('takes Stripe’s script where there is a key, and its token', async () => {
		const paid: Asked[] = [];
		const { user } = await open('', [
			answers(ledgerBalance, balance({ cards: { publishableKey: 'pk_test_1', testForm: false } })),
			answers(payByCard, (one) => {
				paid.push(one);
				return payment('paid');
			}),
		]);
		const script = await waitFor(() => {
			const found = document.querySelector<HTMLScriptElement>('script[src^="https://js.stripe.com/"]');
			if (!found) throw new Error('not yet');
			return found;
		});
		expect(screen.getByRole('button', { name: /^Pay / })).toBeDisabled();
		let ready = () => {};
		window.Stripe = () => ({
			elements: () => ({
				create: () => ({
					mount: () => ready(),
					destroy: () => {},
					on: (event, heard) => {
						if (event === 'ready') ready = heard;
					},
				}),
				update: () => {},
				submit: () => Promise.resolve({}),
			}),
			createConfirmationToken: () => Promise.resolve({ confirmationToken: { id: 'ctoken_real' } }),
			handleNextAction: () => Promise.resolve({}),
		});
		script.dispatchEvent(new Event('load'));
		const pay = await screen.findByRole('button', { name: /^Pay / });
		await waitFor(() => expect(pay).toBeEnabled());
		await user.click(pay);
		expect(await screen.findByText('Successfully purchased the credits')).toBeVisible();
		expect(paid[0]?.body).toEqual({ customerId: 1, credit: 25, token: 'ctoken_real' });
		delete window.Stripe;
	});
});

describe('invoices', () => {
	it('stand in the pane with their state, and come as PDF', async () => {
		const asked: Asked[] = [];
		const { user } = await open('', [answersFile(invoiceFile, 'invoice.pdf', 'a', (one) => asked.push(one))]);
		const side = await pane();
		expect(await within(side).findByText('Refunded in part')).toBeVisible();
		expect(within(side).getByText('Credit note')).toBeVisible();
		await user.click(within(side).getByRole('button', { name: 'Download 2026-0117 as PDF' }));
		await waitFor(() => expect(asked[0]?.params).toMatchObject({ id: '1', invoiceId: idOf(117) }));
	});
	it('all stand in a drawer', async () => {
		const { user } = await open();
		await user.click(await screen.findByRole('button', { name: 'All 3' }));
		const drawer = await screen.findByRole('dialog', { name: 'Invoices and credit notes' });
		expect(await within(drawer).findByText('of 2026-0117')).toBeVisible();
	});
	it('say that they failed, beside a ledger that is there', async () => {
		await open('', [refuses(invoices, 500, { code: 'internal' })]);
		expect(await within(await pane()).findByText('Something went wrong')).toBeVisible();
		expect(await screen.findByText('Autumn club letter')).toBeVisible();
	});
});

describe('a refund', () => {
	it('is of a part, says what goes back, and reloads the ledger', async () => {
		const asked: Asked[] = [];
		let ledgers = 0;
		const { user } = await open('', [
			answers(refundPayment, (one) => {
				asked.push(one);
				return {
					...{ id: idOf(60), transactionId: PAYMENT, state: 'done' as const, credits: 3, totalCents: 3765, currency: 'EUR' },
					...{ creditNote: null, balanceMicros: 61_208_000 },
				};
			}),
			answers(
				ledgerReport,
				() => {
					ledgers += 1;
					return rows;
				},
				{ total: 4, next: null },
				{ check, reservedMicros: 0 },
			),
		]);
		await user.click(await screen.findByRole('button', { name: 'Actions for 2026-0117' }));
		await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
		const drawer = await screen.findByRole('dialog', { name: 'Refund invoice 2026-0117' });
		expect(await within(drawer).findByText('40 of 50 credits can be refunded')).toBeVisible();
		// What is left of the payment.
		expect(await within(drawer).findByText('502.00 €')).toBeVisible();
		await user.click(within(drawer).getByRole('radio', { name: 'So many credits' }));
		const amount = within(drawer).getByRole('textbox', { name: 'Credits to refund' });
		await user.type(amount, '41');
		await user.click(within(drawer).getByRole('button', { name: 'Refund' }));
		expect((await within(drawer).findAllByText('Write a whole number from 1 to 40')).length).toBeGreaterThan(0);
		await user.clear(amount);
		await user.type(amount, '3');
		expect(within(drawer).getByText('37.65 €')).toBeVisible();
		const before = ledgers;
		await user.click(within(drawer).getByRole('button', { name: 'Refund' }));
		expect(await screen.findByText('Your request has been processed successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ transactionId: PAYMENT, refund: 3, left: 40 });
		await waitFor(() => expect(ledgers).toBeGreaterThan(before));
	});
	it('is no more than the balance', async () => {
		// However many came after it.
		const asked = answers(invoices, ({ url }) => (url.searchParams.get('invoiceId') === idOf(117) ? [invoice(117)] : []));
		await open(`?id=${idOf(117)}`, [asked, answers(ledgerBalance, balance({ balanceMicros: 7_900_000 }))]);
		const drawer = await screen.findByRole('dialog', { name: 'Refund invoice 2026-0117' });
		expect(await within(drawer).findByText(/The balance has 7\.900 credits/)).toBeVisible();
		expect(within(drawer).getByRole('radio', { name: /All that is left/ })).toBeDisabled();
		expect(within(drawer).getByText('1 to 7 at a time')).toBeVisible();
	});
	it('that is refused says its limit anew: something may have taken credits meanwhile', async () => {
		let has = 50_000_000;
		const { user } = await open(`?id=${idOf(117)}`, [
			answers(ledgerBalance, () => balance({ balanceMicros: has })),
			refuses(refundPayment, 409, { code: 'refund_over_balance', error: 'That is more than the balance.' }),
		]);
		const drawer = await screen.findByRole('dialog', { name: 'Refund invoice 2026-0117' });
		const press = await within(drawer).findByRole('button', { name: 'Refund' });
		has = 7_900_000;
		await user.click(press);
		expect(await within(drawer).findByText(/The balance has 7\.900 credits/)).toBeVisible();
	});
	it('whose answer was lost is not made twice by pressing again', async () => {
		const sent: unknown[] = [];
		let left = 40;
		const { user } = await open(`?id=${idOf(117)}`, [
			answers(invoices, () => [invoice(117, { refundableCredits: left })]),
			refuses(refundPayment, 500, { code: 'internal' }, ({ body }) => {
				sent.push(body);
				left = 37;
			}),
		]);
		const drawer = await screen.findByRole('dialog', { name: 'Refund invoice 2026-0117' });
		await user.click(await within(drawer).findByRole('radio', { name: 'So many credits' }));
		await user.type(within(drawer).getByRole('textbox', { name: 'Credits to refund' }), '3');
		await user.click(within(drawer).getByRole('button', { name: 'Refund' }));
		expect(await within(drawer).findByText('37 of 50 credits can be refunded')).toBeVisible();
		await user.click(within(drawer).getByRole('button', { name: 'Refund' }));
		await waitFor(() => expect(sent).toEqual(Array(2).fill({ transactionId: PAYMENT, refund: 3, left: 40 })));
	});
	it('of what was paid by invoice is ADMIN’s', async () => {
		const { user } = await open();
		await user.click(await screen.findByRole('button', { name: 'Actions for 2026-0118' }));
		expect(await screen.findByRole('menuitem', { name: 'Download 2026-0118 as PDF' })).toBeVisible();
		expect(screen.queryByRole('menuitem', { name: 'Refund' })).toBeNull();
	});
	it('says the call’s own text where the server gives none', async () => {
		const { user } = await open(`?id=${idOf(117)}`, [refuses(refundPayment, 500, { code: 'internal' })]);
		const drawer = await screen.findByRole('dialog', { name: 'Refund invoice 2026-0117' });
		await user.click(await within(drawer).findByRole('button', { name: 'Refund' }));
		expect(await screen.findByText('We count not process refund, please try again later.')).toBeVisible();
	});
});

it('ADMIN books a payment that arrived by invoice', async () => {
	const asked: Asked[] = [];
	const booked = answers(bookPayment, (one) => {
		asked.push(one);
		return payment('paid', { way: 'invoice' });
	});
	const { user } = await open('?customer=1', [booked], 'admin');
	const side = await pane();
	await user.click(await within(side).findByRole('radio', { name: /^Invoice/ }));
	await user.click(within(side).getByRole('button', { name: 'Book 25 credits' }));
	expect(await within(side).findByText('Enter the reference of the payment')).toBeVisible();
	await user.type(within(side).getByRole('textbox', { name: 'Reference of the payment' }), 'RF18 5390');
	await user.click(within(side).getByRole('button', { name: 'Book 25 credits' }));
	expect(await screen.findByText('Successfully purchased the credits')).toBeVisible();
	expect(asked[0]?.body).toMatchObject({
		customerId: 1,
		credit: 25,
		reference: 'RF18 5390',
		paidOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
	});
});

describe('prices', () => {
	it('are what the server computes: VAT rounded half up', () => {
		expect(priceOf(25, balance())).toEqual({ netCents: 25_000, vatCents: 6375, totalCents: 31_375 });
		expect(priceOf(1, { creditPriceCents: 10, vat: { kind: 'charged', basisPoints: 2550 } })).toMatchObject({ vatCents: 3 });
	});
	it('are of whole numbers alone', () => {
		for (const text of ['', '0', '101', '1.5', '1e1', '-1', 'x']) expect(wholeOf(text, 100), text).toBeNull();
		expect(wholeOf(' 100 ', 100)).toBe(100);
	});
});

describe('running out', () => {
	const short = {
		...{ campaignId: idOf(60), title: 'Advent letter', beginsAt: '2026-12-01T07:00:00.000Z' },
		...{ neededMicros: 88_334_000, shortMicros: 24_126_000, waits: false, triggered: false },
	};
	it('says which campaign will be short, leads to it, and offers so many credits', async () => {
		const { user } = await open('', [answers(spending, spent({ short: [short] }))]);
		expect(await screen.findByText('24.126 credits short for “Advent letter” on Dec-01-2026.')).toBeVisible();
		expect(screen.getByText(/It needs 88\.334 and will not start without them\. Banners and the ledger never stop\./)).toBeVisible();
		expect(screen.getByRole('link', { name: 'See the campaign' })).toHaveAttribute('href', expect.stringContaining(idOf(60)));
		await user.click(within(await pane()).getByRole('button', { name: '24.126 short: buy 25' }));
		expect(within(await pane()).getByRole('textbox', { name: /Credits/ })).toHaveValue('25');
	});
	it('says what waits and what is owed, in Finnish too', async () => {
		const due = { kind: 'stored' as const, micros: 8_421_000, at: '2026-11-01T00:40:00.000Z', about: { month: '2026-10' } };
		await open('', [answers(spending, spent({ short: [{ ...short, waits: true }], due: [due] }))]);
		expect(await screen.findByText(/What is due waits, and goes on by itself when credits come\./)).toBeVisible();
		expect(screen.getByText('8.421 credits are owed.')).toBeVisible();
		await chooseLanguage('fi');
		expect(await screen.findByText('Maksamatta on 8,421 krediittiä.')).toBeVisible();
		expect(screen.getByText('Kampanjaan ”Advent letter” puuttuu 24,126 krediittiä.')).toBeVisible();
	});
	it('changes the limit of the mail, and refuses what is no number', async () => {
		const asked: Asked[] = [];
		const { user } = await open('', [
			answers(setLowCredits, (one: Asked) => {
				asked.push(one);
				return spent({ lowCredits: 50 });
			}),
		]);
		expect(await screen.findByText(/Under 20, 3 people get a mail\./)).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Change' }));
		const field = screen.getByRole('textbox', { name: /Mail below so many credits/ });
		await user.clear(field);
		await user.type(field, 'x');
		expect(screen.getByText('Write a whole number, or 0')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
		await user.clear(field);
		await user.type(field, '50');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(asked[0]?.body).toEqual({ customerId: 1, lowCredits: 50 }));
	});
	it('says nothing of a limit to whoever is not charged', async () => {
		await open('', [answers(spending, spent({ isCharged: false }))]);
		expect(await screen.findByText('64.208', { selector: 'p strong' })).toBeVisible();
		expect(screen.queryByText(/Mail to/)).toBeNull();
	});
});
