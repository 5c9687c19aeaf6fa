import type { ReactNode } from 'react';
import { useTitle } from '#portal/lib/use-title.ts';
import { Horizon } from '#portal/ui/Horizon.tsx';
import { Logo } from '#portal/ui/Logo.tsx';
import { LanguageMenu } from '../shell/LanguageMenu.tsx';
import { ThemeMenu } from '../shell/Looks.tsx';
import styles from './pages.module.css';

/** A page outside the shell: a bar, a drawing, one title and what to do. */
export function PlainPage({ title, children, way }: { title: string; children: ReactNode; way?: ReactNode }) {
	useTitle(title);
	return (
		<div className={styles.plain}>
			<Bar way={way} />
			<main id="main" className={styles.centre} tabIndex={-1}>
				<Horizon />
				<h1>{title}</h1>
				{children}
			</main>
		</div>
	);
}

/** The same bar over a page with content of its own: a normal user's profile. */
export function WidePage({ children, ...bar }: BarProps & { children: ReactNode }) {
	return (
		<div className={`${styles.plain} ${styles.ground}`}>
			<Bar {...bar} />
			<main id="main" className={styles.wide} tabIndex={-1}>
				{children}
			</main>
		</div>
	);
}

interface BarProps {
	name?: string;
	tools?: ReactNode;
	/** The way out, which stands last. */
	way?: ReactNode;
}

function Bar({ tools, way, name = 'Luvalla' }: BarProps) {
	return (
		<header className={styles.bar}>
			<a href="/" aria-label={name}>
				<Logo name={name} />
			</a>
			<div className="row">
				{tools}
				<ThemeMenu />
				<LanguageMenu />
				{way}
			</div>
		</header>
	);
}
