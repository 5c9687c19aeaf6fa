/** The parts of a drawer's row, the one that is open in the URL. */
import '#portal/theme/tabs-styles.ts';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './DrawerTabs.module.css';

interface DrawerTabsProps<Name extends string> {
	/** Names the tabs for people who hear them. */
	label: string;
	/** The first is open where the URL names none. */
	tabs: readonly { name: Name; label: string; panel: ReactNode }[];
	value: Name | undefined;
	/** Changes the address; undefined: the first. The guard of unsaved edits may hold it. */
	onChange: (name: Name | undefined) => void;
}

export function DrawerTabs<Name extends string>({ label, tabs, value, onChange }: DrawerTabsProps<Name>) {
	const first = tabs[0]?.name;
	return (
		<Tabs
			className={styles.tabs}
			value={value ?? first ?? null}
			keepMounted={false}
			onChange={(chosen) => onChange(tabs.find(({ name }) => name === chosen && name !== first)?.name)}
		>
			<Tabs.List aria-label={label}>
				{tabs.map((tab) => (
					<Tabs.Tab key={tab.name} value={tab.name}>
						{tab.label}
					</Tabs.Tab>
				))}
			</Tabs.List>
			<TabPanels tabs={tabs} className="fills" />
		</Tabs>
	);
}

/** What stands below a list of tabs: the open one's panel. */
export function TabPanels({ tabs, className }: { tabs: readonly { name: string; panel: ReactNode }[]; className: string | undefined }) {
	return tabs.map(({ name, panel }) => (
		<Tabs.Panel key={name} value={name} className={className}>
			{panel}
		</Tabs.Panel>
	));
}
