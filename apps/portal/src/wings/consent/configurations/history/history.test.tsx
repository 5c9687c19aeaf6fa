import {
	configurationHistory,
	lightConfigurations,
	type Publication,
	publicationDifference,
	rollBack,
} from '@luvalla/contract/consent/configurations';
import { type BannerTest, bannerTests, endBannerTest, startBannerTest } from '@luvalla/contract/consent/rates';
import { tcfConfigurations } from '@luvalla/contract/consent/tcf';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { configurationRow } from '#portal/test/configuration.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
// Loaded here, so that no test waits for the code of a lazy screen.
import '../light/LightListScreen.tsx';
import '../tcf/TcfListScreen.tsx';
import { screens } from '../screens.ts';

const row = configurationRow(1, {
	title: 'Front page',
	status: 1,
	version: 12,
	publishedFolder: 'p12',
	publishedAt: '2026-11-20T09:42:00.000Z',
	live: true,
});
const publication = (version: number, change: Partial<Publication> = {}): Publication => ({
	folder: `p${version}`,
	version,
	title: 'Front page',
	template: 'bottom-bar',
	bundleVersion: '0.2.0',
	publishedAt: '2026-11-20T09:42:00.000Z',
	publishedBy: 'owner@luvalla.localhost',
	measured: true,
	findings: [
		{ code: 'equal_choices', ok: true, measured: '10/10', where: null, demand: 'Accept and refuse must be equal.' },
		{ code: 'contrast_text', ok: false, measured: '3.1:1', where: 'colours.text', demand: 'The text needs a contrast of 4.5:1.' },
	],
	pictures: ['pictures/en-desktop-1.png', 'pictures/en-phone-2.png', 'pictures/fi-phone-1.png'],
	live: false,
	...change,
});
const live = publication(12, { live: true });
const older = publication(11, { measured: false, pictures: [], findings: [] });

const arm = (version: number, choices: number, yes: [number, number, number] | null): BannerTest['first'] => ({
	folder: `p${version}`,
	version,
	label: 'Front page',
	shown: choices * 2,
	choices,
	all: 0,
	some: 0,
	none: choices,
	rate: yes ? { value: yes[0], low: yes[1], high: yes[2] } : { value: null, low: null, high: null },
});
const running: BannerTest = {
	id: idOf(900),
	domainId: idOf(1),
	domain: 'shop.example',
	startedAt: '2026-11-20T10:00:00.000Z',
	startedBy: 'owner@luvalla.localhost',
	endedAt: null,
	kept: null,
	share: 0.5,
	detect: 5,
	sample: 1564,
	first: arm(12, 812, [0.54, 0.506, 0.574]),
	second: arm(11, 790, [0.561, 0.526, 0.595]),
	difference: { value: 0.021, low: -0.028, high: 0.069 },
	verdict: 'early',
};

const world = ({ publications = [live, older], tests = [] as BannerTest[] } = {}) => [
	answers(lightConfigurations, [row]),
	answers(tcfConfigurations, [{ ...row, type: 1, title: 'Partners' }]),
	answers(bannerTests, () => tests),
	answers(configurationHistory, () => publications),
	answers(publicationDifference, [{ path: 'texts.en.title', before: 'Cookies?', after: 'Your choice' }]),
];
const open = (path = `/lightconfig?id=${row.id}`, handlers = world()) =>
	renderApp(path, { handlers: [...handlers, ...bootOf('customerAdmin')], screens });
const drawer = () => screen.findByRole('dialog', { name: 'History' });

