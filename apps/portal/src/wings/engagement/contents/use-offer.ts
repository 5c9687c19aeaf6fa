/** The list of fields as the keyboard moves in it: opened by what is typed, closed by Escape until something else is typed. */
import { useEffect, useId, useState } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { type Fields, fitting, type OfferedField } from './offer.ts';

export interface Offer {
	id: string;
	/** Null: it is closed. */
	options: readonly OfferedField[] | null;
	active: number;
	optionId: (n: number) => string;
	pick: (n: number) => void;
	/** Whether the list took the key. */
	onKey: (key: string) => boolean;
}

/** @param query what is typed of a field; null: none is being written. */
export function useOffer(fields: Fields, query: string | null, onPick: (path: string) => void): Offer {
	const id = useId();
	const language = useLanguage();
	const [active, setActive] = useState(0);
	const [closed, setClosed] = useState(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another word is another list
	useEffect(() => {
		setActive(0);
		setClosed(false);
	}, [query]);
	// none is known before the server has told them, which is not that none fits
	const options = query === null || closed || fields.all.length === 0 ? null : fitting(fields.all, query, language);
	const count = options?.length ?? 0;
	const pick = (n: number) => {
		const field = options?.[n];
		if (field) onPick(field.path);
	};
	return {
		id,
		options,
		active: Math.min(active, Math.max(0, count - 1)),
		optionId: (n) => `${id}-${n}`,
		pick,
		onKey: (key) => {
			if (options === null) return false;
			if (key === 'Escape') setClosed(true);
			else if (count === 0) return false;
			else if (key === 'ArrowDown') setActive((active + 1) % count);
			else if (key === 'ArrowUp') setActive((active + count - 1) % count);
			else if (key === 'Enter' || key === 'Tab') pick(active);
			else return false;
			return true;
		},
	};
}
