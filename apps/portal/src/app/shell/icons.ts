/** One noun, one icon, everywhere (visual.md section 6): those of the menu's groups. */
import {
	IconApps,
	IconBuilding,
	IconSend,
	IconServerCog,
	IconSettingsCog,
	IconShield,
	IconStack2,
	IconUsers,
	IconUsersGroup,
	IconWorld,
	type TablerIcon,
} from '@tabler/icons-react';
import type { MenuGroup } from '../screen.ts';

export const groupIcons: Record<MenuGroup, TablerIcon> = {
	config: IconSettingsCog,
	users: IconUsers,
	customers: IconBuilding,
	platformAdmin: IconServerCog,
	cmp: IconShield,
	domains: IconWorld,
	audiences: IconUsersGroup,
	contents: IconStack2,
	campaigns: IconSend,
	features: IconApps,
};

export const groupKeys = {
	config: 'groupConfig',
	users: 'groupUsers',
	customers: 'groupCustomers',
	platformAdmin: 'groupPlatformAdmin',
	cmp: 'groupCmp',
	domains: 'groupDomains',
	audiences: 'groupAudiences',
	contents: 'groupContents',
	campaigns: 'groupCampaigns',
	features: 'groupFeatures',
} as const satisfies Record<MenuGroup, string>;
