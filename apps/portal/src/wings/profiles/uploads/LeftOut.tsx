/** Which columns of the file nothing becomes of, by name: nobody finds out later what was not imported. */

import { ATTRIBUTES } from '@luvalla/contract/profiles/api';
import type { Column, Target } from '@luvalla/contract/profiles/uploads';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';

/** So many names stand in a sentence; more are folded away behind it. */
const NAMED = 12;

interface LeftOutProps {
	columns: readonly Column[];
	names: readonly string[];
	targets: readonly Target[];
}

export function LeftOut({ columns, names, targets }: LeftOutProps) {
	const t = useUploadTexts();
	const out = columns.flatMap(({ left }, place) => (targets[place]?.to === 'nothing' ? [{ name: names[place] ?? '', left }] : []));
	const over = out.filter(({ left }) => left === 'limit').map(({ name }) => name);
	const others = out.filter(({ left }) => left === null).map(({ name }) => name);
	return (
		<>
			{over.length > 0 ? <Named said={t('overLimit', { count: over.length, limit: ATTRIBUTES })} names={over} /> : null}
			{others.length > 0 ? <Named said={t('leftOut', { count: others.length })} names={others} /> : null}
		</>
	);
}

function Named({ said, names }: { said: string; names: readonly string[] }) {
	if (names.length <= NAMED)
		return (
			<p className={styles.leftOut}>
				{said} <b>{names.join(', ')}</b>
			</p>
		);
	return (
		<details className={styles.leftOut}>
			<summary>{said}</summary>
			<b>{names.join(', ')}</b>
		</details>
	);
}
