/** The menu of each role, as the specification's navigation lists it (portal.md section 2). */
import { describe, expect, it } from 'vitest';
import { type Kind, personOf } from '../test/people.ts';
import { specScreens } from '../test/spec-screens.ts';
import { markedIn, mayOpen, menuOf, screenAt } from './access.ts';
import { beginnings } from './places.ts';
import { makeRouter } from './router.tsx';
import { screens } from './screens.ts';

/** `group > label path`, in the order of the menu. */
const written = (list: Parameters<typeof menuOf>[0], kind: Kind, useCM = true): string[] =>
	menuOf(list, personOf(kind, useCM)).flatMap((node) =>
		node.kind === 'link'
			? [`${node.label.en} ${node.path}`]
			: node.children.map((child) => `${node.group.key} > ${child.label.en} ${child.path}`),
	);

const top = ['Dashboard /customerdashboard', 'Reporting /reports'];
const cmp = ['cmp > LightCMP configurator /lightconfig', 'cmp > TCF configurator /tcfconfig'];
const domains = ['domains > Manage domains /customerdomains', 'domains > First party domains /managecustomdomains'];
const useCM = [
	'audiences > audiences /audiences',
	'audiences > segments /segments',
	'contents > content /contents',
	'contents > constellations /constellations',
	'campaigns > list /campaigndashboard',
	'campaigns > manage /campaigns',
];
const features = [
	'features > IAM and Apps /applications',
	'features > CRM /domainprofiles',
	'features > Connectors /connectors',
	'features > Cookie Scan /cookiescan',
	'features > Cookie Repo /cookierepo',
	'features > Customer Domain Scan /customerdomainscan',
	'features > GVL Updates /gvlupdates',
	'features > First Party Configurator /firstpartyconfigurator',
];
const admins = [
	...top,
	'config > Profiles /profiles',
	'config > Devices /devices',
	'config > Upload /upload',
	'users > Manage roles /roles',
	'users > Manage users /users',
	'customers > customers /customers',
	'customers > domains /domains',
	'customers > vouchers /vouchers',
	'customers > requests /requests',
	'Partners /partners',
	'features > Cookie Scan /cookiescan',
	'features > Cookie Repo /cookierepo',
	'features > Customer Domain Scan /customerdomainscan',
	'platformAdmin > Domain Counts /domainCounts',
	'platformAdmin > Cert Check /certCheck',
	'platformAdmin > First Party Apps /firstpartyApps',
	'platformAdmin > Portal Activity /portalActivity',
	'platformAdmin > Customer Domain Apps /customerDomainApps',
];

describe('the menu over every screen of the specification', () => {
	it('gives ADMIN the admin menus and no others', () => expect(written(specScreens, 'admin')).toEqual(admins));
	it.each(['domainAdmin', 'customerAdmin'] as const)('gives %s the non-admin menu', (kind) =>
		expect(written(specScreens, kind)).toEqual([...top, ...cmp, ...domains, ...useCM, ...features]),
	);
	it('gives PARTNER Customers besides', () =>
		expect(written(specScreens, 'partner')).toEqual([...top, 'Customers /customers', ...cmp, ...domains, ...useCM, ...features]));
	it.each(['domainAdmin', 'customerAdmin', 'partner'] as const)('hides audiences, contents and campaigns from %s without useCM', (kind) => {
		const list = written(specScreens, kind, false);
		for (const line of useCM) expect(list).not.toContain(line);
		expect(list).toEqual(expect.arrayContaining(features));
	});
	it('gives a normal user none', () => expect(written(specScreens, 'normal')).toEqual([]));
});

/** What stands beside the specification's menus: pages that only buttons of other pages led to. Each is the last of its group. */
const ours = [
	'platformAdmin > Vendor lists /tcfconfig/vendorlists',
	'platformAdmin > Feedback /portalActivity/feedback',
	'cmp > Consent management /lightconfig/purposes',
];