describe('the history of a configuration', () => {
	it.each([
		['/lightconfig', 'Front page'],
		['/tcfconfig', 'Partners'],
	])('opens from the row menu of %s, newest first, and has an address', async (path, title) => {
		const { user, router } = await open(path);
		await user.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
		await user.click(await screen.findByRole('menuitem', { name: 'History' }));
		const shown = within(await drawer());
		await waitFor(() =>
			expect(shown.getAllByRole('button', { name: /^Version/ }).map((button) => button.textContent)).toEqual(['Version 12', 'Version 11']),
		);
		expect(shown.getByText('Live')).toBeInTheDocument();
		expect(shown.getByText('Measured in a browser')).toBeInTheDocument();
		expect(shown.getByText('Not measured')).toBeInTheDocument();
		await waitFor(() => expect(router.state.location.search).toMatchObject({ id: row.id }));
	});

	it('shows what visitors see, each picture in words, and one of them large', async () => {
		const { user } = await open();
		const small = await within(await drawer()).findByRole('img', { name: 'Phone, second layer, in English' });
		expect(small).toHaveAttribute('src', '/cmp/p12/pictures/en-phone-2.png');
		await user.click(small);
		const large = await screen.findByRole('dialog', { name: 'Version 12 · Phone, second layer, in English' });
		await user.click(within(large).getByRole('button', { name: 'Next picture' }));
		expect(await screen.findByRole('dialog', { name: 'Version 12 · Phone, first layer, in Finnish' })).toBeInTheDocument();
		expect(screen.getByText('3 of 3')).toBeInTheDocument();
	});

	it('leaves the drawer open when Esc closes what stands over it', async () => {
		const { user } = await open();
		await user.click(await within(await drawer()).findByRole('img', { name: 'Desktop, first layer, in English' }));
		await screen.findByRole('dialog', { name: /^Version 12/ });
		await user.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Version 12/ })).toBeNull());
		expect(screen.getByRole('dialog', { name: 'History' })).toBeInTheDocument();
		await user.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog', { name: 'History' })).toBeNull());
	});

	it('says of each point whether it held, what it demands and what was found', async () => {
		await open();
		const points = within(await drawer());
		const failed = (await points.findByText('The text needs a contrast of 4.5:1.')).closest('li');
		expect(failed).toHaveTextContent('Failed: The text needs a contrast of 4.5:1. Found: 3.1:1 colours.text');
		expect(points.getByText('Accept and refuse must be equal.').closest('li')).toHaveTextContent('Held:');
	});

	it('shows every field that differs from the version before', async () => {
		const asked: Asked[] = [];
		const { user } = await open(undefined, [
			answers(publicationDifference, (one) => {
				asked.push(one);
				return [{ path: 'texts.en.title', before: 'Cookies?', after: 'Your choice' }];
			}),
			...world(),
		]);
		const table = await within(await drawer()).findByRole('table', { name: 'Changes since version 11' });
		expect(await within(table).findByRole('cell', { name: 'Your choice' })).toBeInTheDocument();
		expect(within(table).getByRole('cell', { name: 'Cookies?' })).toBeInTheDocument();
		expect(asked[0]?.params).toMatchObject({ folder: 'p12' });
		expect(asked[0]?.url.searchParams.get('from')).toBe('p11');
		await user.click(screen.getByRole('button', { name: 'Version 11' }));
		expect(await screen.findByText('The first version: nothing came before it.')).toBeInTheDocument();
		expect(screen.getByText('No pictures: this version was published without a browser.')).toBeInTheDocument();
	});

	it('serves an earlier version after asking', async () => {
		const asked: Asked[] = [];
		const { user } = await open(undefined, [
			answers(rollBack, (one) => {
				asked.push(one);
				return { folder: 'p11', version: 11, domainId: idOf(1) };
			}),
			...world(),
		]);
		await user.click(await within(await drawer()).findByRole('button', { name: 'Version 11' }));
		await user.click(screen.getByRole('button', { name: 'Serve this version' }));
		const question = await screen.findByRole('dialog', { name: 'Serve version 11 again?' });
		expect(asked).toEqual([]);
		await user.click(within(question).getByRole('button', { name: 'Serve version 11' }));
		expect(await screen.findByText('Configuration published successfully.')).toBeInTheDocument();
		expect(asked[0]?.params).toMatchObject({ folder: 'p11' });
	});

	it('says what to do when nothing is published, and what happened when it fails', async () => {
		const { unmount } = await open(undefined, world({ publications: [] }));
		expect(await screen.findByText('Nothing published yet')).toBeInTheDocument();
		unmount();
		await open(undefined, [refuses(configurationHistory, 500, { code: 'unexpected' }), ...world()]);
		expect(await within(await drawer()).findByRole('alert')).toHaveTextContent('error occured');
	});
});

