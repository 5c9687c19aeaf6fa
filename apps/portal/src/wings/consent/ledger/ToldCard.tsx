import {
	addLedgerAddress,
	askLedgerAddress,
	deleteLedgerAddress,
	type LedgerAddress,
	ledgerAddresses,
	ToldAddress,
	testLedgerAddress,
} from '@luvalla/contract/consent/proof';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleDashed, IconMailQuestion, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { notifySuccess, notifyWarning } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import type { ListSearch } from '#portal/lib/search.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { type Column, DataTable } from '#portal/ui/list/DataTable.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import styles from './Ledger.module.css';
import { type LedgerTexts, useLedgerTexts } from './texts.ts';

interface ToldCardProps {
	customerId: number;
	search: ListSearch;
	patch: (patch: ListSearch) => void;
}

/** Addresses that get the head of the day. */
export function ToldCard({ customerId, search, patch }: ToldCardProps) {
	const t = useLedgerTexts();
	const scope = { customerId };
	const query = useQuery(asQuery(ledgerAddresses, {}, scope));
	const [doomed, setDoomed] = useState<LedgerAddress | null>(null);
	const remove = useCall(deleteLedgerAddress, { reload: [ledgerAddresses], scope });
	const tell = useCall(testLedgerAddress, {
		reload: [ledgerAddresses],
		scope,
		quiet: true,
		onSuccess: ({ isSuccessful, errorMessage }) =>
			isSuccessful ? notifySuccess(t('testDone')) : notifyWarning(t('testFailed', { reason: errorMessage ?? '' })),
	});
	const ask = useCall(askLedgerAddress, { reload: [ledgerAddresses], scope, quiet: true, onSuccess: (row) => sayAsked(t, row) });
	const rows = query.data?.data;
	const columns: Column<LedgerAddress>[] = [
		{ key: 'address', header: t('addressField'), cell: (row) => <span className={styles.address}>{row.address}</span>, width: 260 },
		{ key: 'kind', header: t('kind'), cell: (row) => t(row.kind) },
		{ key: 'told', header: t('lastTold'), cell: (row) => <LastTold row={row} /> },
	];
	return (
		<Card
			title={t('told')}
			aside={
				<Button
					variant="default"
					size="compact-md"
					leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => patch({ id: 'new' })}
				>
					{t('add')}
				</Button>
			}
		>
			<p className={styles.text}>{rows?.length === 0 ? t('toldEmpty') : t('toldText')}</p>
			{query.isError && !rows ? (
				<Failed sentence={t('toldFailed')} query={query} />
			) : rows?.length === 0 ? null : (
				<DataTable
					caption={t('told')}
					columns={columns}
					rows={rows}
					rowId={(row) => row.id}
					rowName={(row) => row.address}
					expect={2}
					actions={(row) => [
						row.confirmedAt === null
							? {
									label: t('askAgain'),
									icon: IconMailQuestion,
									onSelect: () => ask.mutate({ params: { id: row.id }, body: { customerId } }),
								}
							: { label: t('test'), icon: IconSend, onSelect: () => tell.mutate({ params: { id: row.id }, body: { customerId } }) },
						{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setDoomed(row) },
					]}
				/>
			)}
			<FormDrawer opened={search.id === 'new'} title={t('addTitle')} onClose={() => patch({ id: undefined })}>
				{search.id === 'new' ? <AddressForm customerId={customerId} /> : null}
			</FormDrawer>
			<CallQuestion
				call={remove}
				input={doomed && { params: { id: doomed.id }, query: { customerId } }}
				onClose={() => setDoomed(null)}
				title={t('removeQuestion', { address: doomed?.address ?? '' })}
				verb={t('remove')}
				danger
			>
				{t('removeWhat')}
			</CallQuestion>
		</Card>
	);
}

/** What came of asking an address whether it wants to be told. */
const sayAsked = (t: LedgerTexts, { kind, address, confirmedAt, error }: LedgerAddress): void => {
	if (confirmedAt !== null) notifySuccess(t('confirmed', { address }));
	else if (kind === 'mail') notifySuccess(t('asked', { address }));
	else notifyWarning(t('notConfirmed', { address, reason: error ?? '' }));
};

function LastTold({ row }: { row: LedgerAddress }) {
	const t = useLedgerTexts();
	if (row.confirmedAt === null)
		return (
			<>
				<Badge hue="amber" icon={IconCircleDashed}>
					{t('waits')}
				</Badge>{' '}
				<span className="quiet breaks">{row.error ?? t(row.kind === 'mail' ? 'waitsMail' : 'waitsHttps')}</span>
			</>
		);
	if (row.error !== null)
		return (
			<>
				<Badge hue="red" icon={IconAlertTriangle}>
					{t('couldNot')}
				</Badge>{' '}
				<span className="quiet breaks">{row.error}</span>
			</>
		);
	return row.toldAt ? (
		<>
			<IconCheck size={16} stroke={1.75} aria-hidden="true" /> <RelativeTime at={row.toldAt} />
		</>
	) : (
		<Badge hue="gray" icon={IconCircleDashed}>
			{t('never')}
		</Badge>
	);
}

interface Values extends Record<string, unknown> {
	address: string;
	language: string;
}
const Language = z.enum(['en', 'fi']);
const AddressSchema = z.object({ address: ToldAddress, language: Language });

function AddressForm({ customerId }: { customerId: number }) {
	const t = useLedgerTexts();
	const add = useCall(addLedgerAddress, {
		reload: [ledgerAddresses],
		warns: true,
		scope: { customerId },
		onSuccess: (row) => sayAsked(t, row),
	});
	return (
		<DrawerForm<Values>
			initial={{ address: '', language: currentLanguage() }}
			schema={AddressSchema}
			labels={{ address: t('addressField'), language: t('languageField') }}
			onSave={({ address, language }) => add.mutateAsync({ body: { customerId, address, language: Language.parse(language) } })}
			saveLabel={t('add')}
		>
			{(form) => (
				<>
					<TextField label={t('addressField')} hint={t('addressHint')} {...form.getInputProps('address')} />
					<SelectField
						label={t('languageField')}
						data={[
							{ value: 'en', label: t('english') },
							{ value: 'fi', label: t('finnish') },
						]}
						{...form.getInputProps('language')}
					/>
				</>
			)}
		</DrawerForm>
	);
}
