/** A property: its key and value; beside one that is there, which other domains have its key. */
import {
	addDomainProperty,
	changeDomainProperty,
	type DomainProperty,
	domainProperties,
	domainsForProperty,
} from '@luvalla/contract/tenancy/domain-properties';
import { useQuery } from '@tanstack/react-query';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import styles from './properties.module.css';
import { usePropertyTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	key: string;
	value: string;
	active: boolean;
}

interface PropertyFormProps {
	domainId: string;
	/** Null: a new one. */
	row: DomainProperty | null;
}

export function PropertyForm({ domainId, row }: PropertyFormProps) {
	const t = usePropertyTexts();
	const settings = { reload: [domainProperties, domainsForProperty], scope: { domainId } };
	const add = useCall(addDomainProperty, settings);
	const change = useCall(changeDomainProperty, settings);
	return (
		<DrawerForm<Values, unknown>
			initial={{ key: row?.key ?? '', value: row?.value ?? '', active: row?.active ?? true }}
			schema={addDomainProperty.body.shape.property}
			labels={{ key: t('key'), value: t('value'), active: t('active') }}
			onSave={(property) =>
				row === null
					? add.mutateAsync({ body: { property, currentDomain: { id: domainId } } })
					: change.mutateAsync({ body: { id: row.id, property, currentDomain: { id: domainId } } })
			}
			saveLabel={row === null ? t('add') : t('save')}
			nothing={row === null ? addDomainProperty.invalid : undefined}
		>
			{(form) => (
				<>
					<TextField label={t('key')} mono hint={t('keyHint')} spellCheck={false} autoComplete="off" {...form.getInputProps('key')} />
					<AreaField label={t('value')} minRows={2} {...form.getInputProps('value')} />
					<SwitchField label={t('active')} hint={t('activeHint')} {...form.getInputProps('active', { type: 'checkbox' })} />
					{row === null ? null : <Elsewhere domainId={domainId} id={row.id} />}
				</>
			)}
		</DrawerForm>
	);
}

/** Other domains of the customer that have the same key, with what stands there. */
function Elsewhere({ domainId, id }: { domainId: string; id: string }) {
	const t = usePropertyTexts();
	const query = useQuery(asQuery(domainsForProperty, { query: { id } }, { domainId }));
	const others = (query.data?.data ?? []).filter((one) => one.domainId !== domainId);
	return (
		<section className={styles.elsewhere} aria-labelledby="elsewhere">
			<h3 id="elsewhere">{t('also')}</h3>
			{query.isError ? <p role="alert">{t('alsoFailed')}</p> : null}
			{query.data && others.length === 0 ? <p className="aside">{t('alsoNone')}</p> : null}
			<ul>
				{others.map((one) => (
					<li key={one.id}>
						{one.domain} <span className="machine">{one.value}</span>
					</li>
				))}
			</ul>
		</section>
	);
}
