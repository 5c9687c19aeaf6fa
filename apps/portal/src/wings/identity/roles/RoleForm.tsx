import { addRole, roles } from '@luvalla/contract/identity/users';
import { useCall } from '#portal/lib/calls.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { useRoleTexts } from './texts.ts';

/** Adds a role: a name is all it has. */
export function RoleForm() {
	const t = useRoleTexts();
	const add = useCall(addRole, { reload: [roles] });
	return (
		<DrawerForm<{ roleName: string }>
			initial={{ roleName: '' }}
			schema={addRole.body}
			labels={{ roleName: t('name') }}
			onSave={(values) => add.mutateAsync({ body: values })}
			saveLabel={t('add')}
		>
			{(form) => <TextField label={t('name')} hint={t('nameHint')} mono autoComplete="off" {...form.getInputProps('roleName')} />}
		</DrawerForm>
	);
}
