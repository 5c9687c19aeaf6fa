import type { CallShape } from '@luvalla/contract/call';
import { type User, userByEmail, users } from '@luvalla/contract/identity/users';
import { invitePartner, partnerInvites } from '@luvalla/contract/tenancy/invites';
import {
	addPartnerUser,
	changePartnerUser,
	type Partner,
	partners,
	readPartner,
	removePartnerUser,
} from '@luvalla/contract/tenancy/partners';
import { Button } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { DataTable } from '#portal/ui/list/DataTable.tsx';
import { PartnerInvites } from './PartnerInvites.tsx';
import styles from './partners.module.css';
import { usePartnerTexts } from './texts.ts';

interface Person {
	id: string;
	userName: string;
	email: string;
}

/** People of a partner: found by their address, added or moved here, removed. */
export function PartnerUsers({ partner, people }: { partner: Partner; people: readonly Person[] }) {
	const t = usePartnerTexts();
	const reload = [readPartner, partners, partnerInvites, users, userByEmail];
	const [doomed, setDoomed] = useState<Person | null>(null);
	const remove = useCall(removePartnerUser, { reload, onSuccess: () => setDoomed(null) });
	return (
		<div className={styles.body}>
			<AddPerson partner={partner} people={people} />
			{people.length === 0 ? (
				<p className="quiet">{t('noUsers')}</p>
			) : (
				<DataTable
					caption={t('users')}
					columns={[
						{ key: 'userName', header: t('userName'), cell: (row) => row.userName },
						{ key: 'email', header: t('mail'), cell: (row) => row.email },
					]}
					rows={people}
					rowId={(row) => row.id}
					rowName={(row) => row.userName}
					actions={(row) => [{ label: t('removeUser'), icon: IconUserMinus, danger: true, onSelect: () => setDoomed(row) }]}
				/>
			)}
			<PartnerInvites partner={partner} />
			<ConfirmDialog
				opened={doomed !== null}
				title={t('removeTitle', { name: doomed?.userName ?? '' })}
				verb={t('removeVerb')}
				danger
				working={remove.isPending}
				onCancel={() => setDoomed(null)}
				onConfirm={() => {
					if (doomed) remove.mutate({ params: { partnerId: partner.id, userId: doomed.id } });
				}}
			>
				<p>{t('removeText')}</p>
			</ConfirmDialog>
		</div>
	);
}

/** The person is looked up first, so that nobody is added by a slip of the keyboard. */
function AddPerson({ partner, people }: { partner: Partner; people: readonly Person[] }) {
	const t = usePartnerTexts();
	const client = useQueryClient();
	const [email, setEmail] = useState('');
	const [found, setFound] = useState<User | null>(null);
	/** Nobody has it yet: they may be invited. */
	const [unknown, setUnknown] = useState<string | null>(null);
	const [error, setError] = useState<string | null>(null);
	const [working, setWorking] = useState(false);
	const done = () => {
		setFound(null);
		setUnknown(null);
		setEmail('');
	};
	const invite = useCall(invitePartner, { reload: [partnerInvites], onSuccess: done });
	const settings = { reload: [readPartner, partners, partnerInvites, users, userByEmail], onSuccess: done };
	const find = async () => {
		setFound(null);
		setUnknown(null);
		if (email.trim() === '') return setError(t('emailEmpty'));
		setWorking(true);
		try {
			const { data } = await client.fetchQuery({ ...asQuery(userByEmail, { query: { email: email.trim() } }), staleTime: 0 });
			if (people.some((one) => one.id === data.id)) setError(t('already'));
			else setFound(data);
		} catch (failure) {
			if (!(failure instanceof Error)) throw failure;
			if (failure instanceof CallFailure && failure.code === 'unknown_user') setUnknown(email.trim());
			else setError(failure.message);
		} finally {
			setWorking(false);
		}
	};
	return (
		<div className="stack-8">
			<form
				className={styles.ask}
				noValidate
				onSubmit={(event: FormEvent) => {
					event.preventDefault();
					void find();
				}}
			>
				<TextField
					label={t('email')}
					hint={t('emailHint')}
					type="email"
					autoComplete="off"
					value={email}
					error={error}
					onChange={(event) => {
						setEmail(event.currentTarget.value);
						setError(null);
						setFound(null);
						setUnknown(null);
					}}
				/>
				<Button type="submit" variant="default" loading={working}>
					{t('find')}
				</Button>
			</form>
			<div role="status">
				{unknown === null ? null : (
					<div className={styles.found}>
						<p>{t('inviteWhy', { email: unknown })}</p>
						<div className="wrap-8">
							<Button
								loading={invite.isPending}
								onClick={() => invite.mutate({ params: { partnerId: partner.id }, body: { email: unknown, language: currentLanguage() } })}
							>
								{t('invite')}
							</Button>
						</div>
					</div>
				)}
				{found ? <FoundPerson partner={partner} found={found} settings={settings} /> : null}
			</div>
		</div>
	);
}

interface FoundPersonProps {
	partner: Partner;
	found: User;
	/** What loads anew, and what follows. */
	settings: { reload: readonly CallShape[]; onSuccess: () => void };
}

/** Who was looked up: added here, or moved here from another partner. */
function FoundPerson({ partner, found, settings }: FoundPersonProps) {
	const t = usePartnerTexts();
	const add = useCall(addPartnerUser, settings);
	const move = useCall(changePartnerUser, settings);
	const input = { params: { partnerId: partner.id }, body: { partnerId: partner.id, userId: found.id } };
	const busy = add.isPending || move.isPending;
	const elsewhere = found.roles.includes('PARTNER');
	return (
		<div className={styles.found}>
			<p>
				<span className="title">{found.name === '' ? found.userName : found.name}</span> <span className="quiet">{found.email}</span>
			</p>
			{elsewhere ? <p className="quiet">{t('moveWhy')}</p> : null}
			<div className="wrap-8">
				<Button disabled={busy} loading={add.isPending} onClick={() => add.mutate(input)}>
					{t('addUser')}
				</Button>
				{elsewhere ? (
					<Button variant="default" disabled={busy} loading={move.isPending} onClick={() => move.mutate(input)}>
						{t('moveUser')}
					</Button>
				) : null}
			</div>
		</div>
	);
}
