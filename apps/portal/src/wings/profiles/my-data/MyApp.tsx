import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useSay } from '#portal/lib/say.ts';
import tabs from '#portal/ui/list/ViewTabs.module.css';
import { MyDevices } from './MyDevices.tsx';
import { MyErasure } from './MyErasure.tsx';
import { MyFile } from './MyFile.tsx';
import { MyMessages } from './MyMessages.tsx';
import { MyPrivacy } from './MyPrivacy.tsx';
import styles from './my-data.module.css';
import { DATA, DEVICES, ERASE, MESSAGES, myParts, PRIVACY } from './parts.ts';
import { useMyDataTexts } from './texts.ts';

/** What each address shows; the profile is another wing's, and comes as the child. */
const PAGES: Readonly<Record<string, () => ReactNode>> = {
	[MESSAGES]: () => <MyMessages />,
	[DATA]: () => <MyFile />,
	[DEVICES]: () => <MyDevices />,
	[ERASE]: () => <MyErasure />,
};

/** The normal user's app: its parts as tabs, links all, and the one that is open. */
export function MyApp({ children }: { children?: ReactNode }) {
	const t = useMyDataTexts();
	const say = useSay();
	const pathname = useLocation().pathname.replace(/(.)\/+$/, '$1');
	const open = pathname === '/' ? PRIVACY : pathname;
	const nav = useRef<HTMLElement>(null);
	// on a phone the tabs scroll: the open one is in sight
	// biome-ignore lint/correctness/useExhaustiveDependencies: looked for again on each page
	useLayoutEffect(() => {
		const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
		if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft - 24;
	}, [open]);
	return (
		<div className={children ? undefined : styles.page}>
			<nav ref={nav} className={`${tabs.views} ${styles.tabs}`} aria-label={t('parts')}>
				{myParts.map((one) => (
					<Link
						key={one.to}
						to={one.to}
						className={tabs.tab}
						activeProps={{}}
						activeOptions={{ exact: true }}
						aria-current={one.to === open ? 'page' : undefined}
					>
						{say(one.label)}
					</Link>
				))}
			</nav>
			{children ?? (PAGES[open] ?? (() => <MyPrivacy />))()}
		</div>
	);
}
