/** Fields drawn from a kind's schema. */
import { purposes } from '@luvalla/contract/consent/purposes';
import type { Audience } from '@luvalla/contract/profiles/audiences';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import { purposeName } from '#portal/lib/purpose-name.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useAudiences } from '#portal/ui/audiences/use-audiences.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import styles from './connectors.module.css';
import { type DrawnField, isAsked, type Written, wordsIn } from './schema.ts';
import { useConnectorTexts } from './texts.ts';

interface Configured extends Record<string, unknown> {
	config: Written;
}

interface Drawn<V extends Configured> {
	form: Form<V>;
	field: DrawnField;
}

export function ConfigFields<V extends Configured>({
	form,
	fields,
	kept,
	page,
	customerId,
}: {
	form: Form<V>;
	fields: readonly DrawnField[];
	kept: Readonly<Record<string, string>>;
	page: PageCustomer;
	customerId: number;
}) {
	const { config } = form.values;
	return (
		<div className={styles.fields}>
			{fields
				.filter((field) => isAsked(field, config))
				.map((field) => (
					<div key={field.key} className={field.narrow ? 'narrow' : styles.whole}>
						{field.widget === 'domain' ? (
							<Choice form={form} field={field} options={page.domains.map(({ id, domain }) => ({ value: id, label: domain }))} />
						) : field.widget === 'audience' || field.widget === 'purpose' ? (
							<OfAudience form={form} field={field} customerId={customerId} />
						) : field.widget === 'fields' ? (
							<Several form={form} field={field} />
						) : field.enum ? (
							<Enumerated form={form} field={field} />
						) : (
							<Typed form={form} field={field} kept={kept[field.key]} />
						)}
					</div>
				))}
		</div>
	);
}

const pathOf = ({ key }: DrawnField) => `config.${key}` as const;

/** An error of one of a field's parts stands under the whole field. */
const propsOf = <V extends Configured>({ form, field }: Drawn<V>) => {
	const path = pathOf(field);
	const error = form.errors[path] ?? Object.entries(form.errors).find(([one]) => one.startsWith(`${path}.`))?.[1];
	return { ...form.getInputProps(path), error };
};

/** Text, a number, a secret. */
function Typed<V extends Configured>({ form, field, kept }: Drawn<V> & { kept: string | undefined }) {
	const t = useConnectorTexts();
	const language = useLanguage();
	const props = {
		label: wordsIn(field.label, language),
		hint: kept === undefined ? wordsIn(field.hint, language) || undefined : t('replace', { masked: kept }),
		optional: field.optional === true || kept !== undefined,
		mono: field.mono === true,
		...propsOf({ form, field }),
	};
	if (field.area || field.widget === 'columns')
		return <AreaField {...props} minRows={field.widget === 'columns' ? 3 : 2} autoComplete="off" />;
	if (field.secret) return <TextField {...props} type="password" autoComplete="new-password" />;
	return (
		<TextField
			{...props}
			autoComplete="off"
			inputMode={field.type === 'integer' ? 'numeric' : field.type === 'number' ? 'decimal' : undefined}
		/>
	);
}

function Enumerated<V extends Configured>({ form, field }: Drawn<V>) {
	const language = useLanguage();
	const options = (field.enum ?? []).map((one) => ({
		value: String(one),
		label: wordsIn(field.options?.[String(one)], language) || String(one),
	}));
	return <Choice form={form} field={field} options={options} />;
}

function Choice<V extends Configured>({
	form,
	field,
	options,
	hint,
	nothing,
	searched,
}: Drawn<V> & {
	options: { value: string; label: string }[];
	hint?: string | undefined;
	/** Why there is nothing to choose from. */
	nothing?: string | undefined;
	searched?: object;
}) {
	const language = useLanguage();
	const { value, ...props } = propsOf({ form, field });
	return (
		<SelectField
			label={wordsIn(field.label, language)}
			hint={hint ?? (wordsIn(field.hint, language) || undefined)}
			data={options}
			allowDeselect={false}
			searchable={options.length > 10}
			{...(nothing !== undefined && { nothingFoundMessage: nothing })}
			{...searched}
			{...props}
			value={options.some((one) => one.value === value) ? String(value) : null}
		/>
	);
}

/** An audience of the customer, or a purpose of the audience's own domain. */
function OfAudience<V extends Configured>({ form, field, customerId }: Drawn<V> & { customerId: number }) {
	const t = useConnectorTexts();
	const language = useLanguage();
	const isPurpose = field.widget === 'purpose';
	const id = form.values.config.audienceId;
	const titleOf = ({ title, domain }: Audience): string => `${title} (${domain})`;
	const { chosen: audience, ...list } = useAudiences(
		{ customerId, domainId: null },
		typeof id === 'string' && id !== '' ? id : undefined,
		titleOf,
	);
	const known = useQuery({
		...asList(purposes, { params: { customerId }, query: audience ? { domainId: audience.domainId } : {} }),
		enabled: isPurpose && audience !== undefined,
	});
	if (!isPurpose)
		return (
			<Choice
				form={form}
				field={field}
				options={list.rows.map((one) => ({ value: one.id, label: titleOf(one) }))}
				hint={list.hint}
				searched={list.searched}
			/>
		);
	const options = (audience ? (known.data?.data ?? []) : [])
		.filter(({ domainId, legalBasis }) => domainId === audience?.domainId && legalBasis === 'consent')
		.map((one) => ({ value: one.id, label: purposeName(one, language) }));
	const lacks = audience
		? known.isSuccess && options.length === 0
			? t('noPurpose', { domain: audience.domain })
			: undefined
		: t('chooseFirst');
	return <Choice form={form} field={field} options={options} hint={lacks} nothing={lacks} />;
}

/** Several of a few. */
function Several<V extends Configured>({ form, field }: Drawn<V>) {
	const language = useLanguage();
	const { value, onChange, error } = propsOf({ form, field });
	const written: unknown = value;
	const chosen = Array.isArray(written) ? written.map(String) : [];
	const options = Object.entries(field.options ?? {});
	return (
		<fieldset className={styles.several}>
			<legend>{wordsIn(field.label, language)}</legend>
			<div className={styles.checks}>
				{options.map(([key, words]) => (
					<label key={key} className={styles.check}>
						<input
							type="checkbox"
							checked={chosen.includes(key)}
							onChange={(event) => onChange(event.currentTarget.checked ? [...chosen, key] : chosen.filter((one) => one !== key))}
						/>
						{wordsIn(words, language)}
					</label>
				))}
			</div>
			{error ? <p className={styles.problem}>{error}</p> : null}
		</fieldset>
	);
}
