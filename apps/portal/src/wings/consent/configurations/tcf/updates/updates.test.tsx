import {
	compareGvlFiles,
	type GvlEntry,
	gvlFile,
	gvlFiles,
	Vendor,
	VendorList,
	vendorsAsked,
} from '@luvalla/contract/consent/vendor-lists';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listDateText } from '#portal/lib/dates.ts';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { screens } from '../../screens.ts';

const vendor = (id: number, change: object = {}) =>
	Vendor.parse({
		id,
		name: `Vendor ${id}`,
		purposes: [1, 3],
		legIntPurposes: [7, 9],
		flexiblePurposes: [9],
		specialPurposes: [],
		features: [],
		specialFeatures: [],
		cookieMaxAgeSeconds: 86_400,
		urls: [{ langId: 'en', privacy: id === 253 ? 'javascript:alert(1)' : `https://v${id}.example/privacy` }],
		...change,
	});
const entry = (status: GvlEntry['status'], current: Vendor, change: Partial<GvlEntry> = {}): GvlEntry => ({
	status,
	currentVendor: current,
	previousVendor: null,
	undeleted: false,
	gone: false,
	fields: [],
	material: false,
	...change,
});
const moved = entry('changed', vendor(53, { name: 'Sirdata', purposes: [1, 3, 9], legIntPurposes: [7], flexiblePurposes: [] }), {
	previousVendor: vendor(53, { name: 'Sirdata' }),
	fields: ['purposes', 'legIntPurposes', 'flexiblePurposes'],
	material: true,
});
const longer = entry('changed', vendor(253, { name: 'Improve', cookieMaxAgeSeconds: 10 * 86_400 }), {
	previousVendor: vendor(253, { name: 'Improve' }),
	fields: ['cookieMaxAgeSeconds'],
});
const left = entry('deleted', vendor(468, { name: 'Neustar', deletedDate: '2023-09-04T12:00:00Z' }), { previousVendor: vendor(468) });
const gone = entry('deleted', vendor(311, { name: 'Mobfox' }), { previousVendor: vendor(311), gone: true });
const back = entry('added', vendor(12, { name: 'Returned' }), { undeleted: true });
const fresh = Array.from({ length: 7 }, (_, n) => entry('added', vendor(1000 + n)));
const ENTRIES = [moved, longer, left, gone, back, ...fresh];

const stored = (version: number, lastUpdated: string, vendors: number) => ({
	id: version,
	vendorListVersion: version,
	tcfPolicyVersion: 5,
	lastUpdated,
	vendors,
	deleted: 1,
	languages: [],
	source: 'fetched' as const,
	storedAt: '2026-11-20T10:00:00.000Z',
	bytes: 1000,
	newest: version === 17,
});
const FILES = [
	stored(17, '2023-09-07T12:00:00.000Z', 692),
	stored(12, '2023-08-03T12:00:00.000Z', 600),
	stored(7, '2023-06-29T12:00:00.000Z', 376),
];
const named = (count: number) =>
	Object.fromEntries(
		Array.from({ length: count }, (_, n) => [n + 1, { id: n + 1, name: `Purpose ${n + 1}`, description: '', illustrations: [] }]),
	);
const list = VendorList.parse({
	gvlSpecificationVersion: 3,
	vendorListVersion: 17,
	tcfPolicyVersion: 5,
	lastUpdated: '2023-09-07T12:00:00Z',
	purposes: named(11),
	specialPurposes: {},
	features: {},
	specialFeatures: {},
	stacks: {},
	vendors: {},
});
const BANNERS = [
	{ id: idOf(1), title: 'Aalto-lehti TCF', domain: 'shop.example', version: 5, vendorListVersion: 7, vendors: [53, 468, 1000] },
	{ id: idOf(2), title: 'Aalto kauppa TCF', domain: 'club.example', version: 3, vendorListVersion: 12, vendors: [53] },
];

const open = (path = '/gvlupdates', { kind = 'customerAdmin' as Kind, files = FILES, entries = ENTRIES, asked = [] as Asked[] } = {}) =>
	renderApp(path, {
		handlers: [
			answers(compareGvlFiles, (one) => {
				asked.push(one);
				return entries;
			}),
			answers(gvlFiles, files),
			answers(gvlFile, { list, language: 'en' }),
			answers(vendorsAsked, BANNERS),
			...bootOf(kind),
		],
		screens,
	});
const group = async (name: string) => screen.findByRole('table', { name });
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

