import { SIDEBAR_NOTICE_MS } from '@luvalla/contract/constants';
import { useEffect, useState } from 'react';
import { usePerson } from '#portal/lib/use-session.ts';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';

const SEEN_KEY = 'luvalla.noticeSeen';

/** A notice in the sidebar that leaves by itself after 4000 ms: a hint on the first visit, what is current after a switch. */
export function SidebarNotice() {
	const t = useShellTexts();
	const { currentCustomer, currentDomain } = usePerson();
	const current = `${currentCustomer?.name ?? ''}/${currentDomain?.domain ?? ''}`;
	const [before] = useState(() => sessionStorage.getItem(SEEN_KEY));
	const [shown, setShown] = useState(before === null ? localStorage.getItem(SEEN_KEY) === null : before !== current);
	// Once: a switch refreshes the view, and what came of it is told there.
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is current when the view is drawn
	useEffect(() => {
		sessionStorage.setItem(SEEN_KEY, current);
		localStorage.setItem(SEEN_KEY, '1');
		const timer = setTimeout(() => setShown(false), SIDEBAR_NOTICE_MS);
		return () => clearTimeout(timer);
	}, []);
	if (!shown) return null;
	const name = [currentCustomer?.name, currentDomain?.domain].filter(Boolean).join(' / ');
	return (
		<p className={styles.notice} role="status">
			{before === null || name === '' ? t('noticeHint') : t('noticeSwitched', { name })}
		</p>
	);
}