describe('the menu of this release', () => {
	const all = (kind: Kind) => written(screens, kind);
	const lines = (kind: Kind) =>
		all(kind)
			.filter((line) => !ours.includes(line))
			.map((line) => line.toLowerCase());
	it.each([
		['admin', admins],
		['partner', [...top, 'Customers /customers', ...cmp, ...domains, ...useCM, ...features]],
		['domainAdmin', [...top, ...cmp, ...domains, ...useCM, ...features]],
		['customerAdmin', [...top, ...cmp, ...domains, ...useCM, ...features]],
	] as const)('of %s lists only what the specification lists, in its order', (kind, whole) => {
		const allowed = whole.map((line) => line.toLowerCase());
		expect(lines(kind)).toEqual(allowed.filter((line) => lines(kind).includes(line)));
	});
	it('adds the vendor lists and feedback for ADMIN and the purposes for whoever has the banners, at the end of their group', () => {
		const [lists, feedback, purposes] = ours;
		expect(
			all('admin')
				.filter((line) => line.startsWith('platformAdmin'))
				.slice(-2),
		).toEqual([lists, feedback]);
		for (const kind of ['partner', 'domainAdmin', 'customerAdmin'] as const) {
			expect(
				all(kind)
					.filter((line) => line.startsWith('cmp'))
					.at(-1),
			).toBe(purposes);
			expect(all(kind)).not.toContain(lists);
			expect(all(kind)).not.toContain(feedback);
		}
	});
	it('has a screen behind each entry and a place or a parent for each screen', () => {
		for (const screen of screens)
			expect(screen.menu !== undefined || screen.under !== undefined || screen.header !== undefined, screen.path).toBe(true);
	});
});

describe('the marked entry', () => {
	const marked = (kind: Kind, path: string) => {
		const person = personOf(kind);
		return markedIn(screens, menuOf(screens, person), person, path);
	};
	it('is the page’s own, or that of the page it belongs to', () => {
		expect(marked('domainAdmin', '/segments')).toBe('/segments');
		expect(marked('domainAdmin', '/segments/new')).toBe('/segments');
		expect(marked('admin', '/profiles')).toBe('/profiles');
		expect(marked('admin', '/cookierepo/seen')).toBe('/cookierepo');
	});
	it('is ADMIN’s customers on a page about one of them that only others have in their menu', () => {
		for (const path of ['/segments', '/segments/new', '/firstpartyconfigurator', '/campaigns', '/signupforms', '/lightconfig/new'])
			expect(marked('admin', path), path).toBe('/customers');
		expect(marked('partner', '/segments')).toBe('/segments');
		// about nobody's company
		expect(marked('admin', '/profile')).not.toBe('/customers');
	});
	it('is one that stands in ADMIN’s menu, on every page about a customer', () => {
		const entries = menuOf(screens, personOf('admin')).flatMap((node) =>
			node.kind === 'link' ? node.path : node.children.map(({ path }) => path),
		);
		const about = screens.filter((one) => mayOpen(one, personOf('admin')) && one.search && 'customer' in one.search.shape);
		expect(about.length).toBeGreaterThan(30);
		for (const one of about) expect(entries, one.path).toContain(marked('admin', one.path));
	});
});

describe('guards', () => {
	const adminOnly = [
		'/profiles',
		'/devices',
		'/upload',
		'/roles',
		'/users',
		'/domains',
		'/partners',
		'/vouchers',
		'/requests',
		'/domainCounts',
		'/certCheck',
		'/firstpartyApps',
		'/portalActivity',
		'/customerDomainApps',
	];
	const open = (path: string, kind: Kind) => {
		const screen = screenAt(specScreens, path);
		return screen !== undefined && mayOpen(screen, personOf(kind));
	};
	it.each(adminOnly)('%s opens for ADMIN alone', (path) => {
		expect(open(path, 'admin')).toBe(true);
		for (const kind of ['partner', 'domainAdmin', 'customerAdmin', 'normal'] as const) expect(open(path, kind), kind).toBe(false);
	});
	it('/customers opens for ADMIN and PARTNER', () => {
		expect((['admin', 'partner', 'domainAdmin', 'customerAdmin', 'normal'] as const).filter((kind) => open('/customers', kind))).toEqual([
			'admin',
			'partner',
		]);
	});
	it('/manageaccount opens for customer admins', () => {
		expect((['admin', 'partner', 'domainAdmin', 'customerAdmin'] as const).filter((kind) => open('/manageaccount', kind))).toEqual([
			'customerAdmin',
		]);
	});
	it('keeps the routes of hidden useCM menus open', () => {
		const screen = screenAt(specScreens, '/campaigns');
		expect(screen && mayOpen(screen, personOf('domainAdmin', false))).toBe(true);
	});
});

describe('what the server knows of the portal’s addresses', () => {
	it('is what every route of the router begins with, and nothing else', () => {
		const { routesByPath } = makeRouter(screens);
		const begins = new Set(Object.keys(routesByPath).map((path) => path.split('/')[1]?.toLowerCase() ?? ''));
		// The sign-in's own pages are routes of the server.
		begins.delete('identity');
		expect(beginnings.toSorted()).toEqual([...begins].toSorted());
		expect(beginnings).toEqual(expect.arrayContaining(['', 'welcome', 'customerdashboard', 'portalactivity']));
	});
});
