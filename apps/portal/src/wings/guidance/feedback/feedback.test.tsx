/** The platform admin's list of feedback: who, when, from where, what; answered and open again; one message whole; the CSV. */
import { type Feedback, feedback, feedbackFile, markFeedback, readFeedback } from '@luvalla/contract/guidance/feedback';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Asked, answers, answersFile, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const message = (n: number, more: Partial<Feedback> = {}): Feedback => ({
	id: idOf(n),
	at: '2026-11-20T08:00:00.000Z',
	who: 'anna@aalto.example',
	page: '/customerdomains',
	message: 'The list of domains is empty.\nWhat now?',
	status: 'open',
	answeredAt: null,
	answeredBy: null,
	...more,
});
const rows = [
	message(1),
	message(2, {
		who: null,
		page: null,
		message: 'x'.repeat(200),
		status: 'answered',
		answeredAt: '2026-11-21T08:00:00.000Z',
		answeredBy: 'admin@luvalla.localhost',
	}),
];
type Handlers = Parameters<typeof renderApp>[1]['handlers'];
const open = async (search = '', kind: Kind = 'admin', ...more: Handlers) => {
	const asked: URL[] = [];
	const list = answers(
		feedback,
		({ url }: Asked) => {
			asked.push(url);
			return rows;
		},
		{ total: 2, next: null },
	);
	const app = await renderApp(`/portalActivity/feedback${search}`, { handlers: [...more, list, ...bootOf(kind)] });
	return { ...app, asked };
};

it('says who wrote what, from where and whether it is answered; long messages are cut, and accounts that are gone are said', async () => {
	await open();
	const table = within(await screen.findByRole('table', { name: 'Feedback' }));
	expect(await table.findByText('The list of domains is empty. What now?')).toBeVisible();
	expect(table.getByText('/customerdomains')).toBeVisible();
	expect(table.getByText('An account that is gone')).toBeVisible();
	expect(table.getByText(`${'x'.repeat(120)}…`)).toBeVisible();
	expect(table.getByText('Open')).toBeVisible();
	expect(table.getByText('Answered')).toBeVisible();
});

it('is for ADMIN alone', async () => {
	await open('', 'customerAdmin');
	expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
});

it('narrows to a status, which stays in the address', async () => {
	const app = await open();
	await app.user.click(await screen.findByRole('button', { name: 'Add filter: Status' }));
	await app.user.click(await screen.findByRole('menuitemradio', { name: 'Answered' }));
	await waitFor(() => expect(app.asked.at(-1)?.searchParams.get('status')).toBe('answered'));
});

it('shows one message whole with its line breaks, and marks it answered', async () => {
	const asked: Asked[] = [];
	const app = await open(
		`?id=${idOf(1)}`,
		'admin',
		answers(markFeedback, (one) => {
			asked.push(one);
			return message(1, { status: 'answered' });
		}),
	);
	const drawer = within(await screen.findByRole('dialog', { name: 'Feedback from anna@aalto.example' }));
	expect(drawer.getByText((_, element) => element?.tagName === 'P' && element.textContent === rows[0]?.message)).toBeVisible();
	expect(drawer.getByRole('link', { name: 'Answer by mail' })).toHaveAttribute('href', 'mailto:anna@aalto.example?subject=Your%20feedback');
	await app.user.click(drawer.getByRole('button', { name: 'Mark as answered' }));
	expect(await screen.findByText('Feedback updated successfully.')).toBeInTheDocument();
	expect(asked).toMatchObject([{ params: { id: idOf(1) }, body: { status: 'answered' } }]);
});

it('a message that a mail leads to is read by itself, and one that is not there is said', async () => {
	const app = await open(`?id=${idOf(9)}`, 'admin', answers(readFeedback, message(9, { message: 'An older one' })));
	expect(await within(await screen.findByRole('dialog')).findByText('An older one')).toBeVisible();
	app.unmount();
	await open(`?id=${idOf(8)}`, 'admin', refuses(readFeedback, 404, { code: 'not_found' }));
	expect(await screen.findByText('There is no such message.')).toBeVisible();
});

it('is exported by the server as it is narrowed, and speaks Finnish', async () => {
	const asked: URL[] = [];
	vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
	chooseLanguage('fi');
	const file = answersFile(feedbackFile, 'feedback.csv', 'a,b', ({ url }) => asked.push(url));
	const app = await open('?status=open', 'admin', file);
	expect(await screen.findByRole('heading', { name: 'Palaute' })).toBeVisible();
	await app.user.click(await screen.findByRole('button', { name: /CSV/ }));
	await waitFor(() => expect(asked[0]?.searchParams.get('status')).toBe('open'));
});
