/** The guide's search over all help: marks, the page of each hit, going there and back, nothing found, keyboard, Finnish. */
import { type HelpHit, helpContent, searchHelp } from '@luvalla/contract/guidance/content';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answers } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { bootOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const hit = (title: string, heading: string, section: string | null, name: string): HelpHit => ({
	type: 'featureHelp',
	title,
	heading,
	section,
	name: [
		{ text: 'The ', hit: false },
		{ text: name, hit: true },
	],
	excerpt: [{ text: 'One line in the head.', hit: false }],
});
const hits = [
	hit('manage-campaigns', 'Campaigns', 'What can go wrong', 'snippet'),
	hit('light-configurations', 'Your first banner', 'The snippet', 'snippet of banners'),
	hit('manage-users', 'Users', null, 'snippet of users'),
];
const open = async (kind: Kind = 'domainAdmin', found: HelpHit[] = hits) => {
	const [asked, read]: [string[], string[]] = [[], []];
	const app = await renderApp('/campaigns', {
		handlers: [
			answers(searchHelp, ({ url }) => {
				asked.push(url.searchParams.get('q') ?? '');
				return { hits: found, found: found.length, pages: 44 };
			}),
			answers(helpContent, ({ url }) => {
				const title = url.searchParams.get('title') ?? '';
				read.push(title);
				return [
					{
						type: 'featureHelp' as const,
						title,
						heading: `Help of ${title}`,
						content: '<p>Text.</p>',
						accordion: [{ title: 'The snippet', accordionContent: '<p>First in the head.</p>' }],
					},
				];
			}),
			...bootOf(kind),
		],
	});
	await app.user.click(await screen.findByRole('button', { name: /Guide me|Opasta|Opas/ }));
	return { ...app, asked, read, box: await screen.findByRole('searchbox', { name: /Search the help|Hae ohjeista/ }) };
};

it('marks what was found and says how many pages and of which page each hit is; a letter alone asks nothing', async () => {
	const app = await open();
	await app.user.type(app.box, 's');
	await app.user.type(app.box, 'nippet');
	expect(await screen.findByText('3 of 44 pages')).toBeInTheDocument();
	const list = within(screen.getByRole('list', { name: 'Found in the help' }));
	expect(list.getAllByText('snippet')[0]?.tagName).toBe('MARK');
	expect(list.getAllByRole('button').map((one) => one.lastElementChild?.textContent)).toEqual([
		'This page',
		'LightCMP configurator',
		'Manage users',
	]);
	expect(app.asked.at(-1)).toBe('snippet');
	expect(app.asked).not.toContain('s');
	expect(await axeFinds(screen.getByRole('complementary', { name: 'Guide me' }))).toEqual([]);
});

it('shows the help of another page with its entry open, the way there where one may go, and the way back', async () => {
	const app = await open();
	await app.user.type(app.box, 'snippet');
	const list = within(await screen.findByRole('list', { name: 'Found in the help' }));
	await app.user.click(list.getByText('snippet of banners'));
	expect(await screen.findByRole('heading', { name: 'Help of light-configurations' })).toBeVisible();
	expect(await screen.findByText('First in the head.')).toBeVisible();
	expect(screen.getByRole('link', { name: 'Go to LightCMP configurator' })).toHaveAttribute('href', '/lightconfig');
	// a page of platform admins is help all the same, without a way that would be shut
	await app.user.click(list.getByText('snippet of users'));
	expect(await screen.findByRole('heading', { name: 'Help of manage-users' })).toBeVisible();
	expect(screen.queryByRole('link', { name: /^Go to/ })).toBeNull();
	await app.user.click(screen.getByRole('button', { name: 'Back to the help of this page' }));
	expect(await screen.findByRole('heading', { name: 'Help of Manage campaigns' })).toBeVisible();
});

it('opens the first by Enter; the first Escape empties the box and the next closes the guide', async () => {
	const app = await open('domainAdmin', [hits[1] as HelpHit]);
	await app.user.type(app.box, 'snippet');
	await screen.findByText('1 of 44 pages');
	await app.user.keyboard('{Enter}');
	expect(await screen.findByRole('heading', { name: 'Help of light-configurations' })).toBeVisible();
	await app.user.keyboard('{Escape}');
	expect(app.box).toHaveValue('');
	expect(screen.getByRole('complementary', { name: 'Guide me' })).toBeVisible();
	await app.user.keyboard('{Escape}');
	await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Guide me' })).toBeNull());
});

it('says what to try when nothing is found, in Finnish too', async () => {
	chooseLanguage('fi');
	const app = await open('domainAdmin', []);
	await app.user.type(app.box, 'xyz');
	const none = await screen.findByText('Ohjeissa ei ole mitään hakusanalla ”xyz”');
	expect(none).toBeVisible();
	expect(within(none.parentElement as HTMLElement).getByRole('link', { name: 'Ota yhteyttä tukeen' })).toBeVisible();
});

it('brings the reader to the part that was chosen, which stands below what was found', async () => {
	const brought = vi.spyOn(Element.prototype, 'scrollIntoView');
	const app = await open();
	await app.user.type(app.box, 'snippet');
	await app.user.click(await screen.findByRole('button', { name: /snippet of banners/ }));
	expect(await screen.findByText('First in the head.')).toBeVisible();
	await waitFor(() => expect(brought.mock.contexts.at(-1)).toHaveTextContent('The snippet'));
	brought.mockRestore();
});
