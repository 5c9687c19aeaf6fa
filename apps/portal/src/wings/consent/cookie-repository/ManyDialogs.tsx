/** What is done to the cookies that are picked: another category, another provider, or they go. */
import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CallFailure } from '#portal/lib/failure.ts';
import { notifyFailure, notifySuccess } from '#portal/lib/notices.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import type { PickedRows } from '#portal/ui/list/BulkBar.tsx';
import { type ManyEdit, useEditMany, type Whose } from './calls.ts';
import type { Entry } from './entry.ts';
import { TYPES } from './repository.search.ts';
import { useRepositoryTexts } from './texts.ts';

export interface Many {
	act: 'type' | 'provider' | 'remove';
	rows: PickedRows;
	/** Which ones, as the call takes them. */
	selection: ManyEdit['selection'];
}

/** @param many null: nothing was begun */
export function ManyDialogs({ whose, many, onClose }: { whose: Whose; many: Many | null; onClose: () => void }) {
	const t = useRepositoryTexts();
	const { edit, isPending } = useEditMany(whose);
	const [wrong, setWrong] = useState<string | null>(null);
	const [type, setType] = useState<Entry['type'] | null>(null);
	const [provider, setProvider] = useState('');
	const act = many?.act;
	const count = many?.rows.count ?? 0;
	const close = () => {
		setWrong(null);
		setType(null);
		setProvider('');
		onClose();
	};
	const run = async (set: ManyEdit['edit']): Promise<void> => {
		if (!many) return;
		try {
			const { data } = await edit({ selection: many.selection, edit: set });
			const done = set.set === 'deleted' ? t('bulkRemoved', { count: data.changed }) : t('bulkDone', { count: data.changed });
			notifySuccess(data.skipped === 0 ? done : `${done} ${t('bulkSkipped', { count: data.skipped })}`);
			many.rows.clear();
			close();
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			// any other failure was told by the call
			if (!(error instanceof CallFailure && error.hasFields)) return;
			if (act === 'remove') notifyFailure(error.message);
			else setWrong(Object.values(error.fields)[0] ?? error.message);
		}
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (act === 'provider') return void run({ set: 'provider', provider: provider.trim() });
		if (type === null) return setWrong(t('categoryMissing'));
		void run({ set: 'type', type });
	};
	return (
		<>
			<Dialog
				opened={act === 'type' || act === 'provider'}
				onClose={close}
				title={act === 'provider' ? t('setProviderTitle', { count }) : t('setCategoryTitle', { count })}
			>
				<form className="stack-16" noValidate onSubmit={submit}>
					<p>
						{t('setText')} {whose === null ? null : t('setTextOwn')}
					</p>
					{act === 'provider' ? (
						<TextField
							label={t('provider')}
							maxLength={200}
							value={provider}
							error={wrong ?? undefined}
							data-autofocus
							onChange={({ currentTarget }) => setProvider(currentTarget.value)}
						/>
					) : (
						<SelectField
							label={t('category')}
							placeholder={t('chooseCategory')}
							data={TYPES.map((one) => ({ value: one, label: t(one) }))}
							allowDeselect={false}
							value={type}
							error={wrong ?? undefined}
							data-autofocus
							onChange={(value) => {
								setType(TYPES.find((one) => one === value) ?? null);
								setWrong(null);
							}}
						/>
					)}
					<Group justify="flex-end" gap="xs">
						<Button variant="default" onClick={close} disabled={isPending}>
							{t('cancel')}
						</Button>
						<Button type="submit" loading={isPending}>
							{t('set')}
						</Button>
					</Group>
				</form>
			</Dialog>
			<ConfirmDialog
				opened={act === 'remove'}
				title={t('bulkRemoveTitle', { count })}
				verb={t('remove')}
				danger
				working={isPending}
				onCancel={close}
				onConfirm={() => void run({ set: 'deleted' })}
			>
				{whose === null ? t('removeGlobal') : t('bulkRemoveOwn')}
			</ConfirmDialog>
		</>
	);
}
