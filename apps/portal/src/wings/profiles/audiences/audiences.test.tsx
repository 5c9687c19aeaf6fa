/** Audiences as people use them: the list, its acts, and the builder with its estimate and its people. */
import {
	type Audience,
	addAudience,
	approveAudience,
	audiencePeople,
	audiences,
	changeAudience,
	consentCriteria,
	estimateAudience,
	removeAudience,
} from '@luvalla/contract/profiles/audiences';
import { type Segment, segments } from '@luvalla/contract/profiles/segments';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, mapped } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';
import { segmentRow } from '#portal/test/segment.ts';

const segment = (n: number, name: string, count: number, more: Partial<Segment> = {}): Segment =>
	segmentRow(100 + n, name, { count, ...more });
const club = segment(1, 'Club members', 61_240);
const bought = segment(2, 'Bought in 90 days', 48_911, { sources: ['rule'] });
const turku = segment(3, 'Turku and nearby', 22_415, { sources: ['file'] });
const asleep = segment(4, 'Asleep', 5, { isActive: false });
const letter = { id: idOf(200), name: 'Letter', domain: 'shop.example', yes: 31_902 };

const audience = (n: number, more: Partial<Audience> = {}): Audience => ({
	id: idOf(300 + n),
	title: `Audience ${n}`,
	segments: [{ segmentId: club.id, segmentName: club.name }],
	consents: [],
	domain: 'shop.example',
	domainId: idOf(1),
	isAnd: true,
	status: 0,
	userid: null,
	createdAt: '2026-11-01T10:00:00.000Z',
	changedAt: '2026-11-20T10:00:00.000Z',
	...more,
});
const regulars = audience(1, {
	title: 'Autumn regulars',
	segments: [club, bought].map(({ id, name }) => ({ segmentId: id, segmentName: name })),
});
const approved = audience(2, { title: 'Letters', status: 5, isAnd: false, consents: [letter.id] });
const person = (n: number) => ({ luvallaId: idOf(400 + n), name: `Person ${n}`, email: `person${n}@example.com` });

/** What the server counts, so far as it is needed here: 1,000 for each segment or consent that was asked for. */
const counted = ({ url }: Asked) => {
	const ids = ['segments', 'consents'].flatMap((name) => (url.searchParams.get(name) ?? '').split(',').filter(Boolean));
	return {
		count: ids.length * 1000,
		of: 188_402,
		steps: ids.map((id, n) => ({ id, alone: 5000 - n, soFar: (n + 1) * 1000 })),
		reach: [
			{
				channel: 'email' as const,
				reachable: 900,
				left: [
					{ reason: 'said_no' as const, count: 60 },
					{ reason: 'never_asked' as const, count: 40 },
				],
			},
			{ channel: 'sms' as const, reachable: 300, left: [] },
		],
		state: 'ready' as const,
		ms: 21,
	};
};
const { asked, catching } = keptRequests();
const usual: HttpHandler[] = [
	answers(audiences, [regulars, approved], { total: 2, next: null }),
	answers(segments, [club, bought, turku, asleep]),
	answers(consentCriteria, [letter]),
	answers(estimateAudience, counted),
	answers(audiencePeople, { people: [person(1), person(2)], next: null, count: 2 }),
];
const open = (path: string, ...more: HttpHandler[]) =>
	renderApp(path, { handlers: [...more, ...bootOf('customerAdmin', mapped.slice(0, 2)), ...usual] });
const builder = (...more: HttpHandler[]) => open('/audiences/new', ...more);
const choose = async (app: Awaited<ReturnType<typeof open>>, name: string) => app.user.click(await screen.findByRole('switch', { name }));
const estimate = () => within(screen.getByRole('region', { name: 'Estimate' }));

