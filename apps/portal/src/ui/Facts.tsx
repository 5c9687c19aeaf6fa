import type { ReactNode } from 'react';
import styles from './Facts.module.css';

export interface Fact {
	label: string;
	value: ReactNode;
	/** Ids, hashes, networks. */
	mono?: boolean;
}

/** A list of labels and values; an empty value is —. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
	return (
		<dl className={styles.facts}>
			{facts.map((fact) => (
				<div key={fact.label}>
					<dt>{fact.label}</dt>
					<dd className={fact.mono ? 'mono' : undefined}>
						{fact.value === null || fact.value === undefined || fact.value === '' ? '—' : fact.value}
					</dd>
				</div>
			))}
		</dl>
	);
}
