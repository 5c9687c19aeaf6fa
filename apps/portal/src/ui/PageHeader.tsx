import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

export interface Crumb {
	label: string;
	to?: string;
	search?: Record<string, string>;
	mono?: boolean;
}
export interface PageHeaderProps {
	title: string;
	badge?: ReactNode;
	/** What is to be known before all else, in a sentence. */
	about?: ReactNode;
	/** At the right: at most one of them filled. */
	actions?: ReactNode;
	/** The way here; the last one is this page. */
	crumbs?: readonly Crumb[];
	/** A thin line runs under the title while what is shown is being fetched again. */
	busy?: boolean;
}

/** Opens a page: the way here, the title as h1, its badge, its actions. */
export function PageHeader({ title, badge, about, actions, crumbs, busy = false }: PageHeaderProps) {
	return (
		<header className={styles.header} data-crumbs={crumbs ? '' : undefined}>
			<div className={styles.titles}>
				{crumbs ? (
					<nav aria-label={title}>
						<ol className={styles.crumbs}>
							{crumbs.map((crumb, i) => (
								<li key={crumb.label}>
									{i > 0 ? <IconChevronRight size={14} stroke={1.75} aria-hidden="true" /> : null}
									{crumb.to ? (
										<Link to={crumb.to} search={crumb.search ?? {}} className="link">
											{crumb.label}
										</Link>
									) : (
										<span aria-current="page" className={crumb.mono ? 'mono' : undefined}>
											{crumb.label}
										</span>
									)}
								</li>
							))}
						</ol>
					</nav>
				) : null}
				<div className={styles.line}>
					<h1>{title}</h1>
					{badge}
				</div>
				{about ? <p className="flat quiet measure">{about}</p> : null}
			</div>
			{actions ? <div className={styles.actions}>{actions}</div> : null}
			<div className={styles.busy} data-on={busy ? '' : undefined} aria-hidden="true" />
		</header>
	);
}
