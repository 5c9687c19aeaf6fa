import { templates } from '@luvalla/banner/templates';
import type { AnswerOf } from '@luvalla/contract/call';
import {
	type Configuration,
	configurationHistory,
	deleteLightConfiguration,
	lightBundles,
	lightConfigurations,
	lightTemplate,
	lightTemplates,
	type NextPublication,
	nextPublication,
	publishConfiguration,
	readConfiguration,
	saveLightConfiguration,
	sdkFiles,
} from '@luvalla/contract/consent/configurations';
import { LightConfig } from '@luvalla/contract/consent/light';
import { bannerTests } from '@luvalla/contract/consent/rates';
import type { Segment } from '@luvalla/contract/profiles/segments';
import { segments } from '@luvalla/contract/profiles/segments';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, hangs, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { configurationRow } from '#portal/test/configuration.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';
import { segmentRow } from '#portal/test/segment.ts';
import { server } from '#portal/test/setup.ts';
// Loaded here, so that no test waits for the code of a lazy screen.
import './light/LightListScreen.tsx';
import './light/LightEditorScreen.tsx';
import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { screens } from './screens.ts';

const row = (n: number, change: Partial<Configuration> = {}): Configuration =>
	configurationRow(n, { sdkVersion: '0.1.0', bundleVersion: '0.1.0', ...change });
const live = row(2, { status: 1, version: 12, live: true, publishedFolder: 'p2', publishedAt: '2026-11-20T09:42:00.000Z' });
/** The same, changed since. */
const edited = { ...live, status: 0 as const };
const served: NonNullable<NextPublication['live']> = {
	folder: 'p2',
	configurationId: live.id,
	title: live.title,
	type: 0,
	version: 12,
	since: '2026-11-20T09:42:00.000Z',
	publishedAt: '2026-11-20T09:42:00.000Z',
	points: 23,
	measured: true,
	outdated: false,
	purposes: {},
};
const next = (change: Partial<NextPublication> = {}) =>
	answers(nextPublication, { version: 13, site: 'https://shop.example/', live: served, ...change });
const stored = (of: Configuration): AnswerOf<typeof readConfiguration> => ({
	...of,
	config: JSON.stringify(templates['bottom-bar'].config),
	mapper: '{"purposes":{}}',
	can: { publish: true, delete: true },
});
const build = (file: string) => ({ version: '0.1.0', file, bytes: 5000, sha256: 'a'.repeat(64) });

/** A PNG of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const { asked: seen, catching } = keptRequests();
const world = (rows: Configuration[] = [row(1), live]) => [
	answers(lightConfigurations, ({ url }) =>
		rows.filter(
			(one) =>
				one.title.toLowerCase().includes((url.searchParams.get('q') ?? '').toLowerCase()) &&
				(url.searchParams.get('status') ?? String(one.status)) === String(one.status),
		),
	),
	answers(lightTemplates, { templates: Object.values(templates).map(({ name, title, position }) => ({ name, title, position })) }),
	answers(lightTemplate, ({ params }) => templates[params.template === 'box' ? 'box' : 'bottom-bar']),
	answers(sdkFiles, { sdkFiles: [build('sdk.js')] }),
	answers(lightBundles, { bundles: [build('light.js')] }),
	next(),
	answers(segments, []),
	// Last: its {id} would take the words of the others.
	answers(readConfiguration, ({ params }) => stored(rows.find((one) => one.id === params.id) ?? row(1))),
];
const open = (path: string, handlers = world(), kind: Kind = 'customerAdmin') =>
	renderApp(path, { handlers: [...handlers, ...bootOf(kind)], screens });
/** Presses the button and says yes to what it replaces. */
const publish = async (user: UserEvent) => {
	const button = await screen.findByRole('button', { name: 'Publish version 13' });
	await user.click(button);
	await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Publish version 13' }));
};
const field = (name: string) => screen.findByRole('textbox', { name });

describe('the list of light configurations', () => {
	it('shows title, domain, status and version, and narrows by one search and one filter', async () => {
		const { user } = await open('/lightconfig');
		const table = await screen.findByRole('table', { name: 'Light configurations' });
		expect(await within(table).findByRole('link', { name: 'Front page 1' })).toBeInTheDocument();
		const published = within(table).getByRole('link', { name: 'Front page 2' }).closest('tr');
		expect(published).toHaveTextContent('Published');
		expect(published).toHaveTextContent('Live');
		expect(published).toHaveTextContent('12');
		await user.type(screen.getByRole('searchbox', { name: 'Search configurations' }), 'PAGE 1');
		await waitFor(() => expect(screen.queryByRole('link', { name: 'Front page 2' })).toBeNull());
		await user.click(screen.getByRole('button', { name: 'Clear' }));
		await user.click(await screen.findByRole('button', { name: 'Add filter' }));
		await user.click(await screen.findByRole('menuitem', { name: 'Status' }));
		await user.click(await screen.findByRole('menuitemradio', { name: 'Published' }));
		await waitFor(() => expect(screen.queryByRole('link', { name: 'Front page 1' })).toBeNull());
		expect(await screen.findByRole('link', { name: 'Front page 2' })).toBeInTheDocument();
	});

	it('opens on the banners of a domain', async () => {
		await open(`/lightconfig?domain=${idOf(2)}`, world([row(1), row(3, { domain: 'club.example', domainId: idOf(2) })]));
		expect(await screen.findByRole('link', { name: 'Front page 3' })).toBeInTheDocument();
		expect(screen.queryByRole('link', { name: 'Front page 1' })).toBeNull();
		expect(screen.getByRole('link', { name: 'Add configuration' })).toHaveAttribute(
			'href',
			`/lightconfig/new?customer=1&domain=${idOf(2)}`,
		);
	});

	it('lets ADMIN choose the customer', async () => {
		await open('/lightconfig', world(), 'admin');
		const picker = await screen.findByRole('combobox', { name: 'Customer' });
		await waitFor(() => expect(picker).toHaveValue('Aalto Oy'));
		expect(await screen.findByRole('link', { name: 'Front page 1' })).toBeInTheDocument();
	});

	it('says what to do when there is none, and what happened when it fails', async () => {
		const { unmount } = await open('/lightconfig', world([]));
		expect(await screen.findByText('No banners yet')).toBeInTheDocument();
		unmount();
		await open('/lightconfig', [refuses(lightConfigurations, 500, { code: 'unexpected' }), ...world()]);
		expect(await screen.findByRole('alert')).toHaveTextContent('error occured');
	});

	it('deletes after asking, and not one that is live', async () => {
		const { user } = await open('/lightconfig', [answers(deleteLightConfiguration, catching({ folder: 'd1' })), ...world()]);
		await user.click(await screen.findByRole('button', { name: 'Actions for Front page 2' }));
		expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeInTheDocument();
		expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
		await user.keyboard('{Escape}');
		await user.click(screen.getByRole('button', { name: 'Actions for Front page 1' }));
		await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
		await user.click(await screen.findByRole('button', { name: 'Delete configuration' }));
		expect(await screen.findByText('Configuration deleted successfully.')).toBeInTheDocument();
		expect(seen[0]?.params).toMatchObject({ folder: 'd1' });
	});
});

