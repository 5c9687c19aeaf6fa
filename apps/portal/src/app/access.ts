/** Who may open what (portal.md section 6), and what stands in whose menu. */

import type { Text } from '#portal/lib/say.ts';
import type { Person } from '#portal/lib/session.ts';
import type { Act, MenuGroup, MenuPlace, Screen, Who } from './screen.ts';

/**
 * The roles that count for menu and guards. ADMIN has its own menu whatever else the person is. Someone in the admin
 * area whose role belongs to another customer (a customer admin who switched) counts as a domain admin there.
 */
export function rolesOf(person: Person): readonly Who[] {
	if (person.isAdmin) return ['admin'];
	const roles: Who[] = [];
	if (person.isPartner) roles.push('partner');
	if (person.customerAdmin) roles.push('customerAdmin');
	if (person.isDomainAdmin) roles.push('domainAdmin');
	return roles.length > 0 ? roles : ['domainAdmin'];
}

const shares = (who: readonly Who[], roles: readonly Who[]): boolean => who.some((one) => roles.includes(one));

/** Whether a person may open a screen. Normal users may open none: they have their own app. */
export const mayOpen = (screen: Screen, person: Person): boolean => !person.isNormalUser && shares(screen.who, rolesOf(person));

/** What a person may begin on a screen. */
export const actsOf = (screen: Screen, person: Person): readonly Act[] =>
	mayOpen(screen, person) ? (screen.acts ?? []).filter(({ who }) => who === undefined || shares(who, rolesOf(person))) : [];

export interface MenuLink {
	kind: 'link';
	label: Text;
	path: string;
	icon: MenuPlace['icon'];
	order: number;
}
export interface MenuFolder {
	kind: 'group';
	group: MenuGroup;
	children: readonly MenuLink[];
	order: number;
}
export type MenuNode = MenuLink | MenuFolder;

/** The menu of a person over a list of screens. A group exists only when something stands in it. */
export function menuOf(screens: readonly Screen[], person: Person): readonly MenuNode[] {
	if (person.isNormalUser) return [];
	const roles = rolesOf(person);
	const groups = new Map<MenuGroup, MenuLink[]>();
	const top: MenuNode[] = [];
	for (const screen of screens) {
		if (!mayOpen(screen, person)) continue;
		for (const place of screen.menu ?? []) {
			if (!shares(place.who, roles) || (place.needsUseCM && person.currentCustomer?.useCM !== true)) continue;
			const link: MenuLink = { kind: 'link', label: place.label, path: screen.path, icon: place.icon, order: place.order };
			if (place.group === null) top.push(link);
			else groups.set(place.group, [...(groups.get(place.group) ?? []), link]);
		}
	}
	const folders = [...groups].map(
		([group, links]): MenuFolder => ({
			kind: 'group',
			group,
			order: group.order,
			children: links.toSorted((a, b) => a.order - b.order),
		}),
	);
	return [...top, ...folders].toSorted((a, b) => a.order - b.order);
}

/** Where ADMIN comes from to a page about one customer that has no entry of its own in ADMIN's menu. */
const CUSTOMERS = '/customers';

/** The path whose entry is marked: the screen's own, that of the screen it belongs to, or ADMIN's customers on a page about one of them. */
export function markedIn(screens: readonly Screen[], nodes: readonly MenuNode[], person: Person, pathname: string): string | undefined {
	const screen = screenAt(screens, pathname);
	const path = screen?.under ?? screen?.path;
	const stands = nodes.some((node) => (node.kind === 'link' ? node.path === path : node.children.some((child) => child.path === path)));
	const ofCustomer = screen?.search !== undefined && 'customer' in screen.search.shape;
	return person.isAdmin && ofCustomer && !stands ? CUSTOMERS : path;
}

/** Whether a path template such as `/reports/records/$id` is the one of an address. */
function matches(template: string, pathname: string): boolean {
	const wanted = template.toLowerCase().split('/');
	const given = pathname.toLowerCase().replace(/\/+$/, '').split('/');
	return wanted.length === given.length && wanted.every((part, i) => part.startsWith('$') || part === given[i]);
}

/** The screen of an address, or none. */
export const screenAt = (screens: readonly Screen[], pathname: string): Screen | undefined =>
	screens.find((one) => matches(one.path, pathname));