describe('a test of two publications', () => {
	it('is started with a share and a smallest difference, and says the sample it takes', async () => {
		const asked: Asked[] = [];
		const { user } = await open(undefined, [
			answers(startBannerTest, (one) => {
				asked.push(one);
				return running;
			}),
			...world(),
		]);
		await user.click(await within(await drawer()).findByRole('button', { name: 'Version 11' }));
		await user.click(screen.getByRole('button', { name: 'Test against the live one' }));
		const share = await screen.findByRole('textbox', { name: 'Share who see version 11, in %' });
		await user.clear(share);
		await user.type(share, '97');
		await user.click(screen.getByRole('button', { name: 'Start the test' }));
		expect(await screen.findByText('Write a number from 5 to 95')).toBeInTheDocument();
		expect(asked).toEqual([]);
		await user.clear(share);
		await user.type(share, '20');
		const detect = screen.getByRole('textbox', { name: 'Smallest difference worth finding, in percentage points' });
		await user.clear(detect);
		await user.type(detect, '2,5');
		await user.click(screen.getByRole('button', { name: 'Start the test' }));
		expect(await screen.findByText('The test runs. Each version needs 1,564 choices.')).toBeInTheDocument();
		expect(asked[0]).toMatchObject({ params: { folder: 'p11' }, body: { share: 0.2, detect: 2.5 } });
	});

	it('shows both arms with their intervals, the sample and what may be said so far', async () => {
		await open(undefined, world({ tests: [running] }));
		const card = within(await within(await drawer()).findByRole('region', { name: 'Running test' }));
		expect(card.getByText('54.0%').parentElement).toHaveTextContent('54.0% (50.6% to 57.4%)');
		expect(card.getByText('812 of 1,564 choices')).toBeInTheDocument();
		expect(
			card.getByText('The consent rate of version 11 differs by +2.1 percentage points, with 95% confidence from −2.8 to +6.9.'),
		).toBeInTheDocument();
		expect(card.getByText('Too early to tell: 790 of 1,564 choices.')).toBeInTheDocument();
	});

	it.each([
		['none', 'No clear difference: zero lies within the interval.'],
		['first', 'Version 12 has the higher consent rate: the interval leaves zero out.'],
		['second', 'Version 11 has the higher consent rate: the interval leaves zero out.'],
	] as const)('says the verdict %s in words', async (verdict, sentence) => {
		await open(undefined, world({ tests: [{ ...running, verdict }] }));
		expect(await screen.findByText(sentence)).toBeInTheDocument();
	});

	it('offers no other version to serve or test while it runs', async () => {
		const { user } = await open(undefined, world({ tests: [running] }));
		await user.click(await within(await drawer()).findByRole('button', { name: 'Version 11' }));
		expect(screen.queryByRole('button', { name: 'Serve this version' })).toBeNull();
		expect(screen.getByText(/^A test is running on this domain/)).toBeInTheDocument();
	});

	it('ends with either arm kept, after asking and saying that it is early', async () => {
		const asked: Asked[] = [];
		let ended = running;
		const { user } = await open(undefined, [
			answers(endBannerTest, (one) => {
				asked.push(one);
				ended = { ...running, endedAt: '2026-11-21T10:00:00.000Z', kept: 'p11' };
				return ended;
			}),
			answers(bannerTests, () => [ended]),
			...world(),
		]);
		await user.click(await within(await drawer()).findByRole('button', { name: 'End and keep version 11' }));
		const question = await screen.findByRole('dialog', { name: 'End the test and keep version 11?' });
		expect(question).toHaveTextContent('It is too early to tell: 790 of 1,564 choices.');
		expect(asked).toEqual([]);
		await user.click(within(question).getByRole('button', { name: 'End the test' }));
		expect(await screen.findByText('The test has ended. Version 11 is live.')).toBeInTheDocument();
		expect(asked[0]?.params).toMatchObject({ folder: 'p11' });
		expect(await screen.findByText('Version 12 against 11: version 11 was kept.')).toBeInTheDocument();
		expect(screen.queryByRole('region', { name: 'Running test' })).toBeNull();
	});

	it('is told in Finnish too', async () => {
		chooseLanguage('fi');
		await open(undefined, world({ tests: [running] }));
		expect(await screen.findByText(/^Liian aikaista sanoa: 790\/1.564 valintaa\.$/)).toBeInTheDocument();
		expect(screen.getByText(/^Suostumusasteen ero versiossa 11 on \+2,1 prosenttiyksikköä/)).toBeInTheDocument();
	});
});