describe('the configurator', () => {
	it('sends nothing while fields are empty, and names them', async () => {
		const { user } = await open('/lightconfig/new');
		await user.clear(await field('Refuse button'));
		await user.click(screen.getByRole('button', { name: 'Save' }));
		const alert = await screen.findByRole('alert');
		expect(alert).toHaveTextContent('Please enter valid configuration details');
		// It takes the focus once it is drawn.
		await waitFor(() => expect(alert).toHaveFocus());
		expect(
			within(alert)
				.getAllByRole('listitem')
				.map((one) => one.textContent),
		).toEqual([
			'Title: Give the configuration a title',
			'Domain: Use a host name such as shop.example.com',
			'Refuse button, in English: Write this text',
		]);
		expect(screen.getByText('Write this text')).toBeInTheDocument();
	});

	it('saves a new one from the template, then stands at its own address', async () => {
		const { user, path } = await open('/lightconfig/new?domain=shop.example', [
			answers(saveLightConfiguration, catching(row(1, { title: 'Kevät' }))),
			...world(),
		]);
		await user.type(await field('Title'), 'Kevät');
		// Pressed twice, it is saved once.
		await user.keyboard('{Control>}ss{/Control}');
		await waitFor(() => expect(path()).toBe(`/lightconfig/${idOf(101)}`));
		expect(seen).toHaveLength(1);
		expect(seen[0]?.body).toMatchObject({
			savedAt: null,
			customerId: 1,
			domain: 'shop.example',
			title: 'Kevät',
			type: 0,
			template: 'bottom-bar',
			sdkVersion: '0.1.0',
		});
		expect(JSON.parse(String(Object(seen[0]?.body).config))).toEqual(templates['bottom-bar'].config);
	});

	it('measures contrast while a colour is typed, and says what is not ready', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=look`);
		const ground = await field('Background');
		expect(screen.getByText('Contrast passes.')).toBeInTheDocument();
		await user.clear(ground);
		await user.type(ground, '#3b5a4f');
		expect(screen.getByText('The text is too pale.')).toBeInTheDocument();
		expect(screen.getByText('The buttons fade into the background.')).toBeInTheDocument();
	});

	it('chooses a template by its drawing, with arrow keys, and keeps what was written', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=look`);
		const bar = await screen.findByRole('radio', { name: 'Bottom bar' });
		expect(screen.getByRole('group', { name: 'Template' })).toContainElement(bar);
		expect(bar).toBeChecked();
		bar.focus();
		await user.keyboard('{ArrowRight}');
		await waitFor(() => expect(screen.getByRole('radio', { name: 'Box' })).toBeChecked());
	});

	it('takes a logo that is one, with what it says, and refuses what is none before the server does', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=look`, [answers(saveLightConfiguration, catching(live)), ...world()]);
		await screen.findByRole('button', { name: 'Logo' });
		const upload = async (content: BlobPart, name: string, type: string) => {
			const input = document.querySelector<HTMLInputElement>('input[type=file]');
			if (!input) throw new Error('there is no file field');
			await user.upload(input, new File([content], name, { type }));
		};
		await upload('<svg xmlns="http://www.w3.org/2000/svg"/>', 'logo.png', 'image/png');
		expect(await screen.findByText('Use a PNG, JPEG or WebP picture')).toBeInTheDocument();
		await upload(new Uint8Array(60_000), 'logo.png', 'image/png');
		expect(await screen.findByText('Use a picture of at most 50 kB')).toBeInTheDocument();
		await upload(
			Uint8Array.from(atob(DOT), (sign) => sign.charCodeAt(0)),
			'logo.png',
			'image/png',
		);
		expect(await screen.findByRole('img', { name: 'The logo as it is now' })).toHaveAttribute('src', `data:image/png;base64,${DOT}`);
		await user.type(await field('What the logo says, English'), 'Aalto');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen).toHaveLength(1));
		expect(JSON.parse(String(Object(seen[0]?.body).config)).logo).toEqual({ image: `data:image/png;base64,${DOT}`, alt: { en: 'Aalto' } });
		await user.click(screen.getByRole('button', { name: 'Remove logo' }));
		expect(screen.queryByRole('img', { name: 'The logo as it is now' })).toBeNull();
	});

	it('says what a site owes that takes the way back upon itself', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=look`);
		await user.click(await screen.findByRole('combobox', { name: 'Its place' }));
		await user.click(await screen.findByRole('option', { name: 'A link of your own' }));
		expect(screen.getByText(/Taking a yes back must be as easy as giving it/)).toBeInTheDocument();
		expect(screen.queryByRole('combobox', { name: 'Its sign' })).toBeNull();
	});

	it('asks for the name of a font only where it is meant', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=look`);
		const font = await screen.findByRole('combobox', { name: 'Font' });
		expect(screen.queryByRole('textbox', { name: 'Name of the font' })).toBeNull();
		await user.click(font);
		await user.click(await screen.findByRole('option', { name: 'By name' }));
		await user.type(await field('Name of the font'), 'Aalto; Sans');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('Use letters, digits, spaces and hyphens')).toBeInTheDocument();
	});

	it('refuses a messaging purpose on a cookie category before the server does', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=mapping`);
		await user.type(await field('Purpose of Marketing'), 'Marketing email');
		expect(screen.getByText('A yes to cookies would become a yes to messages.')).toBeInTheDocument();
	});

	it('names segments that a yes fills, of those that people can be put into, and the category that lets visitors be remembered', async () => {
		const asked: Asked[] = [];
		const segment = (n: number, change: Partial<Segment> = {}) => segmentRow(300 + n, `Segment ${n}`, { sources: [], ...change });
		const listed = [segment(1), segment(2, { rule: { field: 'city', is: 'is', value: 'Turku' } }), segment(3, { isActive: false })];
		const { user } = await open(`/lightconfig/${live.id}?tab=mapping`, [
			answers(segments, listed),
			answers(saveLightConfiguration, (one) => {
				asked.push(one);
				return edited;
			}),
			...world(),
		]);
		const box = await screen.findByRole('combobox', { name: 'Segments filled by Marketing' });
		await user.click(box);
		expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(['Segment 1']);
		await user.click(screen.getByRole('option', { name: 'Segment 1' }));
		await user.keyboard('{Escape}');
		await user.click(screen.getByRole('combobox', { name: 'Category that lets visitors be remembered' }));
		await user.click(await screen.findByRole('option', { name: 'Statistics' }));
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(asked[0]?.body).toMatchObject({
			mapper: JSON.stringify({ purposes: {}, segments: { marketing: [idOf(301)] }, remembers: 'statistics', pushes: '' }),
		});
	});

	it('publishes the next version of the domain, and shows why not when it is refused', async () => {
		const refusal = refuses(publishConfiguration, 422, {
			code: 'unfair_choice',
			error: 'This banner cannot be published.',
			fields: { 'colours.text': 'The text needs more contrast.' },
		});
		const { user, unmount } = await open(`/lightconfig/${live.id}`, [refusal, ...world([row(1), edited])]);
		await publish(user);
		const alert = await screen.findByRole('alert');
		expect(alert).toHaveTextContent('Not published. This banner cannot be published.');
		expect(within(alert).getByRole('listitem')).toHaveTextContent('Text: The text needs more contrast.');
		// No good news beside it.
		expect(screen.queryByText(/successfully/)).toBeNull();
		unmount();

		const published = { ...live, version: 13 };
		const rows = [row(1), edited];
		const success = answers(publishConfiguration, () => {
			rows[1] = published;
			return { configuration: published, publishedFolder: 'p3', version: 13, findings: [], snippet: '<script></script>' };
		});
		const again = await open(`/lightconfig/${live.id}`, [success, ...world(rows)]);
		await publish(again.user);
		expect(await screen.findByText('Configuration published successfully.')).toBeInTheDocument();
		await waitFor(() => expect(screen.getByText(/^Light · shop\.example · version 13 ·/)).toBeInTheDocument());
	});

	it('publishes nothing while it is not shown whose the domain is, and says where to show it', async () => {
		const published: Asked[] = [];
		const domains = [{ id: idOf(1), domain: 'shop.example', proven: false }];
		const { user } = await open(`/lightconfig/${idOf(1)}`, [
			answers(publishConfiguration, (one) => {
				published.push(one);
				throw new Error('never');
			}),
			answers(customerDomainList, [{ customerId: 1, customerName: 'Aalto Oy', domains }]),
			...world(),
		]);
		const button = await screen.findByRole('button', { name: /^Publish/ });
		await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
		expect(button).toHaveAccessibleDescription(/can be published once it is shown that shop.example is yours/);
		expect(screen.getByRole('link', { name: 'Show that it is yours' })).toHaveAttribute(
			'href',
			expect.stringContaining(`/customerdomains?id=${idOf(1)}&tab=proof`),
		);
		await user.click(button);
		expect(published).toEqual([]);
	});

	it('opens the tab of the refused field and puts the sentence there, and says where a drawn banner failed', async () => {
		const refused = (fields: Record<string, string>) =>
			refuses(publishConfiguration, 422, { code: 'unfair_choice', error: 'This banner cannot be published.', fields });
		const { user, unmount } = await open(`/lightconfig/${live.id}`, [
			refused({ 'mapper.purposes.media': 'Give it a purpose.' }),
			...world([row(1), edited]),
		]);
		await publish(user);
		expect(await field('Purpose of Media')).toHaveAccessibleDescription(/Give it a purpose\./);
		unmount();

		const again = await open(`/lightconfig/${live.id}`, [
			refused({ 'fi phone': 'Both must be of the same size.' }),
			...world([row(1), edited]),
		]);
		await publish(again.user);
		expect(await screen.findByRole('alert')).toHaveTextContent('Both must be of the same size. (on a phone, in Finnish)');
		expect(await field('Refuse button')).toBeInTheDocument();
	});

	it('says in which language a text is refused, and goes there', async () => {
		const refusal = refuses(publishConfiguration, 422, {
			code: 'unfair_choice',
			error: 'This banner cannot be published.',
			fields: { 'texts.fi.accept': 'Make it as long as the other.' },
		});
		const { user } = await open(`/lightconfig/${live.id}?tab=look`, [refusal, ...world([row(1), edited])]);
		const finnish = () => screen.getByRole('radio', { name: 'Finnish' });
		await publish(user);
		// The first refused field is shown, in its language.
		expect(await field('Accept button')).toHaveAccessibleDescription(/Make it as long as the other\./);
		expect(finnish()).toBeChecked();
		await user.click(screen.getByRole('radio', { name: 'English' }));
		expect(await field('Accept button')).not.toHaveAccessibleDescription(/Make it as long/);
		await user.click(screen.getByRole('button', { name: 'Finnish: 1 text needs a change' }));
		expect(finnish()).toBeChecked();
		expect(await field('Accept button')).toHaveFocus();
	});

	it('leads to an empty text of a language that is not shown any more', async () => {
		const { user } = await open(`/lightconfig/${live.id}`);
		await user.click(await screen.findByRole('radio', { name: 'Finnish' }));
		await user.clear(await field('Heading'));
		await user.click(screen.getByRole('button', { name: 'Remove Finnish' }));
		expect(await field('Heading')).not.toHaveValue('');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(screen.getByRole('textbox', { name: 'Heading' })).toHaveValue(''));
		expect(await field('Heading')).toHaveAccessibleDescription(/Write this text/);
	});

	it('adds a language with its usual texts, marks what nobody has looked at, and names what only the customer can write', async () => {
		const { user } = await open(`/lightconfig/${live.id}`, [answers(saveLightConfiguration, catching(live)), ...world([row(1), edited])]);
		await user.clear(await field('Heading'));
		await user.type(await field('Heading'), 'Fresh bread, fresh cookies');
		const add = async (language: string) => {
			await user.click(screen.getByRole('combobox', { name: 'Add a language' }));
			await user.type(screen.getByRole('combobox', { name: 'Add a language' }), language);
			await user.click(await screen.findByRole('option', { name: new RegExp(language) }));
		};
		await add('日本');
		expect(await screen.findByDisplayValue('すべて拒否')).toHaveAttribute('lang', 'ja');
		// What was changed in the leading language has no usual words.
		expect(await field('Heading')).toHaveValue('');
		expect(screen.getByRole('note')).toHaveTextContent('Only you can write these in Japanese: Heading. You changed them in English');
		await add('Arabic');
		expect(await screen.findByDisplayValue('رفض الكل')).toHaveAttribute('dir', 'auto');
		await user.type(await field('Heading'), 'خبز');
		// Looked at one by one, by a change, or all at once.
		expect(screen.getByText(/^16 texts in Arabic were filled in/)).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Refuse button: looks right' }));
		await user.type(await field('Save button'), '.');
		expect(screen.getByText(/^14 texts in Arabic were filled in/)).toBeVisible();
		expect(screen.getByText(/Some translations are not checked yet/).closest('li')).toHaveTextContent('Japanese 16, Arabic 14');
		await user.click(screen.getByRole('button', { name: 'Show first: Japanese' }));
		await user.click(screen.getByRole('button', { name: 'Remove Finnish' }));
		await user.click(screen.getByRole('tab', { name: 'Categories' }));
		await user.click(await screen.findByRole('button', { name: /^Statistics.*4 translations to check/ }));
		expect(await field('Name in Arabic')).toHaveValue('الإحصاءات');
		await user.click(screen.getByRole('button', { name: 'Name in Arabic: looks right' }));
		await user.click(screen.getByRole('tab', { name: 'Texts' }));
		await user.click(await screen.findByRole('radio', { name: 'Japanese' }));
		await user.type(await field('Heading'), '焼きたて');
		await user.click(screen.getByRole('button', { name: 'All look right' }));
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen).toHaveLength(1));
		const body = seen[0]?.body as { config: string } | undefined;
		const saved = LightConfig.parse(JSON.parse(body?.config ?? ''));
		expect(saved.languages).toEqual(['ja', 'en', 'ar']);
		expect(saved.texts.ja?.title).toBe('焼きたて');
		expect(saved.unchecked.ja).toEqual([]);
		expect(saved.unchecked.ar).toHaveLength(13);
		expect(saved.unchecked.ar).not.toContain('refuse');
		expect(saved.unchecked.ar).toContain('categories.media.about');
	});

	it('knows where visitors find their own data as soon as a link to it is written, and takes another page', async () => {
		const { user } = await open(`/lightconfig/${live.id}`, [answers(saveLightConfiguration, catching(live)), ...world([row(1), edited])]);
		const address = 'Own data: link address';
		await user.type(await field('Own data: link text'), 'See your data');
		expect(await field(address)).toHaveValue(`${location.origin}/profile/privacy`);
		await user.clear(await field('Own data: link text'));
		expect(await field(address)).toHaveValue('');
		await user.type(await field('Own data: link text'), 'See your data');
		await user.clear(await field(address));
		await user.type(await field(address), '/privacy');
		await user.type(await field('Own data: link text'), ' here');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen).toHaveLength(1));
		const { texts } = LightConfig.parse(JSON.parse(String(Object(seen[0]?.body).config)));
		expect(texts.en).toMatchObject({ ownDataLabel: 'See your data here', ownDataUrl: '/privacy' });
		expect(texts.fi).toMatchObject({ ownDataLabel: '', ownDataUrl: '' });
	});

	it('marks the category that holds a refused field, and opens it', async () => {
		const refusal = refuses(publishConfiguration, 422, {
			code: 'unfair_choice',
			error: 'This banner cannot be published.',
			fields: { 'categories.1.texts.fi.name': 'Write this text' },
		});
		const { user } = await open(`/lightconfig/${live.id}`, [refusal, ...world([row(1), edited])]);
		await publish(user);
		expect(await field('Name in Finnish')).toHaveAccessibleDescription(/Write this text/);
		await user.click(screen.getByRole('button', { name: 'All categories' }));
		expect(screen.getByRole('button', { name: /^Statistics.*A field in it needs a change/ })).toBeVisible();
	});

	it('takes how long a cookie is kept, and what it is for in each language of the banner', async () => {
		const saves = answers(saveLightConfiguration, catching(edited));
		const { user } = await open(`/lightconfig/${live.id}?tab=categories&category=1`, [saves, ...world([row(1), edited])]);
		await user.click(await screen.findByRole('button', { name: 'Add a cookie' }));
		const cookie = within(await screen.findByRole('group', { name: 'New cookie' }));
		await user.type(cookie.getByRole('textbox', { name: 'Name' }), '_ga');
		const named = within(screen.getByRole('group', { name: '_ga' }));
		await user.click(named.getByText('lifetime unknown · described in 0 of 2 languages'));
		await user.click(named.getByRole('combobox', { name: 'Lifetime' }));
		await user.click(await screen.findByRole('option', { name: 'months' }));
		await user.type(named.getByRole('textbox', { name: 'Number' }), 'x');
		await user.type(named.getByRole('textbox', { name: 'What it is for, in Finnish' }), 'Erottaa kävijät toisistaan.');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		expect(named.getByRole('textbox', { name: 'Number' })).toHaveAccessibleDescription(
			'Use a whole number from 1, a hundred years at most',
		);
		expect(seen).toEqual([]);

		await user.clear(named.getByRole('textbox', { name: 'Number' }));
		await user.type(named.getByRole('textbox', { name: 'Number' }), '13');
		expect(named.getByText('13 months · described in 1 of 2 languages')).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen).toHaveLength(1));
		const { config = '' } = (seen[0]?.body as { config?: string } | undefined) ?? {};
		expect(LightConfig.parse(JSON.parse(config)).categories[1]?.cookies.at(-1)).toEqual({
			name: '_ga',
			provider: '',
			keeps: '',
			lifetimeSeconds: 13 * 2_592_000,
			about: { fi: 'Erottaa kävijät toisistaan.' },
		});

		// What is taken away again is not kept as an empty text.
		await user.clear(named.getByRole('textbox', { name: 'What it is for, in Finnish' }));
		await user.click(named.getByRole('combobox', { name: 'Lifetime' }));
		await user.click(await screen.findByRole('option', { name: 'Unknown' }));
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen).toHaveLength(2));
		const last = (seen[1]?.body as { config?: string } | undefined)?.config ?? '';
		expect(LightConfig.parse(JSON.parse(last)).categories[1]?.cookies.at(-1)).toEqual({ name: '_ga', provider: '', keeps: '' });
	});

	it('opens the language in which a cookie’s description is refused', async () => {
		const path = 'categories.0.cookies.0.about.fi';
		const refusal = refuses(publishConfiguration, 422, { code: 'unfair_choice', error: 'No.', fields: { [path]: 'Write this text' } });
		const { user } = await open(`/lightconfig/${live.id}`, [refusal, ...world([row(1), edited])]);
		await publish(user);
		const [first] = await screen.findAllByRole('textbox', { name: 'What it is for, in Finnish' });
		expect(first).toHaveAccessibleDescription(/Write this text/);
	});

	it('says what it does while it publishes, and publishes once', async () => {
		const { user } = await open(`/lightconfig/${live.id}`, [hangs(publishConfiguration), ...world([row(1), edited])]);
		await publish(user);
		expect(await screen.findByText('Looking at it in a browser …')).toBeInTheDocument();
		expect(screen.getByRole('button', { name: 'Publish version 13' })).toHaveAttribute('aria-disabled', 'true');
	});

	it('says what it replaces before it does: an earlier version, or another configuration of the domain', async () => {
		const publishes = answers(
			publishConfiguration,
			catching({ configuration: live, publishedFolder: 'p3', version: 13, findings: [], snippet: '' }),
		);
		const { user, unmount } = await open(`/lightconfig/${live.id}`, [publishes, ...world([row(1), edited])]);
		await user.click(await screen.findByRole('button', { name: 'Publish version 13' }));
		const dialog = await screen.findByRole('dialog', { name: 'Publish version 13 on shop.example?' });
		expect(dialog).toHaveTextContent(/This replaces Front page 2 \(Light, version 12\), live since Nov/);
		expect(dialog).not.toHaveTextContent('another configuration');
		await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
		expect(seen).toEqual([]);
		unmount();

		const other = next({ live: { ...served, configurationId: idOf(190), title: 'Partners', type: 1 } });
		const again = await open(`/lightconfig/${live.id}`, [publishes, other, ...world([row(1), edited])]);
		await again.user.click(await screen.findByRole('button', { name: 'Publish version 13' }));
		const question = await screen.findByRole('dialog');
		expect(question).toHaveTextContent('This replaces Partners (TCF, version 12)');
		expect(question).toHaveTextContent('It is another configuration.');
		await again.user.click(within(question).getByRole('button', { name: 'Publish version 13' }));
		// The number that was said is the number that is asked for.
		await waitFor(() => expect(seen.map(({ url }) => url.searchParams.get('version'))).toEqual(['13']));
	});

	it('says before it publishes who is asked again: those who said yes where another purpose stands now', async () => {
		const of = (name: string, about = 'It was said otherwise.') => ({ name, wording: { en: { name, about } } });
		const was = next({
			live: { ...served, purposes: { statistics: of('statistics'), marketing: of('Postal advertising'), gone: of('Gone') } },
		});
		const { user } = await open(`/lightconfig/${live.id}`, [was, ...world([row(1), edited])]);
		await user.click(await screen.findByRole('button', { name: 'Publish version 13' }));
		expect(await screen.findByRole('dialog')).toHaveTextContent(/asked again about Marketing: another purpose/);
	});

	it('says that nobody is asked again where the same was said under the name of another purpose', async () => {
		const said = templates['bottom-bar'].config.categories.find(({ key }) => key === 'marketing')?.texts.en;
		if (!said) throw new Error('The template has no such category');
		const marketing = { name: 'Postal advertising', wording: { en: said, sv: { name: 'Reklam', about: 'Annat.' } } };
		const { user } = await open(`/lightconfig/${live.id}`, [
			next({ live: { ...served, purposes: { marketing } } }),
			...world([row(1), edited]),
		]);
		await user.click(await screen.findByRole('button', { name: 'Publish version 13' }));
		expect(await screen.findByRole('dialog')).not.toHaveTextContent(/asked again/);
	});

	it('publishes without a question where nothing is live', async () => {
		const success = answers(publishConfiguration, { configuration: live, publishedFolder: 'p3', version: 1, findings: [], snippet: '' });
		const { user } = await open(`/lightconfig/${idOf(101)}`, [success, next({ version: 1, live: null }), ...world()]);
		expect(await screen.findByText('Nothing is live on shop.example yet')).toBeInTheDocument();
		await user.click(screen.getByRole('button', { name: 'Publish version 1' }));
		expect(await screen.findByText('Configuration published successfully.')).toBeInTheDocument();
		expect(screen.queryByRole('dialog')).toBeNull();
	});

	it('says when it was published, with how many points, and cannot publish the same again', async () => {
		const publishes = answers(
			publishConfiguration,
			catching({ configuration: live, publishedFolder: 'p3', version: 13, findings: [], snippet: '' }),
		);
		const since = new Date().toISOString();
		const { user } = await open(`/lightconfig/${live.id}`, [publishes, next({ live: { ...served, since } }), ...world()]);
		expect(await screen.findByText('Published just now · 23 points measured')).toBeInTheDocument();
		expect(screen.getByRole('link', { name: /^Open shop\.example/ })).toHaveAttribute('href', 'https://shop.example/');
		const button = screen.getByRole('button', { name: 'Publish version 13' });
		expect(button).toHaveAttribute('aria-disabled', 'true');
		expect(button).toHaveAccessibleDescription('Nothing has changed since version 12 was published.');
		await user.click(button);
		expect(screen.queryByRole('dialog')).toBeNull();
		expect(seen).toEqual([]);
		await user.type(await field('Heading'), '!');
		expect(button).toHaveAttribute('aria-disabled', 'false');
		expect(button).toHaveAccessibleDescription('');
	});

	it('saves on the way without good news of its own, and says that the draft is kept when it is refused', async () => {
		const refusal = refuses(publishConfiguration, 422, {
			code: 'unfair_choice',
			error: 'This banner cannot be published.',
			fields: { 'colours.buttonText': 'More contrast.', 'texts.fi.title': 'Write it.', 'categories.2.texts.en.name': 'Name it.' },
		});
		const { user } = await open(`/lightconfig/${live.id}`, [refusal, answers(saveLightConfiguration, edited), ...world()]);
		await user.type(await field('Heading'), '!');
		await publish(user);
		const alert = await screen.findByRole('alert');
		expect(alert).toHaveTextContent('Your changes are saved as a draft.');
		expect(
			within(alert)
				.getAllByRole('button')
				.map((one) => one.textContent),
		).toEqual(['Text of buttons', 'Heading, in Finnish', 'Marketing: Name in English']);
		expect(screen.queryByText(/successfully/)).toBeNull();
		await user.click(within(alert).getByRole('button', { name: 'Text of buttons' }));
		expect(await field('Text of buttons')).toBeInTheDocument();
	});

	it('says where, how and with whom it asks, and keeps all of it', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=behaviour`, [answers(saveLightConfiguration, catching(live)), ...world()]);
		await user.click(await screen.findByRole('radio', { name: 'In the EEA, the United Kingdom and Switzerland' }));
		expect(screen.queryByRole('note')).toBeNull();
		await user.click(screen.getByRole('radio', { name: 'Advanced' }));
		expect(screen.getByRole('note')).toHaveTextContent(/^Google hears of every visit/);
		await user.click(screen.getByRole('switch', { name: 'Stop known tags' }));
		await user.click(screen.getByRole('switch', { name: 'All hosts under this domain share the choice' }));
		await user.type(await field('Other domains of yours'), 'club.example{Enter}no host');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('no: Use a host name such as shop.example.com')).toBeInTheDocument();
		expect(seen).toEqual([]);
		await user.clear(await field('Other domains of yours'));
		await user.type(await field('Other domains of yours'), 'Club.example');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen).toHaveLength(1));
		expect(JSON.parse(String(Object(seen[0]?.body).config))).toMatchObject({
			geo: 'eea',
			consentModeKind: 'advanced',
			blockKnown: false,
			joined: { subdomains: true, domains: ['club.example'] },
		});
	});

	it('says that somebody else has saved it, and replaces theirs when it is saved once more', async () => {
		const refused = refuses(saveLightConfiguration, 409, { code: 'changed_meanwhile', error: 'Somebody else has changed this.' });
		const { user } = await open(`/lightconfig/${live.id}`, [refused, ...world()]);
		await user.type(await field('Title'), '!');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText(/Somebody else has changed this/)).toBeInTheDocument();
		server.use(answers(saveLightConfiguration, catching(live)));
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen).toHaveLength(1));
		expect(seen[0]?.body).not.toHaveProperty('savedAt');
		await user.type(await field('Title'), '!');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen[1]?.body).toMatchObject({ id: live.id, savedAt: live.savedAt }));
	});

	it('names what somebody else changed, and shows their version to whoever wants it', async () => {
		const theirs = { ...edited, title: 'Theirs', savedAt: '2026-11-30T10:00:00.000Z' };
		const refused = refuses(saveLightConfiguration, 409, { code: 'changed_meanwhile', error: 'Somebody else has changed this.' });
		const { user } = await open(`/lightconfig/${live.id}`, [refused, ...world()]);
		await user.type(await field('Heading'), '!');
		server.use(answers(readConfiguration, stored(theirs)));
		await user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('Somebody else changed: Title.')).toBeVisible();
		expect(await field('Heading')).toHaveDisplayValue(/!$/);
		await user.click(screen.getByRole('button', { name: 'Show their version' }));
		expect(await field('Title')).toHaveValue('Theirs');
		expect(await field('Heading')).not.toHaveDisplayValue(/!$/);
		expect(screen.queryByText(/Somebody else changed:/)).toBeNull();
		server.use(answers(saveLightConfiguration, catching(theirs)));
		await user.type(await field('Heading'), '?');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen[0]?.body).toMatchObject({ title: 'Theirs', savedAt: theirs.savedAt }));
	});

	it('shows what somebody else saved where publishing was refused, and publishes that once it is pressed again', async () => {
		const theirs = { ...edited, title: 'Theirs', savedAt: '2026-11-30T10:00:00.000Z' };
		const refused = refuses(publishConfiguration, 409, { code: 'changed_meanwhile', error: 'Somebody else has changed this.' });
		const { user } = await open(`/lightconfig/${live.id}`, [refused, ...world([row(1), edited])]);
		expect(await field('Title')).toHaveValue(edited.title);
		server.use(answers(readConfiguration, stored(theirs)));
		await publish(user);
		await waitFor(async () => expect(await field('Title')).toHaveValue('Theirs'));
		const published = { publishedFolder: 'p3', version: 13, findings: [], snippet: '' };
		const caught = catching({ ...published, configuration: theirs });
		server.use(answers(publishConfiguration, caught));
		expect(seen).toEqual([]);
		await publish(user);
		await waitFor(() => expect(seen[0]?.url.searchParams.get('savedAt')).toBe(theirs.savedAt));
	});

	it('says what more Google’s tags are told, in plain words, and keeps it', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=behaviour`, [answers(saveLightConfiguration, catching(live)), ...world()]);
		const statistics = within(await screen.findByRole('group', { name: 'Statistics allows' }));
		expect(statistics.getByRole('checkbox', { name: 'cookies for statistics analytics_storage' })).toBeChecked();
		const wait = await field('Wait for an answer, in milliseconds');
		expect([wait.getAttribute('value'), screen.getByText(/Google’s own: 0, they do not wait/)]).toEqual(['0', expect.anything()]);
		await user.clear(wait);
		await user.type(wait, '20000');
		await user.click(screen.getByRole('switch', { name: 'Leave out what identifies an ad click' }));
		await user.click(screen.getByRole('switch', { name: 'Carry the ad click in links' }));
		await user.type(await field('Deny only in these places'), 'fi, Suomi');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		expect(await screen.findByText('SUOMI: Use codes such as FI or US-CA')).toBeInTheDocument();
		await user.clear(wait);
		await user.type(wait, '500');
		await user.clear(await field('Deny only in these places'));
		await user.type(await field('Deny only in these places'), 'fi us-ca');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(seen).toHaveLength(1));
		expect(JSON.parse(String(Object(seen[0]?.body).config)).consentModeOptions).toEqual({
			waitForUpdateMs: 500,
			adsDataRedaction: true,
			urlPassthrough: true,
			regions: ['FI', 'US-CA'],
		});
		// Where the place decides, the list is not needed, and that is said.
		await user.click(screen.getByRole('radio', { name: 'In the EEA, the United Kingdom and Switzerland' }));
		expect(screen.getByText(/^Not used: where the place decides/)).toBeInTheDocument();
	});

	it('says what a category is for, stated or by its key, and shows it as JSON', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=categories&category=3`);
		const kind = await screen.findByRole('combobox', { name: 'What its tags are for' });
		expect(kind).toHaveValue('As its key says: Media');
		await user.click(kind);
		await user.click(await screen.findByRole('option', { name: 'Marketing' }));
		await user.click(screen.getByRole('tab', { name: 'JSON' }));
		const shown = () => JSON.parse(screen.getByRole('region', { name: 'config' }).querySelector('pre')?.textContent ?? '');
		const media = () => shown().categories.find((one: { key: string }) => one.key === 'media');
		expect(media()).toMatchObject({ kind: 'marketing' });
		expect(screen.getByRole('region', { name: 'mapper' })).toHaveTextContent(
			'{ "purposes": {}, "segments": {}, "remembers": "", "pushes": "" }',
		);
		await user.click(screen.getByRole('tab', { name: 'Categories' }));
		await user.click(await screen.findByRole('combobox', { name: 'What its tags are for' }));
		await user.click(await screen.findByRole('option', { name: 'As its key says: Media' }));
		await user.click(screen.getByRole('tab', { name: 'JSON' }));
		expect(media()).not.toHaveProperty('kind');
	});

	it('adds, orders and drops categories by keyboard', async () => {
		const { user } = await open(`/lightconfig/${live.id}?tab=categories`);
		const order = () =>
			within(screen.getByRole('list', { name: 'Categories' }))
				.getAllByRole('listitem')
				.map((item) => item.textContent?.match(/^[a-z]+/i)?.[0]);
		await screen.findByRole('list', { name: 'Categories' });
		screen.getByRole('button', { name: 'Move Media up' }).focus();
		await user.keyboard('{Enter}');
		expect(order()).toEqual(['Necessary', 'Statistics', 'Media', 'Marketing']);
		await user.click(screen.getByRole('button', { name: 'Add a category' }));
		await user.type(await field('Name in English'), 'Research');
		await user.click(screen.getByRole('button', { name: 'All categories' }));
		expect(order().at(-1)).toBe('Research');
		await user.click(screen.getByRole('button', { name: /^Research/ }));
		await user.click(screen.getByRole('button', { name: 'Delete category' }));
		expect(order()).toHaveLength(4);
	});

	it('asks before unsaved edits are lost', async () => {
		const { user, path } = await open(`/lightconfig/${live.id}`);
		await user.type(await field('Heading'), '!');
		await user.click(screen.getByRole('link', { name: 'LightCMP configurator' }));
		expect(await screen.findByText('Leave with unsaved changes?')).toBeInTheDocument();
		expect(path()).toBe(`/lightconfig/${live.id}`);
		await user.click(screen.getByRole('button', { name: 'Discard changes' }));
		await waitFor(() => expect(path()).toBe('/lightconfig'));
	});

	it('names what was changed, and saves it for who leaves', async () => {
		const saved: Asked[] = [];
		const save = answers(saveLightConfiguration, (one) => {
			saved.push(one);
			return live;
		});
		const { user, path } = await open(`/lightconfig/${live.id}`, [save, ...world()]);
		await user.type(await field('Heading'), '!');
		await user.click(screen.getByRole('link', { name: 'LightCMP configurator' }));
		const dialog = await screen.findByRole('dialog', { name: 'Leave with unsaved changes?' });
		expect(
			within(dialog)
				.getAllByRole('listitem')
				.map(({ textContent }) => textContent),
		).toEqual(['Heading, in English']);
		await user.click(within(dialog).getByRole('button', { name: 'Save and close' }));
		await waitFor(() => expect(path()).toBe('/lightconfig'));
		expect(saved).toHaveLength(1);
	});

	it('opens the history by its address, over unsaved edits, and Back closes it', async () => {
		const { user, router } = await open(`/lightconfig/${live.id}`, [
			answers(configurationHistory, []),
			answers(bannerTests, []),
			...world(),
		]);
		await user.type(await field('Heading'), '!');
		await user.click(screen.getByRole('button', { name: 'History' }));
		expect(await screen.findByRole('dialog', { name: 'History' })).toBeVisible();
		await waitFor(() => expect(router.state.location.search).toMatchObject({ panel: 'history' }));
		router.history.back();
		await waitFor(() => expect(screen.queryByRole('dialog', { name: 'History' })).toBeNull());
		expect(await field('Heading')).toHaveValue('Your choice, your data!');
	});

	it('says on the list and in the head of the editor that a test runs, and which domain is unproven', async () => {
		const tested = { ...live, inTest: true };
		const lists = answers(lightConfigurations, [tested]);
		const unproven = answers(customerDomainList, [
			{ customerId: 1, customerName: 'Aalto Oy', domains: [{ id: live.domainId, domain: live.domain, proven: false }] },
		]);
		await open('/lightconfig', [lists, unproven, ...world()]);
		const table = await screen.findByRole('table', { name: 'Light configurations' });
		expect(await within(table).findByText('In a test')).toBeVisible();
		const badge = await within(table).findByRole('link', { name: /^Unproven: how to show that .* is yours$/ });
		expect(badge).toHaveTextContent('Unproven');
		expect(badge.getAttribute('href')).toMatch(/^\/customerdomains\?.*tab=proof/);
	});

	it.each([
		[lightTemplates, 'Invalid template', '/lightconfig/new'],
		[lightTemplate, 'Invalid path', '/lightconfig/new'],
		[sdkFiles, 'Invalid version', `/lightconfig/${live.id}`],
		[lightBundles, 'Invalid version', `/lightconfig/${live.id}`],
	])('says what could not be loaded (%#)', async (call, sentence, path) => {
		await open(path, [refuses(call, 500, { code: 'unexpected' }), ...world()]);
		expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
	});

	it('says that domains could not be loaded, and not that there are none', async () => {
		await open('/lightconfig/new?customer=1', [refuses(customerDomainList, 500, { code: 'unexpected' }), ...world()], 'admin');
		expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
	});

	it('is in Finnish too', async () => {
		chooseLanguage('fi');
		await open(`/lightconfig/${live.id}`);
		expect(await screen.findByText('Valmis julkaistavaksi?')).toBeInTheDocument();
		expect(screen.getByText('Tämä on oikea banneri. Mitään ei kirjata.')).toBeInTheDocument();
		expect(await screen.findByRole('button', { name: 'Julkaise versio 13' })).toBeInTheDocument();
	});
});
