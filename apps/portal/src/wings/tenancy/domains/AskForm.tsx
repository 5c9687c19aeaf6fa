/** Asks that a domain is deleted: which one, and why (`?ask=`). */
import { askDeletion, customerDeletions } from '@luvalla/contract/tenancy/deletion-requests';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import styles from './asked.module.css';
import { useDomainTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	domainId: string | null;
	reason: string;
}

interface AskFormProps {
	/** The domain that is asked about, `choose` while none is chosen; undefined: closed. */
	asked: string | undefined;
	domains: readonly { id: string; domain: string }[];
	onClose: () => void;
}

export function AskForm({ asked, domains, onClose }: AskFormProps) {
	const t = useDomainTexts();
	const send = useCall(askDeletion, { reload: [customerDeletions] });
	const chosen = domains.find(({ id }) => id === asked);
	return (
		<FormDrawer opened={asked !== undefined} title={t('askTitle')} thing={chosen?.domain} onClose={onClose}>
			<DrawerForm<Values>
				key={asked}
				initial={{ domainId: chosen?.id ?? null, reason: '' }}
				schema={z.object({
					domainId: z.string({ error: askDeletion.invalid }),
					reason: z.string().trim().max(500),
				})}
				labels={{ domainId: t('domain'), reason: t('reason') }}
				nothing={askDeletion.invalid}
				onSave={({ domainId, reason }) => send.mutateAsync({ query: { id: domainId ?? '' }, body: { reason } })}
				saveLabel={t('send')}
			>
				{(form) => (
					<>
						<p className={styles.quiet}>{t('askText')}</p>
						<SelectField
							label={t('domain')}
							placeholder={t('chooseDomain')}
							searchable
							data={domains.map(({ id, domain }) => ({ value: id, label: domain }))}
							{...form.getInputProps('domainId')}
						/>
						<AreaField label={t('reason')} hint={t('reasonHint')} optional maxLength={500} {...form.getInputProps('reason')} />
					</>
				)}
			</DrawerForm>
		</FormDrawer>
	);
}
