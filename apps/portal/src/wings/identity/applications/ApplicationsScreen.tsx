import {
	type Application,
	applications,
	deleteApplication,
	INVALID_APPLICATION,
	rotateSecret,
} from '@luvalla/contract/identity/applications';
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { ListScreen } from '#portal/ui/list/ListScreen.tsx';
import { listWords, valueFilter } from '#portal/ui/list/list-words.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { wholePage } from '#portal/ui/list/use-views.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';
import { type ApplicationSearch, applicationSearch } from './applications.search.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { useApplicationTexts } from './texts.ts';

/** What the list asks for. */
const asked = (customerId: number | null, { q, type }: ApplicationSearch) => ({
	params: { customerId: customerId ?? 0 },
	query: { q, clientType: type === undefined ? undefined : Number(type) },
});

/** `/applications`: OAuth clients of the current customer; ADMIN picks the customer on the page. */
export function ApplicationsScreen() {
	const t = useApplicationTexts();
	const person = usePerson();
	const { search, patch, page, customerId } = usePage(applicationSearch);
	const query = useQuery({
		...asList(applications, asked(customerId, search)),
		enabled: customerId !== null,
	});
	const [secret, setSecret] = useState<string | null>(null);
	const [removing, setRemoving] = useState<Application | null>(null);
	const [rotating, setRotating] = useState<Application | null>(null);
	const closeQuestions = () => {
		setRemoving(null);
		setRotating(null);
	};
	// Domain admins see what there is; keys are the business of those who answer for the customer.
	const mayWrite = person.isAdmin || person.isPartner || person.customerAdmin;
	// an application that the filter hides is still found by its address
	const all = useQuery({
		...asList(applications, { params: { customerId: customerId ?? 0 }, query: {} }),
		enabled: customerId !== null && search.id !== undefined,
	});
	const row = all.data?.data.find((one) => one.id === search.id) ?? null;

	const columns = useColumns(mayWrite);
	return (
		<ListScreen
			name="applications"
			title={t('title')}
			about={mayWrite ? undefined : t('whoAdds')}
			page={page}
			add={mayWrite ? { label: t('add') } : undefined}
			query={query}
			columns={columns}
			rowId={(one) => one.id}
			rowName={(one) => one.clientName}
			actions={(one) =>
				mayWrite
					? [
							{ label: t('edit'), icon: IconPencil, onSelect: () => patch({ id: one.id }) },
							...(one.requireClientSecret ? [{ label: t('rotate'), icon: IconKey, onSelect: () => setRotating(one) }] : []),
							{ label: t('remove'), icon: IconTrash, danger: true, onSelect: () => setRemoving(one) },
						]
					: []
			}
			search={search}
			onSearch={patch}
			{...listWords(t)}
			filters={[valueFilter('type', t('type'), search.type, ['0', '1', '2'] as const, (value) => t(`type${value}`))]}
			views={{
				call: applications,
				count: async (given) => wholePage((await ask(applications, asked(customerId, applicationSearch.parse(given)))).data),
			}}
		>
			<FormDrawer
				opened={search.id !== undefined && mayWrite}
				title={search.id === 'new' ? t('add') : t('edit')}
				subtitle={row?.clientName ?? null}
				thing={row?.clientName}
				onClose={() => patch({ id: undefined })}
				loading={search.id === 'new' || row ? undefined : all}
				missing={fixedText(INVALID_APPLICATION, currentLanguage())}
			>
				{search.id === undefined || customerId === null ? null : (
					<ApplicationForm key={search.id} row={search.id === 'new' ? null : row} customerId={customerId} onSecret={setSecret} />
				)}
			</FormDrawer>
			<KeyQuestions {...{ rotating, removing }} onRotated={setSecret} onClose={closeQuestions} />
			<SecretDialog secret={secret} onClose={() => setSecret(null)} />
		</ListScreen>
	);
}

interface KeyQuestionsProps {
	/** The application whose secret is to be made anew, or that is to go; null: nothing is asked. */
	rotating: Application | null;
	removing: Application | null;
	onRotated: (secret: string | null) => void;
	onClose: () => void;
}

/** Asks before a secret stops working, and before an application does. */
function KeyQuestions({ rotating, removing, onRotated, onClose }: KeyQuestionsProps) {
	const t = useApplicationTexts();
	const remove = useCall(deleteApplication, { reload: [applications], onSuccess: onClose });
	const rotate = useCall(rotateSecret, {
		reload: [applications],
		onSuccess: ({ clientSecret }) => {
			onClose();
			onRotated(clientSecret);
		},
	});
	return (
		<>
			<ConfirmDialog
				opened={rotating !== null}
				title={t('rotateQuestion', { name: rotating?.clientName ?? '' })}
				verb={t('rotate')}
				working={rotate.isPending}
				onConfirm={() => rotating && rotate.mutate({ params: { id: rotating.id } })}
				onCancel={() => onClose()}
			>
				{t('rotateText')}
			</ConfirmDialog>
			<ConfirmDialog
				opened={removing !== null}
				title={t('removeQuestion', { name: removing?.clientName ?? '' })}
				verb={t('removeVerb')}
				danger
				working={remove.isPending}
				onConfirm={() => removing && remove.mutate({ params: { id: removing.id } })}
				onCancel={() => onClose()}
			>
				{t('removeText')}
			</ConfirmDialog>
		</>
	);
}

function useColumns(mayWrite: boolean): readonly Column<Application>[] {
	const t = useApplicationTexts();
	return [
		{
			key: 'clientName',
			header: t('clientName'),
			cell: (one) => (mayWrite ? <RowLink search={{ id: one.id }}>{one.clientName}</RowLink> : one.clientName),
		},
		{ key: 'type', header: t('type'), cell: (one) => t(`type${one.clientType}`) },
		{ key: 'clientId', header: t('clientId'), cell: (one) => <code>{one.clientId}</code> },
		{
			key: 'secret',
			header: t('secret'),
			cell: (one) =>
				one.secretMadeAt === null ? (
					t('noSecret')
				) : (
					<>
						{t('secretMade')} <RelativeTime at={one.secretMadeAt} />
					</>
				),
		},
		{ key: 'added', header: t('added'), cell: (one) => <RelativeTime at={one.createdAt} /> },
	];
}
