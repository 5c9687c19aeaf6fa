import type { AnswerOf } from '@luvalla/contract/call';
import {
	addConnector,
	type Connector,
	changeConnector,
	connectors,
	type connectorTypes,
	testConnector,
} from '@luvalla/contract/profiles/connectors';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { currentLanguage, useLanguage } from '#portal/lib/say.ts';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import { ConfigFields } from './ConfigFields.tsx';
import styles from './connectors.module.css';
import type { ConnectorSearch } from './connectors.search.ts';
import { HealthBadge } from './HealthBadge.tsx';
import { RepliesPart } from './RepliesPart.tsx';
import { RunsPart } from './RunsPart.tsx';
import { beginning, type ConnectorKind, checkOf, fieldsOf, sentOf, type Written, wordsIn } from './schema.ts';
import { TestPart } from './TestPart.tsx';
import { useConnectorTexts } from './texts.ts';

interface Rows<T> extends Pick<UseQueryResult<{ data: T }>, 'data' | 'isError' | 'isSuccess' | 'error' | 'refetch'> {}

/** A connector, or a new one: its settings, its test and its runs. */
export function ConnectorDrawer({
	list,
	types,
	page,
	search,
	patch,
	mayWrite,
}: {
	list: Rows<AnswerOf<typeof connectors>>;
	types: Rows<AnswerOf<typeof connectorTypes>>;
	page: PageCustomer;
	search: ConnectorSearch;
	patch: (patch: Partial<ConnectorSearch>) => void;
	mayWrite: boolean;
}) {
	const t = useConnectorTexts();
	const isNew = search.id === 'new' && mayWrite;
	const row = list.data?.data.find(({ id }) => id === search.id) ?? null;
	const kinds = types.data?.data;
	const kind = kinds?.find(({ type }) => type === row?.type);
	const language = useLanguage();
	return (
		<FormDrawer
			opened={search.id !== undefined && (isNew || search.id !== 'new')}
			title={isNew ? t('add') : (row?.name ?? t('edit'))}
			subtitle={
				row && kind ? (
					<span className="in-line-8">
						{row.direction === 'none' ? kind.name[language] : `${kind.name[language]}, ${t(row.direction)}`}
						<HealthBadge connector={row} />
					</span>
				) : null
			}
			thing={row?.name}
			wide
			onClose={() => patch({ id: undefined, log: undefined, hours: undefined })}
			loading={kinds === undefined ? types : isNew || row ? undefined : list}
			missing={t('missing')}
		>
			{kinds === undefined || page.customerId === null ? null : mayWrite && (isNew || row) ? (
				<ConnectorForm key={search.id} row={row} kinds={kinds} page={page} customerId={page.customerId} search={search} patch={patch} />
			) : row ? (
				<div className={styles.readOnly}>
					<RunsPart connector={row} search={search} patch={patch} mayWrite={false} />
				</div>
			) : null}
		</FormDrawer>
	);
}

interface Values extends Record<string, unknown> {
	name: string;
	type: string;
	isActive: boolean;
	config: Written;
}

function ConnectorForm({
	row,
	kinds,
	page,
	customerId,
	search,
	patch,
}: {
	row: Connector | null;
	kinds: readonly ConnectorKind[];
	page: PageCustomer;
	customerId: number;
	search: ConnectorSearch;
	patch: (patch: Partial<ConnectorSearch>) => void;
}) {
	const t = useConnectorTexts();
	const language = useLanguage();
	const [first] = kinds;
	// Of a list that shows one kind, a new one is of that kind.
	const wanted = kinds.find((one) => one.type === search.type)?.type;
	const [type, setType] = useState<string>(row?.type ?? wanted ?? first?.type ?? 'smtp');
	const kind = kinds.find((one) => one.type === type) ?? first;
	const fields = kind ? fieldsOf(kind) : [];
	const add = useCall(addConnector, { reload: [connectors] });
	const change = useCall(changeConnector, { reload: [connectors] });
	if (!kind) return null;
	return (
		<DrawerForm<Values, Connector>
			// Another kind is another form.
			key={type}
			initial={{ name: row?.name ?? '', type, isActive: row?.isActive ?? true, config: beginning(fields, row?.config ?? {}, language) }}
			readAt={row?.changedAt}
			schema={checkOf(fields, t('columnsWrong'))}
			labels={{ name: t('ownName'), isActive: t('active'), config: t('name') }}
			labelOf={(path) => {
				const [, key = ''] = path.split('.');
				const field = fields.find((one) => one.key === key);
				return field && path.startsWith('config.') ? wordsIn(field.label, currentLanguage()) : undefined;
			}}
			onSave={async ({ name, isActive, config }, _, changedAt) => {
				const body = { customerId, type: kind.type, name, isActive, config: sentOf(fields, config) };
				const saved = row ? change.mutateAsync({ body: { ...body, id: row.id, changedAt } }) : add.mutateAsync({ body });
				return (await saved).data;
			}}
			saveLabel={t('save')}
			onward={row ? undefined : { label: t('saveAndTest'), go: ({ id }) => patch({ id }) }}
		>
			{(form) => (
				<>
					{row ? null : (
						<SelectField
							label={t('type')}
							hint={t('typeHint')}
							data={kinds.map((one) => ({ value: one.type, label: one.name[language] }))}
							allowDeselect={false}
							value={type}
							onChange={(chosen) => chosen && setType(chosen)}
						/>
					)}
					<SwitchField label={t('active')} hint={t('activeHint')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
					<TextField label={t('ownName')} optional {...form.getInputProps('name')} />
					<ConfigFields form={form} fields={fields} kept={row?.kept ?? {}} page={page} customerId={customerId} />
					{row?.type === 'sms-http' ? <RepliesPart connector={row} /> : null}
					{row ? <TestPart connector={row} call={testConnector} dirty={form.isDirty()} /> : null}
					{row && row.direction !== 'none' ? <RunsPart connector={row} search={search} patch={patch} mayWrite /> : null}
				</>
			)}
		</DrawerForm>
	);
}
