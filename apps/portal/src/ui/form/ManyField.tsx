import { OPTION_LIST_MAX_PX } from '@luvalla/contract/constants';
import type { ComboboxParsedItem, MultiSelectProps, OptionsFilter } from '@mantine/core';
import { useId } from 'react';
import { useKitTexts } from '../texts.ts';
import { FieldError } from './field.tsx';
import fields from './fields.module.css';
import { LateBox } from './LateSelect.tsx';
import styles from './ManyField.module.css';

/** Entries drawn at once; typing finds the others. */
const MOST_SHOWN = 200;

const has = (text: unknown, wanted: string): boolean => typeof text === 'string' && text.toLowerCase().includes(wanted);

/** An entry is found by its own words and by those of its group: all domains of a customer by the customer's name. */
const byEntryOrGroup: OptionsFilter<string> = ({ options, search, limit }) => {
	const wanted = search.trim().toLowerCase();
	const found: ComboboxParsedItem<string>[] = [];
	let left = limit;
	for (const one of options) {
		if (left <= 0) break;
		if ('group' in one) {
			const items = (has(one.group, wanted) ? one.items : one.items.filter((item) => has(item.label, wanted))).slice(0, left);
			left -= items.length;
			if (items.length > 0) found.push({ ...one, items });
		} else if (has(one.label, wanted)) {
			left--;
			found.push(one);
		}
	}
	return found;
};

const load = () => import('#portal/ui/form/OpenSelect.tsx').then((module) => module.MultiSelect);

type Own = Omit<MultiSelectProps<string>, 'label' | 'description' | 'classNames'> & { label: string; hint: string };

/** Several of a long list, searched by typing: label above, hint below. */
export function ManyField({ label, hint, error, placeholder, ...props }: Own) {
	const t = useKitTexts();
	const id = useId();
	return (
		<LateBox
			load={load}
			shown=""
			whole={(props.value ?? []).length > 0}
			given={{
				id,
				searchable: true,
				hidePickedOptions: true,
				clearable: false,
				limit: MOST_SHOWN,
				filter: byEntryOrGroup,
				maxDropdownHeight: OPTION_LIST_MAX_PX,
				nothingFoundMessage: t('nothingFound'),
				inputWrapperOrder: ['label', 'input', 'description', 'error'],
				label,
				description: error ? undefined : hint,
				error: error ? <FieldError>{error}</FieldError> : undefined,
				placeholder,
				classNames: {
					label: fields.labelRow,
					description: fields.hint,
					error: fields.error,
					input: styles.many,
					inputField: styles.manyInput,
				},
				...props,
			}}
		/>
	);
}
