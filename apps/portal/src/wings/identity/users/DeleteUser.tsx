import { deleteUser, roles, type User, userByEmail, users } from '@luvalla/contract/identity/users';
import { useCall } from '#portal/lib/calls.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { useUserTexts } from './texts.ts';
import styles from './users.module.css';

const joined = (names: readonly string[]): string => names.join(', ');

/** Asks before a user goes for good and says what goes with them; `row` null: closed. */
export function DeleteUser({ row, onDone }: { row: User | null; onDone: () => void }) {
	const t = useUserTexts();
	const remove = useCall(deleteUser, { reload: [users, userByEmail, roles], onSuccess: onDone });
	return (
		<ConfirmDialog
			opened={row !== null}
			title={t('deleteTitle')}
			verb={t('deleteVerb')}
			danger
			typeName={row?.userName}
			working={remove.isPending}
			onCancel={onDone}
			onConfirm={() => {
				if (row) remove.mutate({ query: { email: row.email } });
			}}
		>
			{row ? (
				<>
					<p>{t('deleteText', { name: row.name === '' ? row.userName : row.name })}</p>
					<ul className={styles.lost}>
						<li>{t('deleteAccount')}</li>
						{row.roles.length > 0 ? <li>{t('deleteRoles', { roles: joined(row.roles) })}</li> : null}
						{row.domains.length > 0 ? (
							<li>{t('deleteDomains', { count: row.domains.length, names: joined(row.domains.map((one) => one.domain)) })}</li>
						) : null}
						{row.customers.length > 0 ? (
							<li>{t('deleteCustomers', { count: row.customers.length, names: joined(row.customers.map((one) => one.name)) })}</li>
						) : null}
					</ul>
				</>
			) : null}
		</ConfirmDialog>
	);
}
