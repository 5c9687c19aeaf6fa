/** What a screen is. `screens.ts` is THE list; router, menu, palette, guards and access tests read it. */
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type * as z from 'zod';
import type { Text } from '../lib/say.ts';

/** Roles as the menu and the guards see them (portal.md section 6). One person may be several. */
export type Who = 'admin' | 'partner' | 'customerAdmin' | 'domainAdmin';
/** Everyone with a menu. */
export const everyone: readonly Who[] = ['admin', 'partner', 'customerAdmin', 'domainAdmin'];
/** Who answers for a customer. */
export const managers: readonly Who[] = ['admin', 'partner', 'customerAdmin'];
/** Everyone with a menu but ADMIN. */
export const nonAdmins: readonly Who[] = ['partner', 'customerAdmin', 'domainAdmin'];

/** A group of the sidebar. One noun, one icon, everywhere (visual.md section 6). */
export interface MenuGroup {
	key: string;
	label: Text;
	icon: TablerIcon;
	/** Among the entries of the top level. */
	order: number;
}

/** Where a screen stands in the menu of some roles. A screen may have several places (Customers: top level for partners). */
export interface MenuPlace {
	who: readonly Who[];
	/** Null: the top level. */
	group: MenuGroup | null;
	label: Text;
	/** Shown on the top level only; children of a group have none. */
	icon?: TablerIcon;
	/** Lower stands first within the level. */
	order: number;
	/** Listed only when the current customer has content management. */
	needsUseCM?: true;
}

/** What can be begun on a screen from anywhere: an action of the palette. */
export interface Act {
	label: Text;
	/** Other words by which people look for it, with spaces between. */
	also?: Text;
	/** Narrower than the screen's own, where it is. */
	who?: readonly Who[];
	/** What the address says to begin it; nothing where the screen itself is what is begun. */
	search?: Readonly<Record<string, string>>;
}

export interface Screen {
	/** As the specification writes it; parameters as TanStack Router does: `/reports/records/$id`. */
	path: string;
	/** Title of the page (document title, palette, heading). */
	title: Text;
	who: readonly Who[];
	menu?: readonly MenuPlace[];
	/** Path of the menu entry to mark while this screen is open, when it has none of its own. */
	under?: string;
	/** `title` of its featureHelp: the page's English title; the Markdown file has its words with hyphens. */
	help: string;
	/** Parses the URL's search; every field optional, no defaults, so that the URL stays short. */
	search?: z.ZodObject;
	/**
	 * The header's domain selector appears (portal.md section 2: six pages only). `administered`: it offers only domains that the
	 * person is admin of (section 6: contents, constellations, audiences and campaigns).
	 */
	domainSelector?: true | 'administered';
	/** In the header instead of the menu (Account). */
	header?: true;
	/** What the palette offers to begin here. */
	acts?: readonly Act[];
	/** The screen, loaded when it is first opened: `() => import('…').then((m) => m.XListScreen)`. */
	load: () => Promise<ComponentType>;
}
