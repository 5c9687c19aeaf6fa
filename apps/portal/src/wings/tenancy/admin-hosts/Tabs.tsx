/** The lists of a page side by side, each with how much is in it. */
import type { Page } from '@luvalla/contract/call';
import { numberText } from '#portal/lib/dates.ts';
import { type Language, useLanguage } from '#portal/lib/say.ts';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { useHostTexts } from './texts.ts';

/** Asks for a count alone. */
export const COUNT_ONLY = { page: 1, size: 1 } as const;

/** 1,586, or 10,000+ where nobody counted on. */
const counted = (page: Page, language: Language): string => `${numberText(page.total, language)}${page.more ? '+' : ''}`;

interface HostTabsProps<Show> {
	label: string;
	options: readonly Show[];
	value: Show;
	/** Narrows the page to one of the lists, from its beginning. */
	patch: (change: { show: Show; page: undefined; sort: undefined; id: undefined }) => void;
	nameOf: (show: Show) => string;
	/** Null: not known, or nobody asked yet. */
	pageOf: (show: Show) => Page | null | undefined;
}

export function HostTabs<Show extends string | undefined>({ label, options, value, patch, nameOf, pageOf }: HostTabsProps<Show>) {
	const t = useHostTexts();
	const language = useLanguage();
	return (
		<div className="below-16">
			<Segmented
				label={label}
				options={options}
				value={value}
				onChange={(show) => patch({ show, page: undefined, sort: undefined, id: undefined })}
			>
				{(show) => {
					const page = pageOf(show);
					return page ? t('tab', { name: nameOf(show), number: counted(page, language) }) : nameOf(show);
				}}
			</Segmented>
		</div>
	);
}
