/** The normal user's app: what holds, changing it, receipts, and its empty and failing states. */
import { answerMine, chooseMine, type MyCustomer, myConsents, myProof, myReceipt } from '@luvalla/contract/consent/my-consents';
import { askAddress, confirmAddress } from '@luvalla/contract/people/addresses';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const purpose = (n: number, name: string, value: boolean | null, outdated = false): MyCustomer['domains'][number]['purposes'][number] => ({
	purposeId: idOf(n),
	name,
	about: 'Twice a month.',
	version: 3,
	value,
	outdated,
	at: value === null ? null : '2026-11-20T08:00:00.000Z',
	history: value === null ? [] : [{ recordId: idOf(100 + n), value, at: '2026-11-20T08:00:00.000Z', how: 'assisted' }],
});
const aalto = (...purposes: MyCustomer['domains'][number]['purposes']): MyCustomer => ({
	customerId: 1,
	customer: 'Aalto Oy',
	domains: [{ domainId: idOf(1), domain: 'shop.example', purposes }],
	others: [],
	own: { channels: [], cap: null },
});
const open = (list: MyCustomer[], ...more: Parameters<typeof renderApp>[1]['handlers'][number][]) =>
	renderApp('/', { handlers: [...more, answers(myConsents, list), ...bootOf('normal')] });

it('says what may be done, by whom, and what was never asked', async () => {
	await open([
		aalto(
			purpose(1, 'Club letter', true),
			purpose(2, 'Text messages', false),
			purpose(3, 'Statistics', null),
			purpose(4, 'Ads', true, true),
		),
	]);
	expect(await screen.findByText(/^Aalto Oy may use your data only/)).toBeVisible();
	expect(screen.getByRole('switch', { name: 'Club letter' })).toBeChecked();
	expect(screen.getAllByText('You said yes on Nov-20-2026')).toHaveLength(2);
	expect(screen.getByRole('switch', { name: 'Text messages' })).not.toBeChecked();
	expect(screen.getByText('You have not been asked')).toBeVisible();
	// A yes to other words is not acted upon, so it is not shown as one.
	expect(screen.getByRole('switch', { name: 'Ads' })).not.toBeChecked();
	expect(screen.getByText(/The words have changed since your yes/)).toBeVisible();
});
it('takes an answer at once, and all of them by two equal buttons', async () => {
	const asked: Asked[] = [];
	const say = answers(answerMine, (one) => {
		asked.push(one);
		return [aalto(purpose(1, 'Club letter', false), purpose(2, 'Text messages', false))];
	});
	const app = await open([aalto(purpose(1, 'Club letter', true), purpose(2, 'Text messages', false))], say);
	await app.user.click(await screen.findByRole('switch', { name: 'Club letter' }));
	expect(await screen.findByText('Your answer is recorded.')).toBeVisible();
	expect(screen.getByRole('switch', { name: 'Club letter' })).not.toBeChecked();
	await app.user.click(screen.getByRole('button', { name: 'Say yes to all' }));
	await app.user.click(await screen.findByRole('button', { name: 'Say no to all' }));
	expect(asked.map((one) => one.body)).toEqual([
		{ customerId: 1, answers: [{ purposeId: idOf(1), value: false, version: 3 }] },
		...[true, false].map((value) => ({
			customerId: 1,
			answers: [idOf(1), idOf(2)].map((purposeId) => ({ purposeId, value, version: 3 })),
		})),
	]);
});
it('shows the answers behind what holds, and why a receipt is not there yet', async () => {
	const app = await open(
		[aalto(purpose(1, 'Club letter', true))],
		refuses(myReceipt, 409, { code: 'not_sealed', error: 'This record is being sealed.' }),
		answers(myProof, ({ params }) => ({ proof: params.id === idOf(101) ? ('holds' as const) : ('fails' as const) })),
	);
	await app.user.click(await screen.findByRole('button', { name: 'You said yes on Nov-20-2026' }));
	const history = within(screen.getByRole('list', { name: 'Your answers: Club letter' }));
	expect(history.getByText(/written down for you/)).toBeVisible();
	expect(await history.findByText('Proof verified')).toBeVisible();
	await app.user.click(history.getByRole('button', { name: 'Receipt of Nov-20-2026: JSON' }));
	expect(await screen.findByText('This record is being sealed.')).toBeVisible();
});
it('names each customer and domain where there are several', async () => {
	const mokki = { ...aalto(purpose(5, 'News', true)), customerId: 2, customer: 'Mökki Oy' };
	const two = {
		...mokki,
		domains: [...mokki.domains, { domainId: idOf(2), domain: 'blog.example', purposes: [purpose(6, 'Blog', null)] }],
	};
	await open([aalto(purpose(1, 'Club letter', true)), two]);
	expect(await screen.findByRole('heading', { name: 'Mökki Oy' })).toBeVisible();
	expect(screen.getByRole('heading', { name: 'blog.example' })).toBeVisible();
});
it('says when nobody has asked anything, and what failed, in Finnish too', async () => {
	const app = await open([]);
	expect(await screen.findByText('Nobody has asked you anything here yet')).toBeVisible();
	app.unmount();
	chooseLanguage('fi');
	await open([], refuses(myConsents, 503, { code: 'unavailable' }));
	expect(await screen.findByText('Valintojasi ei saatu ladattua.')).toBeVisible();
});

