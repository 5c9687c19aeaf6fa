import { customers } from '@luvalla/contract/tenancy/customers';
import { ASSIGNED, assignCustomer, type Partner, partners, readPartner, UNASSIGNED } from '@luvalla/contract/tenancy/partners';
import { Button } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { countryText } from '#portal/lib/country-text.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { currentLanguage, useLanguage } from '#portal/lib/say.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { useCustomers } from '#portal/ui/list/customers.ts';
import { DataTable } from '#portal/ui/list/DataTable.tsx';
import styles from './partners.module.css';
import { usePartnerTexts } from './texts.ts';

interface Assigned {
	id: number;
	name: string;
	countryCode: string;
	businessId: string;
	isActive: boolean;
}

/** Customers a partner looks after: assigned and taken away. */
export function PartnerCustomers({ partner, assigned }: { partner: Partner; assigned: readonly Assigned[] }) {
	const t = usePartnerTexts();
	const language = useLanguage();
	const [chosen, setChosen] = useState<string | null>(null);
	const { list: all, customers: known, onType } = useCustomers(chosen === null ? undefined : Number(chosen));
	const [doomed, setDoomed] = useState<Assigned | null>(null);
	const assign = useCall(assignCustomer, {
		reload: [readPartner, partners, customers],
		quiet: true,
		onSuccess: (done) => {
			notifySuccess(fixedText(done.assigned ? ASSIGNED : UNASSIGNED, currentLanguage()));
			setChosen(null);
			setDoomed(null);
		},
	});
	const send = (customerId: number, wanted: 'true' | 'false') =>
		assign.mutate({ params: { partnerId: partner.id, customerId, assign: wanted } });
	const free = known.filter((one) => !assigned.some((has) => has.id === one.customerId));
	return (
		<div className={styles.body}>
			{all.isError ? (
				<Failed query={all} />
			) : (
				<form
					className={styles.ask}
					onSubmit={(event: FormEvent) => {
						event.preventDefault();
						if (chosen !== null) send(Number(chosen), 'true');
					}}
				>
					<SelectField
						label={t('customer')}
						hint={all.data && free.length === 0 ? t('allAssigned') : t('assignHint')}
						placeholder={t('chooseCustomer')}
						searchable
						onSearchChange={onType}
						data={free.map((one) => ({ value: String(one.customerId), label: one.customerName }))}
						value={chosen}
						onChange={setChosen}
					/>
					<Button type="submit" disabled={chosen === null} loading={assign.isPending && doomed === null}>
						{t('assign')}
					</Button>
				</form>
			)}
			{assigned.length === 0 ? (
				<p className="quiet">{t('noCustomers')}</p>
			) : (
				<DataTable
					caption={t('customers')}
					columns={[
						{ key: 'name', header: t('name'), cell: (row) => row.name },
						{ key: 'country', header: t('country'), cell: (row) => countryText(row.countryCode, language) },
						{ key: 'businessId', header: t('businessId'), cell: (row) => row.businessId },
						{ key: 'onboarded', header: t('onboarded'), cell: (row) => (row.isActive ? t('yes') : t('no')) },
					]}
					rows={assigned}
					rowId={(row) => String(row.id)}
					rowName={(row) => row.name}
					actions={(row) => [{ label: t('unassign'), icon: IconUnlink, danger: true, onSelect: () => setDoomed(row) }]}
				/>
			)}
			<ConfirmDialog
				opened={doomed !== null}
				title={t('unassignTitle', { name: doomed?.name ?? '' })}
				verb={t('unassignVerb')}
				danger
				working={assign.isPending}
				onCancel={() => setDoomed(null)}
				onConfirm={() => {
					if (doomed) send(doomed.id, 'false');
				}}
			>
				<p>{t('unassignText')}</p>
			</ConfirmDialog>
		</div>
	);
}
