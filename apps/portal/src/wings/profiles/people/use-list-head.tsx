/** What both views of the list of people have: where it stands, the way between the views, and the drawers over it. */
import { Button } from '@mantine/core';
import { IconFileImport, IconPencilPlus, IconShieldCheck, IconUser } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import type { PeopleSearch } from './people.search.ts';
import { useProfileTexts } from './profile-texts.ts';
import { usePeopleTexts } from './texts.ts';

export interface ListPart {
	search: PeopleSearch;
	patch: PatchSearch<PeopleSearch>;
	page: PageCustomer;
}

const SHOWS = [undefined, 'consents'] as const;

/** What one view is narrowed and sorted by and the other is not. */
const ELSEWHERE = {
	page: undefined,
	sort: undefined,
	view: undefined,
	purpose: undefined,
	answer: undefined,
} satisfies Partial<PeopleSearch>;

/** `/profiles` for ADMIN, `/domainprofiles` for everyone: people's own pages stand below the list they are opened from. */
export function useListHead({ search, patch, page }: ListPart) {
	const t = usePeopleTexts();
	const p = useProfileTexts();
	// not the whole location: it changes before the list goes away, which would draw its rows once more
	const base = useLocation({
		select: ({ pathname }) => (pathname.toLowerCase().startsWith('/profiles') ? '/profiles' : '/domainprofiles'),
	});
	const customer: Record<string, string> = search.customer ? { customer: String(search.customer) } : {};
	const { customerId } = page;
	const { isAdmin } = usePerson();
	const close = () => patch({ id: undefined, run: undefined });
	const drawers: ReactNode = (
		<FormDrawer opened={search.id === 'new'} title={t('record')} subtitle={t('recordWhat')} onClose={close}>
			{search.id === 'new' && customerId !== null ? <AnswerForm customerId={customerId} /> : null}
		</FormDrawer>
	);
	return {
		title: p(base === '/profiles' ? 'profiles' : 'domainProfiles'),
		customer,
		to: (luvallaId: string) => `${base}/${luvallaId}`,
		close,
		drawers,
		add: { label: t('record'), icon: IconPencilPlus },
		views: (
			<Segmented
				label={p('shows')}
				options={SHOWS}
				value={search.show}
				onChange={(show) => patch({ ...ELSEWHERE, show })}
				icon={(show) => (show ? IconShieldCheck : IconUser)}
			>
				{(show) => p(show ? 'showConsents' : 'showFacts')}
			</Segmented>
		),
		uploadButton: (
			<Button
				variant="default"
				renderRoot={(props: object) => <Link {...props} to={isAdmin ? '/upload' : '/domainprofiles/upload'} search={customer} />}
				leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden="true" />}
			>
				{t('upload')}
			</Button>
		),
	};
}
