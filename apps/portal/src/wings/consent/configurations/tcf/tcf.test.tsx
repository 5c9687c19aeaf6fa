import { tcfTemplates as made } from '@luvalla/banner/tcf/templates';
import type { AnswerOf } from '@luvalla/contract/call';
import {
	type Configuration,
	nextPublication,
	publishConfiguration,
	readConfiguration,
	sdkFiles,
} from '@luvalla/contract/consent/configurations';
import {
	deleteTcfConfiguration,
	saveTcfConfiguration,
	TcfConfig,
	tcfBundles,
	tcfConfigurations,
	tcfTemplate,
	tcfTemplates,
} from '@luvalla/contract/consent/tcf';
import { fetchGvlFile, gvlFile, gvlFiles, officialTexts, VENDOR_LIST_MAX_BYTES, VendorList } from '@luvalla/contract/consent/vendor-lists';
import { segments } from '@luvalla/contract/profiles/segments';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { configurationRow } from '#portal/test/configuration.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { screens } from '../screens.ts';

const entries = (count: number, kind: string) =>
	Object.fromEntries(
		Array.from({ length: count }, (_, i) => [
			String(i + 1),
			{ id: i + 1, name: `${kind} ${i + 1}`, description: 'What it means.', illustrations: [] },
		]),
	);
const vendor = (id: number, name: string, change: object = {}) => ({
	id,
	name,
	purposes: [1, 3, 4],
	legIntPurposes: [7],
	flexiblePurposes: [],
	specialPurposes: [1],
	features: [],
	specialFeatures: [1],
	...change,
});
const list = VendorList.parse({
	gvlSpecificationVersion: 3,
	vendorListVersion: 77,
	tcfPolicyVersion: 5,
	lastUpdated: '2026-10-01T16:00:00Z',
	purposes: entries(11, 'Purpose'),
	specialPurposes: entries(3, 'Special purpose'),
	features: entries(3, 'Feature'),
	specialFeatures: entries(2, 'Special feature'),
	stacks: { 1: { id: 1, name: 'Advertising', description: 'All of it.', purposes: [3, 4], specialFeatures: [] } },
	vendors: { 1: vendor(1, 'Alpha Ads'), 2: vendor(2, 'Beta Media'), 3: vendor(3, 'Gamma', { deletedDate: '2026-01-01T00:00:00Z' }) },
});

const row = (n: number, change: Partial<Configuration> = {}): Configuration =>
	configurationRow(n, { title: `Partners ${n}`, type: 1, template: 'tcf-bar', ...change });
const english = { ...made['tcf-bar'].config, languages: ['en' as const] };
const stored = (of: Configuration, config: object = english): AnswerOf<typeof readConfiguration> => ({
	...of,
	config: JSON.stringify(config),
	mapper: '{"purposes":{}}',
	can: { publish: true, delete: true },
});
const build = (file: string) => ({ version: '0.2.0', file, bytes: 5000, sha256: 'a'.repeat(64) });

/** A stored vendor list, as the list of them has it. */
const storedList = (version: number, newest: boolean) => ({
	id: version,
	vendorListVersion: version,
	tcfPolicyVersion: 5,
	lastUpdated: '2026-10-01T16:00:00.000Z',
	vendors: 2,
	deleted: 1,
	languages: [],
	source: 'uploaded' as const,
	storedAt: '2026-11-20T10:00:00.000Z',
	bytes: 1000,
	newest,
});

