/** Each screen of the specification stands at its address, under its title, for those and nobody else: over the real list of screens. */
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bootOf, type Kind, personOf } from '../test/people.ts';
import { renderApp } from '../test/render.tsx';
import { mayOpen, screenAt } from './access.ts';
import { screens } from './screens.ts';

const kinds = ['admin', 'partner', 'domainAdmin', 'customerAdmin', 'normal'] as const satisfies readonly Kind[];
const who = {
	'ADMIN alone': ['admin'],
	'ADMIN and PARTNER': ['admin', 'partner'],
	'everyone with a menu': ['admin', 'partner', 'domainAdmin', 'customerAdmin'],
	'customer admins': ['customerAdmin'],
} as const satisfies Record<string, readonly Kind[]>;

const specified = [
	['/profiles', 'Profiles', 'ADMIN alone'],
	['/devices', 'Devices', 'ADMIN alone'],
	['/upload', 'Upload profiles from a CRM', 'ADMIN alone'],
	['/roles', 'Manage roles', 'ADMIN alone'],
	['/users', 'Manage users', 'ADMIN alone'],
	['/domains', 'Manage domains', 'ADMIN alone'],
	['/customers', 'Manage customers', 'ADMIN and PARTNER'],
	['/partners', 'Manage partners', 'ADMIN alone'],
	['/vouchers', 'Vouchers', 'ADMIN alone'],
	['/requests', 'Requests', 'ADMIN alone'],
	['/domainCounts', 'Domain Counts', 'ADMIN alone'],
	['/certCheck', 'Cert Check', 'ADMIN alone'],
	['/firstpartyApps', 'First Party Apps', 'ADMIN alone'],
	['/portalActivity', 'Portal Activity', 'ADMIN alone'],
	['/customerDomainApps', 'Customer Domain Apps', 'ADMIN alone'],
	['/customerdashboard', 'Dashboard', 'everyone with a menu'],
	['/comparetrends', 'Compare trends', 'everyone with a menu'],
	['/reports', 'Reporting', 'everyone with a menu'],
	['/contents', 'Manage contents', 'everyone with a menu'],
	['/constellations', 'Manage constellation', 'everyone with a menu'],
	['/campaigns', 'Manage campaigns', 'everyone with a menu'],
	['/audiences', 'Manage audiences', 'everyone with a menu'],
	['/domain-segments', 'Domain segments', 'everyone with a menu'],
	['/campaigndashboard', 'Campaign dashboard', 'everyone with a menu'],
	['/domainproperties', 'Domain properties', 'everyone with a menu'],
	['/domainprofiles', 'Domain profiles', 'everyone with a menu'],
	['/customerdomains', 'Manage domains', 'everyone with a menu'],
	['/segments', 'Manage segment', 'everyone with a menu'],
	['/applications', 'Applications', 'everyone with a menu'],
	['/managecustomdomains', 'Manage custom domains', 'everyone with a menu'],
	['/tcfconfig', 'TCF configurations', 'everyone with a menu'],
	['/lightconfig', 'Light configurations', 'everyone with a menu'],
	['/connectors', 'Connectors', 'everyone with a menu'],
	['/cookiescan', 'Cookie Scan', 'everyone with a menu'],
	['/cookierepo', 'Cookie repo and new scan', 'everyone with a menu'],
	['/customerdomainscan', 'Customer Domain Scan', 'everyone with a menu'],
	['/gvlupdates', 'GVL Updates', 'everyone with a menu'],
	['/firstpartyconfigurator', 'First Party Configurator', 'everyone with a menu'],
	['/manageaccount', 'Managing my account', 'customer admins'],
] as const;

describe.each(specified)('%s', (path, title, whose) => {
	const allowed: readonly Kind[] = who[whose];
	it(`is “${title}”, for ${whose}`, () => {
		const found = screenAt(screens, path);
		expect(found?.path).toBe(path);
		expect(found?.title.en).toBe(title);
		expect(kinds.filter((kind) => found && mayOpen(found, personOf(kind)))).toEqual(allowed);
	});
});

it.each(specified.filter(([, , whose]) => whose !== 'everyone with a menu').map(([path]) => path))(
	'%s is denied to a domain admin who opens it',
	async (path) => {
		await renderApp(path, { handlers: bootOf('domainAdmin') });
		expect(await screen.findByRole('heading', { name: 'OOPS! Something went wrong here' })).toBeVisible();
	},
);

it('lists of contents, constellations, audiences and campaigns offer only domains that one administers', () => {
	expect(
		screens
			.filter(({ domainSelector, under }) => domainSelector === 'administered' && under === undefined)
			.map(({ path }) => path)
			.toSorted(),
	).toEqual(['/audiences', '/campaigns', '/constellations', '/contents']);
});

it('the header’s domain selector belongs to six pages', () => {
	expect(
		screens
			.filter(({ domainSelector, under }) => domainSelector !== undefined && under === undefined)
			.map(({ path }) => path)
			.toSorted(),
	).toEqual(['/audiences', '/campaigndashboard', '/campaigns', '/constellations', '/contents', '/segments']);
});