describe('two vendor lists', () => {
	it('are the newest and the one before, told by the weight of what changed and with the banners that name somebody', async () => {
		const asked: Asked[] = [];
		const { container } = await open('/gvlupdates', { asked });
		expect(await screen.findByRole('heading', { level: 1, name: '1 vendor changed what it asks for' })).toBeVisible();
		expect(asked.map(({ url }) => url.search)).toEqual(['?currentFileid=17&previousFileid=12']);
		await group('Changed, material');
		expect(rowOf('Sirdata')).toHaveTextContent(/Purpose 9 moves to consent.*2 banners/);
		expect(rowOf('Improve')).toHaveTextContent(/Longest cookie/);
		expect(rowOf('Neustar')).toHaveTextContent(/Deleted September 4th 2023.*Aalto-lehti TCF/);
		expect(rowOf('Mobfox')).toHaveTextContent('No longer on the list');
		expect(rowOf('Returned')).toHaveTextContent('Back on the list');
		const numbers = within(screen.getByLabelText('How many'));
		for (const words of ['692 vendors, 600 before', '1 gone, 1 dated', '1 material, 1 cosmetic', 'changed or deleted'])
			expect(numbers.getByText(words)).toBeVisible();
		// Whoever is new has changed nothing that a banner says of them.
		expect(numbers.getByText('In yours').closest('div')).toHaveTextContent('In yours2');
		expect(await axeFinds(container)).toEqual([]);
	});

	it('are chosen, searched and narrowed, and the long group unfolds', async () => {
		const asked: Asked[] = [];
		const { user, router } = await open('/gvlupdates?previous=7', { asked });
		const added = await group('Added');
		expect(asked.map(({ url }) => url.search)).toEqual(['?currentFileid=17&previousFileid=7']);
		expect(within(added).getAllByRole('row')).toHaveLength(6);
		await user.click(screen.getByRole('button', { name: /^Show 3 more/ }));
		expect(within(await group('Added')).getAllByRole('row')).toHaveLength(9);
		await user.click(screen.getByRole('button', { name: 'Undeleted 1' }));
		await waitFor(() => expect(screen.queryByRole('table', { name: 'Deleted' })).toBeNull());
		expect(rowOf('Returned')).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'In yours 2' }));
		expect(await group('Deleted')).toBeVisible();
		expect(screen.queryByRole('row', { name: /Mobfox/ })).toBeNull();
		expect(router.state.location.search).toMatchObject({ previous: '7', show: 'yours' });
		await user.type(screen.getByRole('searchbox', { name: 'Search vendors' }), 'nobody');
		expect(await screen.findByText('Nobody fits')).toBeVisible();
	});

	it('tell of one vendor field by field, in the framework’s words, and lead to the banners that name it', async () => {
		const { user } = await open();
		await group('Changed, material');
		await user.click(screen.getByRole('link', { name: 'Sirdata' }));
		const drawer = within(await screen.findByRole('dialog', { name: 'Sirdata' }));
		expect(await drawer.findByText('Purpose 9, “Purpose 9”, now needs consent. Before, it rested on legitimate interest.')).toBeVisible();
		expect(drawer.getByText('new: 9')).toBeInTheDocument();
		expect(drawer.getAllByText('gone: 9')).toHaveLength(2);
		expect(drawer.getAllByText('Material')).toHaveLength(3);
		expect(drawer.getByRole('link', { name: 'Open Aalto kauppa TCF' })).toHaveAttribute('href', `/tcfconfig/${idOf(2)}`);
		expect(drawer.getByText(/^2 of your published banners name Sirdata/)).toBeVisible();
		expect(drawer.getByRole('link', { name: /^Its privacy policy/ })).toHaveAttribute('href', 'https://v53.example/privacy');
		await user.click(drawer.getByRole('button', { name: 'Close' }));
		await user.click(screen.getByRole('link', { name: 'Improve' }));
		const other = within(await screen.findByRole('dialog', { name: 'Improve' }));
		expect(await other.findByText('10 days')).toBeVisible();
		expect(other.queryByRole('link', { name: /^Its privacy policy/ })).toBeNull();
	});

	it('name a vendor of the URL that did not change as one that is not here', async () => {
		await open('/gvlupdates?id=9');
		expect(await screen.findByText('This vendor is the same in both lists, or in neither.')).toBeVisible();
	});
});

describe('what is not there', () => {
	it('is said: no list, one list, lists that say the same, and a load that failed', async () => {
		const none = await open('/gvlupdates', { files: [] });
		expect(await screen.findByText('No vendor list is stored yet')).toBeVisible();
		none.unmount();
		const one = await open('/gvlupdates', { files: FILES.slice(0, 1) });
		expect(await screen.findByText(/^Version 17 of September 7th 2023/)).toBeVisible();
		one.unmount();
		const same = await open('/gvlupdates', { entries: [] });
		expect(await screen.findByText('These two lists say the same')).toBeVisible();
		expect(screen.getByRole('heading', { level: 1, name: 'No vendor changed what it asks for' })).toBeVisible();
		same.unmount();
		await renderApp('/gvlupdates', {
			handlers: [
				refuses(gvlFiles, 500, { code: 'internal', error: 'Error while fetching gvl versions' }),
				answers(vendorsAsked, []),
				...bootOf('customerAdmin'),
			],
			screens,
		});
		expect(await screen.findByText('Error while fetching gvl versions')).toBeVisible();
	});

	it('is fetched and uploaded by ADMIN alone', async () => {
		const admin = await open('/gvlupdates', { kind: 'admin', files: [] });
		// They stand in the head until it is known that there is no list, and below it then.
		expect(await screen.findByText('No vendor list is stored yet')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Fetch now' })).toBeVisible();
		expect(screen.getByRole('button', { name: 'Upload a list' })).toBeVisible();
		admin.unmount();
		await open('/gvlupdates');
		await group('Added');
		expect(screen.queryByRole('button', { name: 'Fetch now' })).toBeNull();
	});
});

describe('the date of a list', () => {
	it('is MMMM Do YYYY, and long in Finnish', () => {
		const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30].map((day) =>
			listDateText(`2023-09-${String(day).padStart(2, '0')}T12:00:00Z`, 'en'),
		);
		expect(days).toEqual(
			['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '30th'].map((day) => `September ${day} 2023`),
		);
		expect(listDateText('2023-06-29T12:00:00Z', 'fi')).toBe('29. kesäkuuta 2023');
	});
});