const world = ({
	rows = [row(1), row(2, { live: true, status: 1, version: 3 })],
	cmpId = 31 as number | null,
	config = english as object,
} = {}) => [
	answers(tcfConfigurations, ({ url }) =>
		rows.filter((one) => one.title.toLowerCase().includes((url.searchParams.get('q') ?? '').toLowerCase())),
	),
	answers(segments, []),
	answers(tcfTemplates, { templates: Object.values(made).map(({ name, title, position }) => ({ name, title, position })) }),
	answers(tcfTemplate, ({ params }) => made[params.template === 'tcf-box' ? 'tcf-box' : 'tcf-bar']),
	answers(nextPublication, { version: 1, site: 'https://shop.example/', live: null }),
	answers(sdkFiles, { sdkFiles: [build('sdk.js')] }),
	answers(tcfBundles, { bundles: [build('tcf.js')], cmpId, cmpVersion: 1 }),
	answers(gvlFile, { list, language: 'en' }),
	answers(gvlFiles, [storedList(77, true)]),
	answers(officialTexts, list),
	// Last: its {id} would take the words of the others.
	answers(readConfiguration, ({ params }) => stored(rows.find((one) => one.id === params.id) ?? row(1), config)),
];
const open = (path: string, handlers = world(), kind: Kind = 'customerAdmin') =>
	renderApp(path, { handlers: [...handlers, ...bootOf(kind)], screens });
const field = (name: string) => screen.findByRole('textbox', { name });

describe('the list of TCF configurations', () => {
	it('shows title, domain and state, searches, and deletes what is not live', async () => {
		const sent: Asked[] = [];
		const { user } = await open('/tcfconfig', [
			answers(deleteTcfConfiguration, (asked) => {
				sent.push(asked);
				return { folder: String(asked.params.folder) };
			}),
			...world(),
		]);
		expect(await screen.findByRole('heading', { name: 'TCF configurations' })).toBeVisible();
		expect(await screen.findByRole('link', { name: 'Partners 1' })).toHaveAttribute(
			'href',
			expect.stringContaining(`/tcfconfig/${idOf(101)}`),
		);
		await user.click(screen.getByRole('button', { name: /Partners 2/ }));
		expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
		await user.keyboard('{Escape}');
		await user.click(screen.getByRole('button', { name: /Partners 1/ }));
		await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
		await user.click(await screen.findByRole('button', { name: 'Delete configuration' }));
		await waitFor(() => expect(sent.map((one) => one.params.folder)).toEqual(['d1']));
	});

	it('says what to do when there is none', async () => {
		await open('/tcfconfig', world({ rows: [] }));
		expect(await screen.findByText('No TCF banners yet')).toBeVisible();
	});
});

