import type { ReactNode } from 'react';
import { useTitle } from '#portal/lib/use-title.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import styles from './my-data.module.css';

interface PartProps<T> {
	title: string;
	lead: string;
	query: { data?: { data: T } | undefined; isError: boolean; error: unknown; refetch: () => unknown };
	failed: string;
	/** What needs nothing of the query, and stays when it fails. */
	above?: ReactNode;
	children: (data: T) => ReactNode;
}

/** A part of one's own data: what it is about, then what is there, on its way or not to be had. */
export function Part<T>({ title, lead, query, failed, above, children }: PartProps<T>) {
	useTitle(title);
	return (
		<>
			<header className={styles.head}>
				<h1>{title}</h1>
				<p>{lead}</p>
			</header>
			{above}
			{query.data ? children(query.data.data) : query.isError ? <Failed sentence={failed} query={query} /> : <PageSkeleton />}
		</>
	);
}