const other = (over: object = {}) => ({ ref: 'r1', address: 'v•••@example.com', confirmed: false, ...over });
it('offers to confirm another address, says that it was sent, and shows a refusal', async () => {
	const asked: Asked[] = [];
	const app = await open(
		[{ ...aalto(purpose(1, 'Club letter', true)), others: [other()] }],
		answers(askAddress, (one) => {
			asked.push(one);
			return { address: 'v•••@example.com' };
		}),
	);
	const list = within(await screen.findByRole('list', { name: 'Your other addresses at Aalto Oy' }));
	expect(list.getByText('Aalto Oy also knows you by v•••@example.com')).toBeVisible();
	expect(list.getByText(/a no that was said under it stands/)).toBeVisible();
	await app.user.click(list.getByRole('button', { name: 'Confirm this address: v•••@example.com' }));
	expect(await list.findByText(/^We have sent a link to v•••@example.com/)).toBeVisible();
	expect(asked.map((one) => one.body)).toEqual([{ customerId: 1, ref: 'r1' }]);
	server.use(refuses(askAddress, 429, { code: 'too_many_mails', error: 'Five mails within an hour.' }));
	await app.user.click(list.getByRole('button', { name: 'Send again: v•••@example.com' }));
	expect(await screen.findByText('Five mails within an hour.')).toBeVisible();
});
it('shows an address that is confirmed in full, and a customer of whom nothing else is shown', async () => {
	await open([{ ...aalto(), domains: [], others: [other({ address: 'v.virtanen@example.com', confirmed: true })] }]);
	expect(await screen.findByText(/You have confirmed v.virtanen@example.com/)).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Say no to all' })).not.toBeInTheDocument();
});
it('confirms an address by a button alone, and says why a link does not work, in Finnish too', async () => {
	const asked: Asked[] = [];
	window.history.replaceState(null, '', '/confirmaddress?token=sealed');
	const arrive = (handler: Parameters<typeof renderApp>[1]['handlers'][number]) =>
		renderApp('/confirmaddress?token=sealed', { handlers: [handler, ...bootOf('normal')] });
	const app = await arrive(
		answers(confirmAddress, (one) => {
			asked.push(one);
			return { customerId: 1, customer: 'Aalto Oy', address: 'v@example.com' };
		}),
	);
	const button = await screen.findByRole('button', { name: 'Confirm this address' });
	expect(asked).toEqual([]);
	await app.user.click(button);
	expect(await screen.findByRole('heading', { name: 'The address is confirmed' })).toBeVisible();
	expect(screen.getByText(/answered to Aalto Oy under v@example.com/)).toBeVisible();
	expect(asked.map((one) => one.body)).toEqual([{ token: 'sealed' }]);
	app.unmount();
	chooseLanguage('fi');
	const again = await arrive(refuses(confirmAddress, 403, { code: 'other_account', error: 'Tämä linkki kuuluu toiselle tilille.' }));
	await again.user.click(await screen.findByRole('button', { name: 'Vahvista tämä osoite' }));
	expect((await screen.findAllByText('Tämä linkki kuuluu toiselle tilille.')).length).toBeGreaterThan(0);
});

it('takes channels and a limit at once, and says what holds', async () => {
	const asked: Asked[] = [];
	const held = (own: MyCustomer['own']): MyCustomer => ({ ...aalto(purpose(1, 'Club letter', true)), own });
	const say = answers(chooseMine, (one) => {
		asked.push(one);
		return [held({ channels: [{ channel: 'sms', isOn: false }], cap: asked.length > 1 ? { messages: asked.length, days: 7 } : null })];
	});
	const app = await open([held({ channels: [{ channel: 'sms', isOn: true }], cap: null })], say);
	await app.user.click(await screen.findByRole('switch', { name: 'Text messages' }));
	expect(await screen.findByRole('switch', { name: 'Text messages', checked: false })).toBeVisible();
	const limit = within(screen.getByRole('group', { name: 'Messages at most' }));
	expect(limit.getByRole('button', { name: 'No limit' })).toHaveAttribute('aria-pressed', 'true');
	await app.user.click(limit.getByRole('button', { name: 'A week' }));
	expect(await screen.findByText('2 messages a week')).toBeVisible();
	await app.user.click(screen.getByRole('button', { name: 'One more' }));
	expect(await screen.findByText('3 messages a week')).toBeVisible();
	expect(asked.map((one) => one.body)).toEqual([
		{ customerId: 1, channels: [{ channel: 'sms', isOn: false }] },
		{ customerId: 1, channels: [], cap: { messages: 2, days: 7 } },
		{ customerId: 1, channels: [], cap: { messages: 3, days: 7 } },
	]);
});
