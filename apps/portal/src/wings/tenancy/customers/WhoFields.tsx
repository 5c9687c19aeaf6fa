/** A company's name, its number, and where it is registered: of a customer's form and of a company's own page. */
import { businessIdFits } from '@luvalla/contract/tenancy/business-ids';
import type { ComponentProps } from 'react';
import { CountryField } from '#portal/ui/form/CountryField.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { useCustomerTexts } from './texts.ts';

interface WhoFieldsProps {
	values: { businessId: string; countryCode: string };
	/** `getInputProps` of the form. */
	input: (field: 'name' | 'businessId' | 'countryCode') => object;
	onCountry: ComponentProps<typeof CountryField>['onChange'];
}

export function WhoFields({ values: { businessId, countryCode }, input, onCountry }: WhoFieldsProps) {
	const t = useCustomerTexts();
	return (
		<>
			<TextField label={t('name')} {...input('name')} />
			<TextField
				label={t('businessId')}
				optional
				hint={businessIdFits(countryCode, businessId) === false ? t('businessIdOdd') : undefined}
				{...input('businessId')}
			/>
			<CountryField
				label={t('country')}
				placeholder={t('chooseCountry')}
				value={countryCode}
				{...input('countryCode')}
				onChange={onCountry}
			/>
		</>
	);
}
