/** Every screen of the specification's menus as a test list: what has no screen yet is tested through these. */
import { IconSend, IconSettingsCog, IconStack2, IconUsersGroup } from '@tabler/icons-react';
import { features, platformAdmin } from '../app/menu.ts';
import type { MenuGroup, MenuPlace, Screen } from '../app/screen.ts';
import { everyone, nonAdmins, type Who } from '../app/screen.ts';

import { cmp } from '../wings/consent/menu.ts';
import { users } from '../wings/identity/menu.ts';
import { customers, domains } from '../wings/tenancy/menu.ts';

const same = (text: string) => ({ en: text, fi: text });
const place = (who: readonly Who[], group: MenuGroup | null, label: string, order: number, needsUseCM?: true): MenuPlace => ({
	who,
	group,
	label: same(label),
	order,
	needsUseCM,
});
const screen = (path: string, who: readonly Who[], menu: readonly MenuPlace[], more: Partial<Screen> = {}): Screen => ({
	path,
	title: same(`Screen ${path}`),
	who,
	menu,
	help: path,
	load: () => Promise.resolve(() => path),
	...more,
});
/** Groups of wings to come. */
const coming = (key: string, icon: MenuGroup['icon'], order: number): MenuGroup => ({ key, label: same(key), icon, order });
const config = coming('config', IconSettingsCog, 40);
const audiences = coming('audiences', IconUsersGroup, 43);
const contents = coming('contents', IconStack2, 44);
const campaigns = coming('campaigns', IconSend, 45);
const admin: readonly Who[] = ['admin'];
const cm = true;

export const specScreens: readonly Screen[] = [
	screen('/customerdashboard', everyone, [place(everyone, null, 'Dashboard', 10)]),
	screen('/reports', everyone, [place(everyone, null, 'Reporting', 20)]),
	screen('/customers', ['admin', 'partner'], [place(['partner'], null, 'Customers', 30), place(admin, customers, 'customers', 1)]),
	screen('/profiles', admin, [place(admin, config, 'Profiles', 1)]),
	screen('/devices', admin, [place(admin, config, 'Devices', 2)]),
	screen('/upload', admin, [place(admin, config, 'Upload', 3)]),
	screen('/roles', admin, [place(admin, users, 'Manage roles', 1)]),
	screen('/users', admin, [place(admin, users, 'Manage users', 2)]),
	screen('/domains', admin, [place(admin, customers, 'domains', 2)]),
	screen('/vouchers', admin, [place(admin, customers, 'vouchers', 3)]),
	screen('/requests', admin, [place(admin, customers, 'requests', 4)]),
	screen('/partners', admin, [place(admin, null, 'Partners', 70)]),
	screen('/cookiescan', everyone, [place(everyone, features, 'Cookie Scan', 4)]),
	screen('/cookierepo', everyone, [place(everyone, features, 'Cookie Repo', 5)]),
	screen('/customerdomainscan', everyone, [place(everyone, features, 'Customer Domain Scan', 6)]),
	screen('/domainCounts', admin, [place(admin, platformAdmin, 'Domain Counts', 1)]),
	screen('/certCheck', admin, [place(admin, platformAdmin, 'Cert Check', 2)]),
	screen('/firstpartyApps', admin, [place(admin, platformAdmin, 'First Party Apps', 3)]),
	screen('/portalActivity', admin, [place(admin, platformAdmin, 'Portal Activity', 4)]),
	screen('/customerDomainApps', admin, [place(admin, platformAdmin, 'Customer Domain Apps', 5)]),
	screen('/lightconfig', everyone, [place(nonAdmins, cmp, 'LightCMP configurator', 1)]),
	screen('/tcfconfig', everyone, [place(nonAdmins, cmp, 'TCF configurator', 2)]),
	screen('/customerdomains', everyone, [place(nonAdmins, domains, 'Manage domains', 1)]),
	screen('/managecustomdomains', everyone, [place(nonAdmins, domains, 'First party domains', 2)]),
	screen('/applications', everyone, [place(nonAdmins, features, 'IAM and Apps', 1)]),
	screen('/domainprofiles', everyone, [place(nonAdmins, features, 'CRM', 2)]),
	screen('/connectors', everyone, [place(nonAdmins, features, 'Connectors', 3)]),
	screen('/gvlupdates', everyone, [place(nonAdmins, features, 'GVL Updates', 7)]),
	screen('/firstpartyconfigurator', everyone, [place(nonAdmins, features, 'First Party Configurator', 8)]),
	screen('/audiences', everyone, [place(nonAdmins, audiences, 'audiences', 1, cm)], { domainSelector: 'administered' }),
	screen('/segments', everyone, [place(nonAdmins, audiences, 'segments', 2, cm)], { domainSelector: true }),
	screen('/contents', everyone, [place(nonAdmins, contents, 'content', 1, cm)], { domainSelector: 'administered' }),
	screen('/constellations', everyone, [place(nonAdmins, contents, 'constellations', 2, cm)], { domainSelector: 'administered' }),
	screen('/campaigndashboard', everyone, [place(nonAdmins, campaigns, 'list', 1, cm)], { domainSelector: true }),
	screen('/campaigns', everyone, [place(nonAdmins, campaigns, 'manage', 2, cm)], { domainSelector: 'administered' }),
	screen('/manageaccount', ['customerAdmin'], [], { header: true, title: { en: 'Account', fi: 'Oma tili' } }),
];
