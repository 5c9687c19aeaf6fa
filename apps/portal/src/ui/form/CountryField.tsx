import type { ComponentProps } from 'react';
import { countryOptions } from '#portal/lib/country-text.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField } from './fields.tsx';

type Shared = Omit<ComponentProps<typeof SelectField>, 'value' | 'onChange' | 'data'>;

interface CountryFieldProps extends Shared {
	/** Two letters; empty: none is chosen. */
	value: string;
	onChange: (code: string) => void;
}

/** A country of the list, found by writing, or none. */
export function CountryField({ value, onChange, ...field }: CountryFieldProps) {
	const language = useLanguage();
	return (
		<SelectField
			optional
			data={countryOptions(language)}
			searchable
			clearable
			{...field}
			value={value === '' ? null : value}
			onChange={(code) => onChange(code ?? '')}
		/>
	);
}
