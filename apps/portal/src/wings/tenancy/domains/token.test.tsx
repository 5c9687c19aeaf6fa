/** A domain's access token: made, shown once, replaced and revoked after a question, and the texts when it fails. */
import { consentRates } from '@luvalla/contract/consent/rates';
import { customerDomains, type Domain, generateToken, readDomain } from '@luvalla/contract/tenancy/domains';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { domainRow } from '#portal/test/domain.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const row = (over: Partial<Domain> = {}): Domain => domainRow(1, { domain: 'shop.example', name: 'Shop', ...over });

const open = async (first: Domain, kind: Kind = 'customerAdmin', fails?: Parameters<typeof refuses>[2]) => {
	const asked: unknown[] = [];
	let now = first;
	const app = await renderApp(`/customerdomains?id=${idOf(1)}&tab=token`, {
		handlers: [
			fails
				? refuses(generateToken, 500, fails)
				: answers(generateToken, ({ body }: Asked) => {
						asked.push(body);
						const revoked = body !== null && typeof body === 'object' && 'accessToken' in body && body.accessToken === null;
						now = row({ hasToken: !revoked });
						return { accessToken: revoked ? null : `luvd_${asked.length}` };
					}),
			answers(customerDomains, () => [now], { total: 1, next: null }),
			answers(readDomain, () => now),
			answers(consentRates, []),
			...bootOf(kind),
		],
	});
	return { app, asked };
};

it('is generated, shown once with a copy, and gone when the drawer is opened again', async () => {
	const { app, asked } = await open(row());
	expect(await screen.findByText('No token')).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Revoke token' })).toBeNull();
	await app.user.click(screen.getByRole('button', { name: 'Generate token' }));
	expect(await screen.findByText('luvd_1')).toBeVisible();
	const copy = screen.getByRole('button', { name: 'Copy the token' });
	expect(copy).toHaveFocus();
	await app.user.click(copy);
	expect(await navigator.clipboard.readText()).toBe('luvd_1');
	expect(await screen.findByText('There is a token')).toBeVisible();
	expect(asked).toEqual([{ id: idOf(1) }]);
	await app.user.click(screen.getByRole('tab', { name: 'Details' }));
	await app.user.click(screen.getByRole('tab', { name: 'Access token' }));
	expect(await screen.findByText('There is a token')).toBeVisible();
	expect(screen.queryByText('luvd_1')).toBeNull();
});

it('is replaced and revoked only after a question, and says when it was last used', async () => {
	const { app, asked } = await open(row({ hasToken: true, tokenLastUsedAt: '2026-11-20T08:00:00.000Z' }));
	expect(await screen.findByText(/^Last used/)).toBeVisible();
	await app.user.click(screen.getByRole('button', { name: 'Revoke token' }));
	const keep = await screen.findByRole('button', { name: 'Keep the token' });
	expect(keep).toHaveFocus();
	await app.user.click(keep);
	expect(asked).toEqual([]);
	await app.user.click(screen.getByRole('button', { name: 'Revoke token' }));
	await app.user.click(await screen.findByRole('button', { name: 'Revoke token' }));
	expect(await screen.findByText('No token')).toBeVisible();
	expect(asked).toEqual([{ id: idOf(1), accessToken: null }]);
});

it.each([
	[false, 'en', 'We could not generate the access token for domain shop.example'],
	[true, 'en', 'We could not revoke the access token for domain shop.example'],
	[false, 'fi', 'Verkkotunnuksen shop.example rajapinta-avainta ei saatu luotua'],
	[true, 'fi', 'Verkkotunnuksen shop.example rajapinta-avainta ei saatu peruttua'],
] as const)('says to the letter what failed (revoked: %s, in %s)', async (revokes, language, sentence) => {
	chooseLanguage(language);
	const { app } = await open(row({ hasToken: revokes }), 'customerAdmin', { code: 'http_500' });
	const verb = { en: ['Generate token', 'Revoke token'], fi: ['Luo avain', 'Peru avain'] }[language][Number(revokes)] ?? '';
	await app.user.click(await screen.findByRole('button', { name: verb }));
	if (revokes) await app.user.click(await screen.findByRole('button', { name: verb }));
	expect(await screen.findByText(sentence)).toBeVisible();
});

it('says the server’s own reason where it gives one', async () => {
	const { app } = await open(row(), 'customerAdmin', { code: 'not_allowed', error: 'Not in an assisted session.' });
	await app.user.click(await screen.findByRole('button', { name: 'Generate token' }));
	expect(await screen.findByText('Not in an assisted session.')).toBeVisible();
});

it('is made by nobody who does not answer for the customer; the examples name the domain', async () => {
	await open(row({ hasToken: true }), 'domainAdmin');
	expect(await screen.findByText(/^Tokens are made and revoked by those/)).toBeVisible();
	expect(screen.queryByRole('button', { name: /token$/ })).toBeNull();
	const example = within(screen.getByRole('region', { name: 'Example in curl' }));
	expect(example.getByText(new RegExp(idOf(1)))).toBeVisible();
});
