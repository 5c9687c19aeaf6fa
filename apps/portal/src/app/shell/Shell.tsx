import { useMediaQuery } from '@mantine/hooks';
import { IconLogout, IconMenu2, IconUserCircle } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallFailure } from '#portal/lib/failure.ts';
import { late } from '#portal/lib/late.tsx';
import { notifyFailure } from '#portal/lib/notices.ts';
import { useSay } from '#portal/lib/say.ts';
import { isOutdated, logOut, updateApp } from '#portal/lib/session.ts';
import { leave } from '#portal/lib/unsaved.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Logo, Mark } from '#portal/ui/Logo.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { mayOpen, screenAt } from '../access.ts';
import { asksAhead } from '../code.ts';
import { showsPresses } from '../press.ts';
import type { Screen } from '../screen.ts';
import { useShellTexts } from '../texts.ts';
import { isTouring, keepTouring } from '../tour/touring.ts';
import { Feedback } from './Feedback.tsx';
import { GuideTab } from './Guide.tsx';
import control from './item.module.css';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ThemeMenu } from './Looks.tsx';
import { PaletteButton, usePalette } from './Palette.tsx';
import { Selectors } from './Selectors.tsx';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';

const MenuDrawer = late(() => import('./MenuDrawer.tsx').then((module) => module.MenuDrawer));
/** Its code comes on the first visit, and when somebody asks for it. */
const Tour = late(() => import('../tour/Tour.tsx').then((module) => module.Tour));
const GuideDrawer = late(() => import('./GuideDrawer.tsx').then((module) => module.GuideDrawer));

/** Header, sidebar, sheet, guide: what stands around every screen of the admin area. */
export function Shell({ screens, children }: { screens: readonly Screen[]; children: ReactNode }) {
	const t = useShellTexts();
	const { pathname } = useLocation();
	const screen = screenAt(screens, pathname);
	const say = useSay();
	// Where one began, which is said by being loaded; null: a page was gone to since.
	const [begun, setBegun] = useState<string | null>(pathname);
	if (begun !== null && begun !== pathname) setBegun(null);
	const narrow = useMediaQuery('(max-width: 56.24em)', false, { getInitialValueInEffect: false });
	const rail = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
	const [menuOpened, setMenuOpened] = useState(false);
	const [menuWanted, setMenuWanted] = useState(false);
	// what its search begins with; null: it is closed
	const [guide, setGuide] = useState<string | null>(null);
	const { overlays, openPalette, showShortcuts } = usePalette(screens, {
		showGuide: (looked = '') => setGuide(looked),
		logOut: useLogOut().go,
	});
	const [touring, setTouring] = useState(isTouring);
	const onTour = (on: boolean) => {
		keepTouring(on);
		setTouring(on);
	};
	const main = useRef<HTMLElement>(null);
	// A new page starts at its top. Where nothing was scrolled nothing is asked for: the answer would lay out a page that is still being drawn.
	const scrolled = useRef(false);
	useEffect(() => {
		if (!pathname || !scrolled.current) return;
		main.current?.scrollTo({ top: 0 });
	}, [pathname]);
	return (
		<div className={styles.shell} {...asksAhead(screens)} {...showsPresses}>
			<a className={styles.skip} href="#main">
				{t('skip')}
			</a>
			<Header
				screens={screens}
				screen={screen}
				narrow={narrow}
				onMenu={() => {
					setMenuWanted(true);
					setMenuOpened(true);
				}}
				onPalette={openPalette}
			/>
			{narrow ? (
				menuWanted ? (
					<MenuDrawer screens={screens} opened={menuOpened} onClose={() => setMenuOpened(false)} />
				) : null
			) : (
				<Sidebar screens={screens} rail={rail} />
			)}
			<main
				id="main"
				ref={main}
				className={styles.main}
				tabIndex={-1}
				onScroll={({ currentTarget }) => {
					scrolled.current = currentTarget.scrollTop > 0;
				}}
			>
				<div className={styles.page}>{children}</div>
			</main>
			<div aria-live="polite" className="visually-hidden">
				{begun === null && screen ? say(screen.title) : ''}
			</div>
			{guide !== null ? (
				<GuideDrawer
					key={guide}
					looked={guide}
					screens={screens}
					topic={screen?.help ?? 'Dashboard'}
					onClose={() => setGuide(null)}
					onShortcuts={showShortcuts}
					touring={touring}
					onTour={onTour}
				/>
			) : null}
			<GuideTab opened={guide !== null} onToggle={() => setGuide(guide === null ? '' : null)} />
			{touring ? <Tour onLeave={() => onTour(false)} /> : null}
			{overlays}
		</div>
	);
}

function Header({
	screens,
	screen,
	narrow,
	onMenu,
	onPalette,
}: {
	screens: readonly Screen[];
	screen: Screen | undefined;
	narrow: boolean;
	onMenu: () => void;
	onPalette: () => void;
}) {
	const t = useShellTexts();
	const person = usePerson();
	const [outdated] = useState(isOutdated);
	return (
		<header className={styles.header}>
			<div className={styles.brand}>
				{narrow ? (
					<button type="button" className={control.item} aria-label={t('openMenu')} onClick={onMenu}>
						<IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
					</button>
				) : null}
				<Link to="/customerdashboard" search={{}} aria-label={t('home')} className={styles.brandWord}>
					<Brand />
				</Link>
			</div>
			<Selectors screen={screen} />
			{outdated ? (
				<button type="button" className={`link ${styles.update}`} onClick={() => leave(updateApp)}>
					{t('update')}
				</button>
			) : null}
			<div className="spring" />
			<PaletteButton onOpen={onPalette} />
			<Feedback />
			{screens
				.filter((one) => one.header && mayOpen(one, person))
				.map((one) => (
					<Tip key={one.path} label={t('account')}>
						<Link to={one.path} search={{}} className={control.item} aria-label={t('account')}>
							<IconUserCircle size={18} stroke={1.75} aria-hidden="true" />
							<span className={styles.word} aria-hidden="true">
								{t('account')}
							</span>
						</Link>
					</Tip>
				))}
			<ThemeMenu />
			<LanguageMenu />
			<LogoutButton />
		</header>
	);
}

function Brand() {
	const rail = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
	return rail ? <Mark /> : <Logo />;
}

/** Ends the session, once nothing unsaved stands in the way; the page goes to the root after 1000 ms. */
function useLogOut() {
	const [leaving, setLeaving] = useState(false);
	const end = async () => {
		setLeaving(true);
		try {
			await logOut();
		} catch (error) {
			setLeaving(false);
			if (!(error instanceof CallFailure)) throw error;
			notifyFailure(error.message);
		}
	};
	return { leaving, go: () => leave(() => void end()) };
}

export function LogoutButton() {
	const t = useShellTexts();
	const { leaving, go } = useLogOut();
	return (
		<Tip label={t('logout')}>
			<button
				type="button"
				className={control.item}
				data-tour="logout"
				aria-label={t('logout')}
				disabled={leaving}
				// the second press of a double click was meant for what closed above it with the first: a drawer's button stands here
				onClick={({ detail }) => detail < 2 && go()}
			>
				<IconLogout size={18} stroke={1.75} aria-hidden="true" />
				<span className={styles.word} aria-hidden="true">
					{t('logout')}
				</span>
			</button>
		</Tip>
	);
}
