/** Which rows of a live list are new since the reading before. */
import type { Choice } from '@luvalla/contract/consent/ledger';
import { useState } from 'react';

const none: ReadonlySet<string> = new Set();

/** @param about what the list is about: when that changes, nothing counts as new */
export function useFresh(rows: readonly Choice[] | undefined, about: string): ReadonlySet<string> {
	const [seen, setSeen] = useState<{ about: string; rows: readonly Choice[] | undefined; fresh: ReadonlySet<string> }>({
		about,
		rows,
		fresh: none,
	});
	if (seen.rows === rows && seen.about === about) return seen.fresh;
	const known = new Set(seen.rows?.map((row) => row.choiceId));
	const fresh =
		seen.about === about && seen.rows && rows ? new Set(rows.filter((row) => !known.has(row.choiceId)).map((row) => row.choiceId)) : none;
	setSeen({ about, rows, fresh });
	return fresh;
}