describe('the TCF editor', () => {
	it('leads back to the list where the address names none, and offers to try again where loading failed', async () => {
		const { unmount } = await open(`/tcfconfig/${idOf(404)}`, [refuses(readConfiguration, 404, { code: 'not_found' }), ...world()]);
		expect(await screen.findByRole('heading', { name: 'This banner is not there, or not for you' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'To the banners' })).toHaveAttribute('href', '/tcfconfig');
		expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
		unmount();
		await open(`/tcfconfig/${idOf(404)}`, [refuses(readConfiguration, 403, { code: 'not_allowed' }), ...world()]);
		expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
		expect(screen.queryByText(/is not there/)).toBeNull();
	});
	it('saves what was chosen: partners, special features, restrictions and a mapped purpose', async () => {
		const sent: Asked[] = [];
		const { user, path } = await open('/tcfconfig/new?domain=shop.example', [
			answers(saveTcfConfiguration, (asked) => {
				sent.push(asked);
				return row(1);
			}),
			...world(),
		]);
		await user.type(await field('Title'), 'Front page');
		await user.click(screen.getByRole('tab', { name: 'Partners' }));
		await user.click(await screen.findByRole('radio', { name: 'Only those chosen here' }));
		expect(screen.queryByRole('checkbox', { name: 'Gamma' })).toBeNull();
		await user.click(screen.getByRole('checkbox', { name: 'Beta Media' }));
		await user.type(screen.getByRole('textbox', { name: /additional list/ }), '89, Outside, https://outside.example/');
		await user.click(screen.getByRole('tab', { name: 'Purposes' }));
		await user.click(await screen.findByRole('checkbox', { name: 'Special feature 1' }));
		await user.click(screen.getByRole('checkbox', { name: 'Advertising' }));
		await user.click(screen.getByRole('tab', { name: 'Mapping' }));
		await user.type(await screen.findByRole('textbox', { name: /p3 · Purpose 3/ }), 'Ads');
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(sent).toHaveLength(1));
		const body = sent[0]?.body as { type: number; config: string; mapper: string; template: string };
		expect(TcfConfig.parse(JSON.parse(body.config))).toMatchObject({
			languages: ['en'],
			vendors: [2],
			specialFeatures: [1],
			stacks: [1],
			acProviders: [{ id: 89, name: 'Outside', policyUrl: 'https://outside.example/' }],
		});
		expect([body.type, body.template, JSON.parse(body.mapper)]).toEqual([1, 'tcf-bar', { purposes: { p3: 'Ads' }, segments: {} }]);
		await waitFor(() => expect(path()).toBe(`/tcfconfig/${idOf(101)}`));
	});

	it('asks for the official texts of a language once it is chosen', async () => {
		const asked: string[] = [];
		const { user } = await open(`/tcfconfig/${idOf(101)}`, [
			answers(officialTexts, ({ params }) => {
				asked.push(String(params.language));
				return list;
			}),
			...world(),
		]);
		const add = async (language: string) => {
			await user.click(await screen.findByRole('combobox', { name: 'Add a language' }));
			await user.type(screen.getByRole('combobox', { name: 'Add a language' }), language);
			await user.click(await screen.findByRole('option', { name: new RegExp(language) }));
		};
		await add('Swedish');
		expect(await screen.findByDisplayValue('Neka alla')).toHaveAttribute('lang', 'sv');
		await waitFor(() => expect(asked).toEqual(['sv']));
		expect(screen.queryByText('The official texts are not stored in this language.')).toBeNull();
	});

	it('says of a language without official texts that the framework’s banner cannot speak it', async () => {
		const sentence = 'IAB Europe has no official texts in this language, so a TCF banner cannot speak it.';
		const config = {
			...made['tcf-bar'].config,
			languages: ['en', 'ga'],
			texts: { ...made['tcf-bar'].config.texts, ga: made['tcf-bar'].config.texts.en },
		};
		await open(`/tcfconfig/${idOf(101)}`, [
			refuses(officialTexts, 422, { code: 'no_official_texts', error: sentence }),
			...world({ config }),
		]);
		expect(await screen.findByText(sentence)).toBeVisible();
		expect(await screen.findByText('The official texts are not stored in this language.')).toBeVisible();
	});

	it('restricts some partners, found by name or number, and says what is not there', async () => {
		const sent: Asked[] = [];
		const { user } = await open(`/tcfconfig/${idOf(101)}`, [
			answers(saveTcfConfiguration, (asked) => {
				sent.push(asked);
				return row(1);
			}),
			...world(),
		]);
		await user.click(await screen.findByRole('tab', { name: 'Restrictions' }));
		expect(await screen.findByText('No restrictions: partners do what they declare.')).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Add a restriction' }));
		const choose = async (name: string, option: RegExp) => {
			await user.click(screen.getByRole('combobox', { name }));
			await user.click(await screen.findByRole('option', { name: option }));
		};
		await choose('Purpose', /^3 · Purpose 3/);
		// A purpose of consent alone can only be forbidden.
		await user.click(screen.getByRole('combobox', { name: 'What is allowed' }));
		expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(['Not allowed']);
		await user.keyboard('{Escape}');

		const find = screen.getByRole('combobox', { name: 'Find a partner by name or number' });
		await user.type(find, '4000');
		await user.tab();
		expect(find).toHaveAccessibleDescription(/Partner 4000 is not on vendor list 77\./);
		await user.type(find, 'gamma');
		await user.tab();
		expect(find).toHaveAccessibleDescription(/Gamma \(3\) left the framework on Jan-01-2026\./);
		await user.type(find, 'nobody');
		await user.tab();
		expect(find).toHaveAccessibleDescription(/No partner of vendor list 77 is called “nobody”\./);
		await user.type(find, '2');
		await user.click(await screen.findByRole('option', { name: 'Beta Media (2)' }));
		expect(screen.getByRole('button', { name: 'Take out Beta Media (2)' })).toBeVisible();
		expect(screen.getByText('1 partner may do less because of it.')).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(sent).toHaveLength(1));
		const { config } = Object(sent[0]?.body);
		expect(JSON.parse(config).publisherRestrictions).toEqual([{ purpose: 3, type: 0, vendors: [2] }]);
	});

	it('keeps a restricted partner that is unknown or has left in sight until it is taken out', async () => {
		const config = { ...english, vendors: [1, 2], publisherRestrictions: [{ purpose: 3, type: 0, vendors: [2, 3, 4000] }] };
		const { user } = await open(`/tcfconfig/${idOf(101)}?tab=restrictions`, world({ config }));
		const ready = await screen.findByRole('region', { name: 'Ready to publish?' });
		const names = 'A restriction names partners that are not on the list any more.';
		expect(within(ready).getByText(names)).toBeVisible();
		const folded = await screen.findByRole('button', { name: /^3 · Purpose 3.*3 partners.*Gamma \(3\) left the framework/ });
		await user.click(folded);
		expect(await screen.findByText('Partner 4000 is not on vendor list 77.')).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Take out Gamma (3)' }));
		await user.click(screen.getByRole('button', { name: 'Take out 4000' }));
		await waitFor(() => expect(within(ready).queryByText(names)).toBeNull());
	});

	it('refuses a second restriction of the same purpose and kind, and one without partners', async () => {
		const same = { purpose: 3, type: 0, vendors: 'all' };
		const config = { ...english, publisherRestrictions: [same, { purpose: 7, type: 0, vendors: 'all' }] };
		const { user } = await open(`/tcfconfig/${idOf(101)}?tab=restrictions`, world({ config }));
		await user.click(await screen.findByRole('button', { name: /^7 · Purpose 7/ }));
		await user.click(screen.getByRole('combobox', { name: 'Purpose' }));
		await user.click(await screen.findByRole('option', { name: /^3 · / }));
		expect(screen.getByText('This restriction stands already')).toBeVisible();
		await user.click(screen.getByRole('combobox', { name: 'Purpose' }));
		await user.click(await screen.findByRole('option', { name: /^7 · / }));
		await user.click(screen.getByRole('radio', { name: 'Only those chosen here' }));
		await user.click(screen.getByRole('tab', { name: 'Texts' }));
		await user.click(screen.getByRole('button', { name: 'Save' }));
		// It leads to the restriction that is meant.
		expect(await screen.findByText('Choose at least one vendor')).toBeVisible();
	});

	it('says which yeses grant each of Google’s types, and which can never be', async () => {
		const sent: Asked[] = [];
		const { user } = await open(`/tcfconfig/${idOf(101)}?tab=behaviour`, [
			answers(saveTcfConfiguration, (asked) => {
				sent.push(asked);
				return row(1);
			}),
			...world(),
		]);
		const group = async (name: RegExp) => within(await screen.findByRole('group', { name }));
		const storage = await group(/ad_storage$/);
		await user.click(storage.getByRole('button', { name: 'Take out p1 · Purpose 1' }));
		expect(storage.getByText('Never granted.')).toBeVisible();
		const data = await group(/ad_user_data$/);
		expect(data.getByText('Granted when all of these have a yes.')).toBeVisible();
		await user.click(storage.getByRole('combobox', { name: 'Add what ad_storage needs' }));
		await user.click(await screen.findByRole('option', { name: 'p9 · Purpose 9' }));
		expect(storage.getByText('Nobody is asked for this, so the type is never granted.')).toBeVisible();
		await user.click(screen.getByRole('switch', { name: 'Leave out what identifies an ad click' }));
		await user.click(screen.getByRole('button', { name: 'Save' }));
		await waitFor(() => expect(sent).toHaveLength(1));
		const { config } = Object(sent[0]?.body);
		expect(JSON.parse(config).consentMode).toEqual({ ...english.consentMode, ad_storage: ['p9'] });
		expect(JSON.parse(config).consentModeOptions).toEqual({ ...english.consentModeOptions, adsDataRedaction: true });
	});

	it('names each policy point that fails while typing, and the held ones by their number', async () => {
		const { user } = await open(`/tcfconfig/${idOf(101)}`);
		const ready = await screen.findByRole('region', { name: 'Ready to publish?' });
		expect(await within(ready).findByText(/points of the policies hold/)).toBeVisible();
		await user.clear(await field('Accept button'));
		await user.type(await field('Accept button'), 'Refuse all');
		expect(await within(ready).findByText(/Accept and refuse are not equal/)).toBeVisible();
	});

	it('says before anybody tries that nothing can be published without a CMP id', async () => {
		const { user } = await open(`/tcfconfig/${idOf(101)}`, world({ cmpId: null }));
		expect(await screen.findByText('This installation has no CMP id.')).toBeVisible();
		const publish = await screen.findByRole('button', { name: /^Publish version/ });
		expect(publish).toHaveAccessibleDescription('Publishing needs a CMP id first');
		await user.click(publish);
		expect(screen.queryByRole('dialog')).toBeNull();
	});

	it('publishes, or says in the server’s words why not', async () => {
		const refusal = refuses(publishConfiguration, 422, { code: 'no_list', error: 'There is no vendor list any more.' });
		const { user } = await open(`/tcfconfig/${idOf(101)}`, [refusal, ...world()]);
		await user.click(await screen.findByRole('button', { name: /^Publish version/ }));
		expect(await screen.findByText('There is no vendor list any more.')).toBeVisible();
	});

	it('publishes a new one in one go and then stands at its own address, published', async () => {
		const published = row(1, { status: 1, live: true, version: 1 });
		const { user, path } = await open('/tcfconfig/new?domain=shop.example', [
			answers(saveTcfConfiguration, row(1)),
			answers(publishConfiguration, {
				configuration: published,
				publishedFolder: `p${'0'.repeat(64)}`,
				version: 1,
				findings: [],
				snippet: '<script src="/cmp/d/x.js"></script>',
			}),
			...world({ rows: [published] }),
		]);
		await user.type(await field('Title'), 'Partners 1');
		await user.click(await screen.findByRole('button', { name: /^Publish version/ }));
		await waitFor(() => expect(path()).toBe(`/tcfconfig/${idOf(101)}`));
		expect(await screen.findByText('Published')).toBeVisible();
	});

	it('shows which field a refused publication means', async () => {
		const refusal = refuses(publishConfiguration, 422, {
			code: 'tcf_policy',
			error: 'One point fails.',
			fields: { languages: 'The official texts are missing.' },
		});
		const { user } = await open(`/tcfconfig/${idOf(101)}`, [refusal, ...world()]);
		await user.click(await screen.findByRole('button', { name: /^Publish version/ }));
		const note = await screen.findByRole('alert');
		expect(note).toHaveTextContent('Not published. One point fails.');
		expect(note).toHaveTextContent('Languages of the banner: The official texts are missing.');
		expect(note).toHaveFocus();
	});

	it('works without a vendor list and says so; a platform admin fetches it', async () => {
		const sent: Asked[] = [];
		const without = [answers(gvlFiles, []), ...world()];
		const { unmount } = await open('/tcfconfig/new', without);
		expect(await screen.findByRole('heading', { name: 'No vendor list is stored yet' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Ask for the list' })).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Fetch now' })).toBeNull();
		const publish = screen.getByRole('button', { name: /^Publish/ });
		expect(publish).toHaveAttribute('aria-disabled', 'true');
		expect(publish).toHaveAccessibleDescription('Publishing needs a vendor list first');
		unmount();
		const fetched = answers(fetchGvlFile, (asked) => {
			sent.push(asked);
			return { stored: true, files: [] };
		});
		const { user } = await open('/tcfconfig/new?customer=1', [fetched, ...without], 'admin');
		await user.click(await screen.findByRole('button', { name: 'Fetch now' }));
		await waitFor(() => expect(sent).toHaveLength(1));
	});

	it('has a page of the lists for ADMIN, from the menu', async () => {
		await open('/tcfconfig/vendorlists', world(), 'admin');
		const table = await screen.findByRole('table', { name: 'Vendor lists' });
		expect(await within(table).findByText('In use')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Upload a list' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Vendor lists' })).toHaveAttribute('aria-current', 'page');
	});

	describe('uploading a vendor list', () => {
		const choose = async (user: UserEvent, content = '{}') => {
			await user.click(await screen.findByRole('button', { name: 'Upload a list' }));
			const dialog = await screen.findByRole('dialog', { name: 'Upload a vendor list' });
			const input = document.querySelector<HTMLInputElement>('input[type=file]');
			if (!input) throw new Error('There is no field for a file.');
			await user.upload(input, new File([content], 'vendor-list.json', { type: 'application/json' }));
			const go = within(dialog).getByRole('button', { name: 'Upload file' });
			if (!go.hasAttribute('disabled')) await user.click(go);
			return { dialog, go };
		};
		const send = async (upload: HttpHandler, content?: string) => {
			const { user } = await open('/tcfconfig/new?customer=1', [upload, answers(gvlFiles, [storedList(77, true)]), ...world()], 'admin');
			return choose(user, content);
		};
		/** The body is a form: it is not looked into here; the server's tests do. */
		const takes = (files: ReturnType<typeof storedList>[]) =>
			http.post('*/api/cmpconfigurator/gvlfile', () => HttpResponse.json({ data: files }));

		it('says what is stored, and that a newer list stays in use', async () => {
			const { dialog } = await send(takes([storedList(77, true), storedList(70, false)]));
			expect(await within(dialog).findByText(/^Vendor list 70 of Oct-01-2026 is stored\..*Vendor list 77 is newer/)).toBeVisible();
		});

		it('keeps the editor and what was typed in it when the first list arrives', async () => {
			let there = false;
			const first = http.post('*/api/cmpconfigurator/gvlfile', () => {
				there = true;
				return HttpResponse.json({ data: [storedList(77, true)] });
			});
			const lists = answers(gvlFiles, () => (there ? [storedList(77, true)] : []));
			const { user } = await open('/tcfconfig/new?customer=1', [first, lists, ...world()], 'admin');
			await user.type(await field('Title'), 'Typed before');
			expect(screen.getByRole('heading', { name: 'No vendor list is stored yet' })).toBeVisible();
			const { dialog } = await choose(user);
			expect(await within(dialog).findByText(/^Vendor list 77 of/)).toBeVisible();
			expect(await screen.findByText(/^Vendor list 77, 2 partners/)).toBeInTheDocument();
			expect(screen.getByLabelText('Title')).toHaveValue('Typed before');
		});

		it('says that nothing changed when it was there', async () => {
			const { dialog } = await send(takes([storedList(77, true)]));
			expect(await within(dialog).findByText('This list was stored already. Nothing changed.')).toBeVisible();
		});

		it('says in the server’s words what is wrong with the file', async () => {
			const answer = { code: 'not_a_list', error: 'This is no vendor list that can be used.', fields: { file: 'It may be cut off.' } };
			const { dialog } = await send(http.post('*/api/cmpconfigurator/gvlfile', () => HttpResponse.json(answer, { status: 422 })));
			expect(await within(dialog).findByRole('alert')).toHaveTextContent('This is no vendor list that can be used. It may be cut off.');
		});

		it('does not send what is too large', async () => {
			const { dialog, go } = await send(takes([]), ' '.repeat(VENDOR_LIST_MAX_BYTES + 1));
			expect(await within(dialog).findByRole('alert')).toHaveTextContent('A vendor list may have 8 MB at most.');
			expect(go).toBeDisabled();
		});
	});

	it.each([
		[tcfTemplates, 'Invalid template', '/tcfconfig/new'],
		[tcfTemplate, 'Invalid path', '/tcfconfig/new'],
		[tcfBundles, 'Invalid version', `/tcfconfig/${idOf(101)}`],
		[sdkFiles, 'Invalid version', `/tcfconfig/${idOf(101)}`],
	])('shows the fixed text when a part does not load', async (call, sentence, path) => {
		await open(path, [refuses(call, 500, { code: 'internal' }), ...world()]);
		expect(await screen.findByText(sentence)).toBeVisible();
	});
});
