import type { Page } from '@luvalla/contract/call';
import { addSender, changeSender, type Sender, senders } from '@luvalla/contract/engagement/senders';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Facts } from '#portal/ui/Facts.tsx';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import { NextStep } from '#portal/ui/NextStep.tsx';
import { ReadyBadge } from './checks.tsx';
import { DnsPart } from './DnsPart.tsx';
import styles from './senders.module.css';
import type { SenderSearch } from './senders.search.ts';
import { useSenderTexts } from './texts.ts';

interface SenderDrawerProps {
	list: {
		data: { data: readonly Sender[]; page: Page | null } | undefined;
		isError: boolean;
		isSuccess: boolean;
		error: unknown;
		refetch: () => unknown;
	};
	page: PageCustomer;
	search: SenderSearch;
	patch: (patch: Partial<SenderSearch>) => void;
	mayWrite: boolean;
}

/** A sender, or a new one: who it is, and what the DNS says of it. */
export function SenderDrawer({ list, page, search, patch, mayWrite }: SenderDrawerProps) {
	const t = useSenderTexts();
	const isNew = search.id === 'new' && mayWrite;
	const row = list.data?.data.find(({ id }) => id === search.id) ?? null;
	/** One that was just added: it opens when its form closes, since its records have to go into the DNS. */
	const added = useRef<string | undefined>(undefined);
	return (
		<FormDrawer
			opened={search.id !== undefined}
			title={isNew ? t('add') : (row?.name ?? t('name'))}
			subtitle={
				row ? (
					<span className="breaks in-row-4-8">
						{row.address}
						<ReadyBadge sender={row} />
					</span>
				) : null
			}
			thing={row?.address}
			wide
			onClose={() => {
				// one that was made for a campaign leads back to it from its records, too
				const { campaign, triggered } = added.current === undefined ? {} : search;
				patch({ id: added.current, campaign, triggered });
				added.current = undefined;
			}}
			loading={isNew || row ? undefined : list}
			missing={t('missing')}
		>
			{page.customerId === null ? null : mayWrite && (isNew || row) ? (
				<SenderForm
					key={search.id}
					row={row}
					page={page}
					customerId={page.customerId}
					search={search}
					onAdded={(id) => {
						added.current = id;
					}}
				/>
			) : row ? (
				<div className={styles.readOnly}>
					<Facts
						facts={[
							{ label: t('domain'), value: row.domain },
							{ label: t('replyTo'), value: row.replyTo },
							{ label: t('postal'), value: row.postal },
						]}
					/>
					<DnsPart sender={row} customerId={page.customerId} />
				</div>
			) : null}
		</FormDrawer>
	);
}

interface Values extends Record<string, unknown> {
	domainId: string;
	name: string;
	address: string;
	replyTo: string;
	postal: string;
}

function SenderForm({
	row,
	page,
	customerId,
	search,
	onAdded,
}: {
	row: Sender | null;
	page: PageCustomer;
	customerId: number;
	search: SenderSearch;
	onAdded: (id: string) => void;
}) {
	const t = useSenderTexts();
	const scope = { customerId, domainId: null };
	const add = useCall(addSender, { reload: [senders], scope });
	const change = useCall(changeSender, { reload: [senders], scope });
	const navigate = useNavigate();
	const back = useWayBack(search);
	const wanted = page.domains.find(({ id }) => id === search.domain) ?? (page.domains.length === 1 ? page.domains[0] : undefined);
	return (
		<DrawerForm<Values, string>
			initial={{
				domainId: row?.domainId ?? wanted?.id ?? '',
				name: row?.name ?? '',
				address: row?.address ?? '',
				replyTo: row?.replyTo ?? '',
				postal: row?.postal ?? '',
			}}
			schema={addSender.body.extend({ domainId: z.uuid({ error: t('needDomain') }) })}
			labels={{
				domainId: t('domain'),
				name: t('ownName'),
				address: t('address'),
				replyTo: t('replyTo'),
				postal: t('postal'),
			}}
			onSave={async (values, changed) => {
				if (row) {
					await change.mutateAsync({ query: {}, body: { ...changed, id: row.id } });
					return row.id;
				}
				const { id } = (await add.mutateAsync({ query: {}, body: values })).data;
				onAdded(id);
				return id;
			}}
			saveLabel={t('save')}
			onward={
				back && row === null
					? { label: t(search.triggered === undefined ? 'saveAndBack' : 'saveAndBackTriggered'), go: (id) => void navigate(back(id)) }
					: undefined
			}
		>
			{(form) => (
				<>
					{back && row ? (
						<NextStep
							said={t('added')}
							steps={[{ label: t(search.triggered === undefined ? 'toItsCampaign' : 'toItsTriggered'), ...back(row.id) }]}
						/>
					) : null}
					<SelectField
						label={t('domain')}
						placeholder={t('needDomain')}
						data={page.domains.map((one) => ({ value: one.id, label: one.domain }))}
						allowDeselect={false}
						{...form.getInputProps('domainId')}
					/>
					<TextField label={t('ownName')} hint={t('ownNameHint')} autoComplete="off" {...form.getInputProps('name')} />
					<TextField label={t('address')} hint={t('addressHint')} type="email" autoComplete="off" {...form.getInputProps('address')} />
					<TextField
						label={t('replyTo')}
						hint={t('replyToHint')}
						optional
						type="email"
						autoComplete="off"
						{...form.getInputProps('replyTo')}
					/>
					<AreaField label={t('postal')} hint={t('postalHint')} {...form.getInputProps('postal')} />
					{row ? <DnsPart sender={row} customerId={customerId} /> : <p className="note">{t('newDns')}</p>}
				</>
			)}
		</DrawerForm>
	);
}

/** Back to the campaign or triggered send that the sender is made for, where it is chosen; null: it is made for none. */
function useWayBack({ campaign, triggered, customer, domain }: SenderSearch) {
	const { isAdmin } = usePerson();
	const address: Record<string, string> = {
		...(customer ? { customer: String(customer) } : {}),
		...(isAdmin && domain ? { domain } : {}),
	};
	if (triggered !== undefined)
		return (sender: string) => ({ to: `/campaigns/triggered/${triggered}`, search: { ...address, edit: 'yes', sender } });
	return campaign === undefined ? null : (sender: string) => ({ to: '/campaigns', search: { ...address, id: campaign, sender } });
}