describe('the list', () => {
	it('shows the audiences of the header’s domain with their segments, how they are joined, and their status', async () => {
		await open('/audiences', answers(audiences, catching([regulars, approved]), { total: 2, next: null }));
		const table = await screen.findByRole('table', { name: 'Manage audiences' });
		const first = within((await within(table).findByRole('link', { name: 'Autumn regulars' })).closest('tr') as HTMLElement);
		for (const text of ['Club members, Bought in 90 days', 'All of them', 'Draft']) expect(first.getByText(text)).toBeVisible();
		const second = within(within(table).getByRole('link', { name: 'Letters' }).closest('tr') as HTMLElement);
		for (const text of ['Any of them', '1 consent', 'Approved']) expect(second.getByText(text)).toBeVisible();
		expect(asked[0]?.headers.get('domain_key')).toBe(idOf(1));
		expect(screen.getByText('2 audiences')).toHaveAttribute('role', 'status');
	});
	it('offers in the header only domains that one administers, and asks for one where the current one is not', async () => {
		const rows = [{ ...mapped[1], isAdmin: false }, mapped[0]].filter((one) => one !== undefined) as typeof mapped;
		const app = await renderApp('/audiences', { handlers: [...bootOf('domainAdmin', rows), ...usual] });
		expect(await screen.findByRole('heading', { name: 'Choose a domain' })).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Domain: Choose a domain' }));
		const options = within(await screen.findByRole('listbox')).getAllByRole('option');
		expect(options.map(({ textContent }) => textContent)).toEqual(['shop.example']);
	});
	it('says Domains Not Avaliable to who administers none', async () => {
		await renderApp('/audiences', { handlers: [...bootOf('domainAdmin', mapped.slice(1, 2)), ...usual] });
		expect(await screen.findByRole('heading', { name: 'Domains Not Avaliable' })).toBeVisible();
	});
	it('searches and filters on the server', async () => {
		const app = await open('/audiences?status=5', answers(audiences, catching([approved]), { total: 1, next: null }));
		await app.user.type(await screen.findByRole('searchbox', { name: 'Search by title' }), 'lett');
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('q')).toBe('lett'));
		expect(asked.at(-1)?.url.searchParams.get('filter')).toBe('status:5');
	});
	it('approves a draft, and deletes after a question', async () => {
		const app = await open(
			'/audiences',
			answers(approveAudience, catching({ ...regulars, status: 5 })),
			answers(removeAudience, catching({ id: regulars.id })),
		);
		await screen.findByRole('link', { name: 'Letters' });
		await app.user.click(screen.getByRole('button', { name: /Autumn regulars/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Approve' }));
		expect(await screen.findByText('Audience approved successfully.')).toBeVisible();
		expect(asked[0]?.params.id).toBe(regulars.id);
		await app.user.click(screen.getByRole('button', { name: /Autumn regulars/ }));
		await app.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
		const question = within(await screen.findByRole('dialog', { name: 'Delete the audience Autumn regulars?' }));
		expect(asked).toHaveLength(1);
		await app.user.click(question.getByRole('button', { name: 'Delete audience' }));
		expect(await screen.findByText('Audience deleted successfully.')).toBeVisible();
		expect(asked[1]?.url.searchParams.get('id')).toBe(regulars.id);
	});
	it('says what to do when there is none, and what failed, in Finnish too', async () => {
		const app = await open('/audiences', answers(audiences, [], { total: 0, next: null }));
		expect(await screen.findByText('No audiences yet')).toBeVisible();
		expect(screen.getByRole('link', { name: 'New audience' })).toHaveAttribute('href', '/audiences/new');
		app.unmount();
		chooseLanguage('fi');
		await open('/audiences', refuses(audiences, 503, { code: 'unavailable' }));
		expect(await screen.findByText('Kohderyhmiä ei saatu ladattua.')).toBeVisible();
	});
});

describe('the builder', () => {
	it('offers active segments with how they are filled, and finds them by name and by way', async () => {
		const app = await builder();
		const row = (await screen.findByRole('switch', { name: 'Club members' })).closest('li');
		expect(row).toHaveTextContent('By hand and API');
		expect(row).toHaveTextContent('61,240');
		expect(screen.queryByRole('switch', { name: 'Asleep' })).toBeNull();
		await app.user.type(screen.getByRole('searchbox', { name: 'Search 3 segments' }), 'turk');
		await waitFor(() => expect(screen.queryByRole('switch', { name: 'Club members' })).toBeNull());
		expect(screen.getByRole('switch', { name: 'Turku and nearby' })).toBeVisible();
	});
	it('counts while one chooses, in the order chosen, and says the sentence', async () => {
		const app = await builder(
			answers(estimateAudience, (one) => {
				asked.push(one);
				return counted(one);
			}),
		);
		expect(await screen.findByText('No one yet: choose a segment.')).toBeVisible();
		await choose(app, 'Turku and nearby');
		await choose(app, 'Club members');
		await app.user.click(screen.getByText('no consent is asked for'));
		await choose(app, 'Letter');
		expect((await estimate().findAllByText('3,000'))[0]).toBeVisible();
		expect(estimate().getByText('counted in 21 ms')).toBeVisible();
		const last = asked.at(-1)?.url.searchParams;
		expect([last?.get('segments'), last?.get('IsOr'), last?.get('consents')]).toEqual([`${turku.id},${club.id}`, 'false', letter.id]);
		expect(asked.at(-1)?.headers.get('domain_key')).toBe(idOf(1));
		expect(screen.getByRole('region', { name: 'In words' })).toHaveTextContent(
			'People who are in Turku and nearby and in Club members and who said yes to Letter, on shop.example.',
		);
		await app.user.click(screen.getByRole('radio', { name: 'Any of these' }));
		await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('IsOr')).toBe('true'));
		expect(screen.getByRole('region', { name: 'In words' })).toHaveTextContent('People who are in Turku and nearby or in Club members');
	});
	it('says the new number to who hears the page', async () => {
		const app = await builder();
		await choose(app, 'Club members');
		await waitFor(() =>
			expect(estimate().getByRole('status')).toHaveTextContent('1,000 people, each counted once. By email 900, by SMS 300.'),
		);
	});
	it('dims the numbers before until the new ones are there', async () => {
		const app = await builder();
		await choose(app, 'Club members');
		const number = () => estimate().getAllByText('1,000')[0]?.closest('[aria-busy]');
		await waitFor(() => expect(number()).toHaveAttribute('aria-busy', 'false'));
		await choose(app, 'Turku and nearby');
		expect(number()).toHaveAttribute('aria-busy', 'true');
		expect((await estimate().findAllByText('2,000'))[0]).toBeVisible();
	});
	it('says that not everybody is counted yet, and asks again by itself', async () => {
		let times = 0;
		const app = await builder(
			answers(estimateAudience, (one) => {
				times += 1;
				return { ...counted(one), count: times * 10, state: times < 2 ? ('building' as const) : ('ready' as const) };
			}),
		);
		await choose(app, 'Club members');
		expect(await screen.findByText(/Not everybody is counted yet/)).toBeVisible();
		// what still grows is not said
		expect(estimate().getByRole('status')).toHaveTextContent(/^$/);
		await waitFor(() => expect(screen.queryByText(/Not everybody is counted yet/)).toBeNull(), { timeout: 4000 });
		expect(estimate().getAllByText('20')[0]).toBeVisible();
		expect(estimate().getByRole('status')).toHaveTextContent(/^20 people/);
	});
	it('shows who is not reached and why, a page at a time', async () => {
		const app = await builder(
			answers(audiencePeople, (one) => {
				asked.push(one);
				const second = one.url.searchParams.has('before');
				return { people: [person(second ? 4 : 3)], next: second || !one.url.searchParams.has('channel') ? null : 77, count: 60 };
			}),
		);
		await choose(app, 'Club members');
		await app.user.click(await estimate().findByRole('button', { name: /^Email: ?60 said no$/ }));
		const drawer = within(await screen.findByRole('dialog', { name: /Email: said no/ }));
		expect(await drawer.findByRole('link', { name: 'Person 3' })).toHaveAttribute('href', `/domainprofiles/${person(3).luvallaId}`);
		expect(drawer.getByText('1 of 60 are shown.')).toBeVisible();
		await app.user.click(drawer.getByRole('button', { name: 'Show more' }));
		expect(await drawer.findByRole('link', { name: 'Person 4' })).toBeVisible();
		const search = asked.at(-1)?.url.searchParams;
		expect([search?.get('channel'), search?.get('reason'), search?.get('before')]).toEqual(['email', 'said_no', '77']);
		expect(drawer.queryByRole('button', { name: 'Show more' })).toBeNull();
	});
	it('shows ten of them, and what failed', async () => {
		const app = await builder(refuses(estimateAudience, 503, { code: 'unavailable' }));
		await choose(app, 'Club members');
		const sample = within(await screen.findByRole('region', { name: /^The newest/ }));
		expect(await sample.findByText('person2@example.com')).toBeVisible();
		expect(await screen.findByText('The estimate could not be counted.')).toBeVisible();
	});
	it('sends nothing while it is empty, with the specified sentence, and asks for a title', async () => {
		const app = await builder(answers(addAudience, catching(regulars)));
		await app.user.click(await screen.findByRole('button', { name: 'Save draft' }));
		expect(await screen.findByText('Please enter valid audidence details')).toBeVisible();
		expect(screen.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Write this text');
		expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
		expect(asked).toEqual([]);
	});
	it('saves a draft under an address of its own', async () => {
		const app = await builder(answers(addAudience, catching(audience(9, { title: 'Autumn' }))));
		await app.user.type(await screen.findByRole('textbox', { name: 'Title' }), ' Autumn ');
		await choose(app, 'Club members');
		await app.user.click(screen.getByRole('button', { name: 'Save draft' }));
		expect(await screen.findByText('Audience added successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ title: 'Autumn', segments: [club.id], consents: [], isAnd: true, domain: 'shop.example' });
		await waitFor(() => expect(app.path()).toBe(`/audiences/${idOf(309)}`));
	});
	it('saves and approves, and says so once', async () => {
		const app = await builder(
			answers(addAudience, catching(audience(9))),
			answers(approveAudience, catching(audience(9, { status: 5 }))),
			answers(audiences, [audience(9, { status: 5 })], { total: 1, next: null }),
		);
		await app.user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Audience 9');
		await choose(app, 'Club members');
		await app.user.click(screen.getByRole('button', { name: 'Save and approve' }));
		expect(await screen.findByText('Audience approved successfully.')).toBeVisible();
		expect(screen.queryByText('Audience added successfully.')).toBeNull();
		expect(await screen.findByText('Approved')).toBeVisible();
		expect(asked).toHaveLength(2);
	});
	it('opens a stored one, and keeps what was written when it could not be saved', async () => {
		const app = await open(
			`/audiences/${regulars.id}`,
			answers(audiences, catching([regulars]), { total: 1, next: null }),
			refuses(changeAudience, 500, { code: 'unexpected' }),
		);
		const title = await screen.findByRole('textbox', { name: 'Title' });
		expect(title).toHaveValue('Autumn regulars');
		expect(asked[0]?.url.searchParams.get('filter')).toBe(`id:${regulars.id}`);
		expect(await screen.findByRole('switch', { name: 'Bought in 90 days' })).toBeChecked();
		await app.user.type(title, '!');
		await app.user.click(screen.getByRole('button', { name: 'Save draft' }));
		expect(await screen.findByText('Could not update audience')).toBeVisible();
		expect(title).toHaveValue('Autumn regulars!');
		await app.user.click(within(screen.getByRole('navigation', { name: 'Autumn regulars!' })).getByRole('link'));
		expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
	});
	it('names a title that is taken at its field', async () => {
		const app = await builder(
			refuses(addAudience, 409, { code: 'audience_known', error: 'Taken.', fields: { title: 'Another audience has this title' } }),
		);
		await app.user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Letters');
		await choose(app, 'Club members');
		await app.user.click(screen.getByRole('button', { name: 'Save draft' }));
		await waitFor(() =>
			expect(screen.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Another audience has this title'),
		);
	});
	it('says when the audience of the address is not there', async () => {
		await open(`/audiences/${idOf(999)}`, answers(audiences, [], { total: 0, next: null }));
		expect(await screen.findByText('This audience is not there, or it is not for you.')).toBeVisible();
	});
	it('is all in Finnish', async () => {
		chooseLanguage('fi');
		const app = await builder();
		await choose(app, 'Club members');
		expect(screen.getByRole('region', { name: 'Sanoin' })).toHaveTextContent(
			'Henkilöt, jotka ovat segmentissä Club members, verkkotunnuksella shop.example.',
		);
		expect(await screen.findByRole('button', { name: /^Sähköposti: ?vastasi ei 60$/ })).toBeVisible();
	});
});
