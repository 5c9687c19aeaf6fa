/** The fields of forms, each with the props of the Mantine input it stands on. */
import { OPTION_LIST_MAX_PX } from '@luvalla/contract/constants';
import type { SelectProps } from '@mantine/core';
import { useKitTexts } from '../texts.ts';
import { type Own, useFieldParts } from './field.tsx';
import { LateSelect } from './LateSelect.tsx';

export { FieldError, TextField } from './field.tsx';

/** More than so many, days of a month being the longest that are read, are found by typing. */
const MOST_READ = 31;

function countOf(data: SelectProps['data']): number {
	let count = 0;
	for (const one of data ?? []) count += typeof one === 'object' && 'items' in one ? one.items.length : 1;
	return count;
}

/** @param loading while what can be chosen is being asked for: whoever opens it is not told that there is nothing */
export function SelectField({ label, hint, optional, mono, loading, ...props }: Own<SelectProps>) {
	const t = useKitTexts();
	return (
		<LateSelect
			checkIconPosition="right"
			nothingFoundMessage={t('nothingFound')}
			maxDropdownHeight={OPTION_LIST_MAX_PX}
			openOnFocus={false}
			searchable={countOf(props.data) > MOST_READ}
			{...props}
			{...(loading && { nothingFoundMessage: t('loading') })}
			{...useFieldParts({ label, hint, optional, mono, error: props.error })}
		/>
	);
}
