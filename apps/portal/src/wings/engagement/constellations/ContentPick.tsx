import { type Content, contents } from '@luvalla/contract/engagement/contents';
import { asQuery } from '#portal/lib/calls.ts';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { OFFERED, useOffered } from '#portal/ui/form/use-offered.ts';
import { useConstellationTexts } from './texts.ts';

export interface ContentPickProps {
	label: string;
	/** What is offered, as the list's filter says it: `channel:0`, `control:subject`. */
	filter: string;
	/** Id of the domain whose contents are offered. */
	domain: string;
	customerId: number | null;
	chosen: Content | undefined;
	/** Said under it where none is offered. */
	none?: string;
	error?: unknown;
	onChange: (content: Content | null) => void;
}

const APPROVED = 5;
/** None of them. */
const NONE = 'none';

/** One content of a kind: the first by their titles, and what is typed is looked for among all. */
export function ContentPick({ label, filter, domain, customerId, chosen, none, error, onChange }: ContentPickProps) {
	const t = useConstellationTexts();
	const titleOf = ({ title, status }: Content): string => (status === APPROVED ? title : t('draftMark', { title }));
	const { first, isError, rows, more, hint, searched } = useOffered(
		(q) => asQuery(contents, { query: { page: 1, size: OFFERED, sort: 'title', filter: [filter], q } }, { customerId, domainId: domain }),
		chosen,
		chosen ? titleOf(chosen) : t('nothing'),
	);
	const failed = isError ? t('contentsFailed') : undefined;
	const wrong = failed ?? error;
	return (
		<SelectField
			label={label}
			optional
			hint={first.data?.data.length === 0 ? none : hint}
			error={wrong ? String(wrong) : undefined}
			data={[{ value: NONE, label: t('nothing') }, ...rows.map((one) => ({ value: one.id, label: titleOf(one) }))]}
			value={chosen?.id ?? NONE}
			allowDeselect={false}
			searchable={more || rows.length > 8}
			{...searched}
			onChange={(id) => id !== null && onChange(rows.find((one) => one.id === id) ?? null)}
		/>
	);
}
