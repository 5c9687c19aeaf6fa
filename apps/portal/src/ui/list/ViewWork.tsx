/** What is done to saved views: the menu of the one that is open, and the form that names one. Loaded when first wanted. */
import {
	changeOwnView,
	changeSharedView,
	deleteOwnView,
	deleteSharedView,
	ownViews,
	saveOwnView,
	saveSharedView,
	sharedViews,
	type View,
	ViewName,
	type ViewSearch,
} from '@luvalla/contract/guidance/views';
import { Button, Group } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { TextField } from '../form/fields.tsx';
import { SwitchField } from '../form/SwitchField.tsx';
import { LateMenu } from '../LateMenu.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './ViewTabs.module.css';

interface ViewMenuProps {
	view: View;
	of: number | null | undefined;
	/** What the list shows now, where that is something else than the view holds. */
	now: ViewSearch | null;
	onRename: () => void;
	/** It has another id, or none any more. */
	onMoved: (id: string | undefined) => void;
}

export function ViewMenu({ view, of, now, onRename, onMoved }: ViewMenuProps) {
	const t = useKitTexts();
	const [doomed, setDoomed] = useState(false);
	const settings = { scope: { customerId: of }, reload: [ownViews, sharedViews] };
	const own = { change: useCall(changeOwnView, settings), remove: useCall(deleteOwnView, { ...settings, quiet: true }) };
	const shared = { change: useCall(changeSharedView, settings), remove: useCall(deleteSharedView, { ...settings, quiet: true }) };
	const share = useCall(saveSharedView, {
		...settings,
		onSuccess: (made) => {
			own.remove.mutate({ params: { id: view.id } });
			onMoved(made.id);
		},
	});
	const params = { id: view.id };
	const replace = (search: ViewSearch) =>
		view.shared ? shared.change.mutate({ params, query: {}, body: { search } }) : own.change.mutate({ params, body: { search } });
	const remove = () => {
		const done = {
			onSuccess: () => onMoved(undefined),
			onSettled: () => setDoomed(false),
		};
		if (view.shared) shared.remove.mutate({ params, query: {} }, done);
		else own.remove.mutate({ params }, done);
	};
	return (
		<>
			<LateMenu
				position="bottom-start"
				width={220}
				button={
					<button type="button" className={styles.menu} aria-label={t('viewActions', { name: view.name })}>
						<IconChevronDown size={16} stroke={2} aria-hidden="true" />
					</button>
				}
			>
				{(Menu) => (
					<>
						{now === null ? null : (
							<Menu.Item leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden="true" />} onClick={() => replace(now)}>
								{t('replaceView')}
							</Menu.Item>
						)}
						<Menu.Item leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />} onClick={onRename}>
							{t('renameView')}
						</Menu.Item>
						{view.shared || typeof of !== 'number' ? null : (
							<Menu.Item
								leftSection={<IconUsers size={16} stroke={1.75} aria-hidden="true" />}
								onClick={() => share.mutate({ query: {}, body: { list: view.list, name: view.name, search: view.search } })}
							>
								{t('shareView')}
							</Menu.Item>
						)}
						<Menu.Divider />
						<Menu.Item
							data-danger=""
							leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => setDoomed(true)}
						>
							{t('deleteView')}
						</Menu.Item>
					</>
				)}
			</LateMenu>
			<ConfirmDialog
				opened={doomed}
				title={t('deleteViewTitle', { name: view.name })}
				verb={t('deleteView')}
				danger
				working={own.remove.isPending || shared.remove.isPending}
				onCancel={() => setDoomed(false)}
				onConfirm={remove}
			>
				{view.shared ? t('deleteSharedView') : t('deleteOwnView')}
			</ConfirmDialog>
		</>
	);
}

interface NameFormProps {
	list: string;
	of: number | null | undefined;
	/** To be renamed; null: a new one of what the list shows now. */
	view: View | null;
	now: ViewSearch;
	onDone: (view: View) => void;
	onCancel: () => void;
}

export function NameForm({ list, of, view, now, onDone, onCancel }: NameFormProps) {
	const t = useKitTexts();
	const [name, setName] = useState(view?.name ?? '');
	const [isShared, setShared] = useState(false);
	const settings = { scope: { customerId: of }, reload: [ownViews, sharedViews], onSuccess: onDone };
	const saveOwn = useCall(saveOwnView, settings);
	const saveShared = useCall(saveSharedView, settings);
	const renameOwn = useCall(changeOwnView, settings);
	const renameShared = useCall(changeSharedView, settings);
	const working = [saveOwn, saveShared, renameOwn, renameShared].some((one) => one.isPending);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const body = { list, name, search: now };
		if (view?.shared) renameShared.mutate({ params: { id: view.id }, query: {}, body: { name } });
		else if (view) renameOwn.mutate({ params: { id: view.id }, body: { name } });
		else if (isShared) saveShared.mutate({ query: {}, body });
		else saveOwn.mutate({ body });
	};
	return (
		<form onSubmit={submit} noValidate className="stack-16">
			<TextField
				label={t('viewName')}
				value={name}
				maxLength={60}
				data-autofocus
				autoComplete="off"
				onChange={(event) => setName(event.currentTarget.value)}
			/>
			{view === null && typeof of === 'number' ? (
				<SwitchField
					label={t('viewShared')}
					hint={t('viewSharedHint')}
					checked={isShared}
					onChange={(event) => setShared(event.currentTarget.checked)}
				/>
			) : null}
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onCancel} disabled={working}>
					{t('cancel')}
				</Button>
				<Button type="submit" loading={working} disabled={!ViewName.safeParse(name).success}>
					{view === null ? t('saveViewVerb') : t('renameView')}
				</Button>
			</Group>
		</form>
	);
}
