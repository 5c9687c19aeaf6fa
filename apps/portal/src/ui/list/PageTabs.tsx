/** Screens that belong together as tabs below the title: links, the one that is open marked. */
import { Link } from '@tanstack/react-router';
import { type Text, useSay } from '#portal/lib/say.ts';
import styles from './ViewTabs.module.css';

interface PageTabsProps {
	/** Names the tabs for people who hear them. */
	label: Text;
	tabs: readonly { to: string; label: Text }[];
	/** What stays in the address: whose the pages are. */
	search?: Readonly<Record<string, string>>;
}

export function PageTabs({ label, tabs, search = {} }: PageTabsProps) {
	const say = useSay();
	return (
		<nav className={styles.views} aria-label={say(label)}>
			{tabs.map((tab) => (
				<Link key={tab.to} to={tab.to} search={search} className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
					{say(tab.label)}
				</Link>
			))}
		</nav>
	);
}
