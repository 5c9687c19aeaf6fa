/** Domain properties as a person works with them: what waits, what websites read, and the one press that publishes. */

import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import {
	activateDomainProperty,
	addDomainProperty,
	type DomainProperty,
	deleteDomainProperty,
	domainProperties,
	domainsForProperty,
	submitDomainProperties,
} from '@luvalla/contract/tenancy/domain-properties';
import { screen, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const property = (n: number, more: Partial<DomainProperty> = {}): DomainProperty => ({
	...{ id: idOf(n), key: `key.${n}`, value: `value ${n}`, active: true, change: 'none', live: `value ${n}` },
	...{ domainId: idOf(50), domain: 'shop.example.com', changedAt: '2026-11-20T10:00:00.000Z', ...more },
});
const rows = [
	property(1),
	property(2, { change: 'changed', live: 'before' }),
	property(3, { change: 'deleted' }),
	property(4, { change: 'none', active: false, live: null }),
];
const page = (all: readonly DomainProperty[]) => answers(domainProperties, [...all], { total: all.length, next: null });
const open = (url: string, ...handlers: HttpHandler[]) => renderApp(url, { handlers: [...bootOf('customerAdmin'), ...handlers] });

it('what waits is counted beside what websites read, and is submitted after a question', async () => {
	const asked: Asked[] = [];
	const { user } = await open(
		'/domainproperties',
		page(rows),
		answers(submitDomainProperties, (one) => {
			asked.push(one);
			return { live: 1, published: 2 };
		}),
	);
	expect(await screen.findByText('2 changes wait')).toBeVisible();
	expect(screen.getByText('Waits: changed')).toBeVisible();
	expect(screen.getByText('Waits: deleted')).toBeVisible();
	expect(screen.getByText('Off')).toBeVisible();
	expect(screen.getByText('before')).toBeVisible();
	await user.click(screen.getByRole('button', { name: 'Submit' }));
	const question = await screen.findByRole('dialog', { name: 'Submit 2 changes?' });
	await user.click(within(question).getByRole('button', { name: 'Submit' }));
	expect(await screen.findByText('Domain properties submitted successfully.')).toBeVisible();
	expect(asked).toHaveLength(1);
});

it('a property is added with its domain, and the form says what is wrong with a key', async () => {
	const asked: Asked[] = [];
	const { user } = await open(
		'/domainproperties?id=new',
		page([]),
		answers(addDomainProperty, (one) => {
			asked.push(one);
			return property(9);
		}),
	);
	const form = await screen.findByRole('dialog', { name: 'Add property' });
	await user.type(within(form).getByRole('textbox', { name: 'Key' }), '1st');
	await user.type(within(form).getByRole('textbox', { name: 'Value' }), 'EUR');
	await user.click(within(form).getByRole('button', { name: 'Add property' }));
	expect(await within(form).findByText('Begin with a letter; then letters, digits, dots, hyphens and underscores')).toBeVisible();
	expect(asked).toHaveLength(0);
	await user.clear(within(form).getByRole('textbox', { name: 'Key' }));
	await user.type(within(form).getByRole('textbox', { name: 'Key' }), 'shop.currency');
	await user.click(within(form).getByRole('button', { name: 'Add property' }));
	expect(await screen.findByText('Domain property added successfully.')).toBeVisible();
	expect(asked[0]?.body).toMatchObject({ property: { key: 'shop.currency', value: 'EUR', active: true } });
});

it('says that there is no domain, and offers nothing to add', async () => {
	const none = answers(customerDomainList, [{ customerId: 1, customerName: 'Aalto Oy', domains: [] }]);
	await renderApp('/domainproperties', { handlers: [none, ...bootOf('customerAdmin')] });
	expect(await screen.findByText('Domains Not Avaliable')).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Add property' })).toBeNull();
});

it('says that the domains did not come', async () => {
	const failing = refuses(customerDomainList, 503, { code: 'unavailable', error: 'Not now.' });
	await renderApp('/domainproperties?customer=1', { handlers: [failing, ...bootOf('admin')] });
	expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

it('is turned off, and deleted after a question that says what becomes of it', async () => {
	const asked: string[] = [];
	const { user } = await open(
		'/domainproperties',
		page([property(1)]),
		answers(activateDomainProperty, ({ body }) => {
			asked.push(JSON.stringify(body));
			return property(1, { active: false });
		}),
		answers(deleteDomainProperty, () => {
			asked.push('deleted');
			return { deleted: false };
		}),
	);
	await user.click(await screen.findByRole('button', { name: /key\.1/ }));
	await user.click(await screen.findByRole('menuitem', { name: 'Turn off' }));
	expect(await screen.findByText('Domain property updated successfully.')).toBeVisible();
	await user.click(screen.getByRole('button', { name: /key\.1/ }));
	await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
	const question = await screen.findByRole('dialog', { name: 'Delete key.1?' });
	expect(within(question).getByText('Websites read it until you submit.')).toBeVisible();
	await user.click(within(question).getByRole('button', { name: 'Delete' }));
	expect(await screen.findByText('Domain property deleted successfully.')).toBeVisible();
	expect(asked).toEqual([expect.stringContaining('"active":false'), 'deleted']);
});

it('its form names the other domains of its key, and a failing list says so, in Finnish too', async () => {
	chooseLanguage('fi');
	await open(
		`/domainproperties?id=${idOf(1)}`,
		page([property(1)]),
		answers(domainsForProperty, [
			{ id: idOf(1), domainId: idOf(50), domain: 'shop.example.com', value: 'value 1', active: true, change: 'none' },
			{ id: idOf(2), domainId: idOf(51), domain: 'blog.example.com', value: 'tumma', active: true, change: 'none' },
		]),
	);
	const form = await screen.findByRole('dialog', { name: 'key.1' });
	expect(await within(form).findByText('tumma')).toBeVisible();
	expect(within(form).getByText('blog.example.com')).toBeVisible();
	chooseLanguage('en');
});

it('says when the list could not be loaded', async () => {
	await open('/domainproperties', refuses(domainProperties, 500, { code: 'internal' }));
	expect(await screen.findByText('The properties could not be loaded.')).toBeVisible();
});

it('a property is asked for of the domain that is current, and by ADMIN of the one that is picked', async () => {
	const asked: (string | null)[] = [];
	const list = answers(
		domainProperties,
		({ headers }) => {
			asked.push(headers.get('domain_key'));
			return rows;
		},
		{ total: rows.length, next: null },
	);
	const own = await open('/domainproperties', list);
	await screen.findByText('key.1');
	expect(asked.at(-1)).toBe(idOf(1));
	own.unmount();
	await renderApp(`/domainproperties?customer=1&domain=${idOf(2)}`, { handlers: [...bootOf('admin'), list] });
	await screen.findByText('key.1');
	expect(asked.at(-1)).toBe(idOf(2));
});
