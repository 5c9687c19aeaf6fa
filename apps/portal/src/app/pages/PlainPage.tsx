import type { ReactNode } from 'react';
import { useTitle } from '#portal/lib/use-title.ts';
import { Horizon } from '#portal/ui/Horizon.tsx';
import { Logo } from '#portal/ui/Logo.tsx';
import { LanguageMenu } from '../shell/LanguageMenu.tsx';
import { ThemeMenu } from '../shell/Looks.tsx';
import styles from './pages.module.css';

/** A page outside the shell: a bar, a drawing, one title and what to do. */
export function PlainPage({ title, children, tools }: { title: string; children: ReactNode; tools?: ReactNode }) {
	useTitle(title);
	return (
		<div className={styles.plain}>
			<Bar tools={tools} />
			<main className={styles.centre}>
				<Horizon />
				<h1>{title}</h1>
				{children}
			</main>
		</div>
	);
}

/** The same bar over a page with content of its own: a normal user's profile. */
export function WidePage({ children, tools, name }: { children: ReactNode; tools?: ReactNode; name?: string }) {
	return (
		<div className={styles.plain}>
			<Bar tools={tools} name={name} />
			<main className={styles.wide}>{children}</main>
		</div>
	);
}

function Bar({ tools, name = 'Luvalla' }: { tools?: ReactNode; name?: string | undefined }) {
	return (
		<header className={styles.bar}>
			<a href="/" aria-label={name}>
				<Logo name={name} />
			</a>
			<div className={styles.tools}>
				{tools}
				<ThemeMenu />
				<LanguageMenu />
			</div>
		</header>
	);
}
