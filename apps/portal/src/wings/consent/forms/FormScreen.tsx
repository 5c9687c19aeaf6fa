/** The editor's page: of a new form, or of one that is stored. */

import { purposes } from '@luvalla/contract/consent/purposes';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { DraftScreen } from '#portal/ui/form/DraftScreen.tsx';
import { DraftWaiting } from '#portal/ui/form/DraftWaiting.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { Editor, type EditorProps } from './Editor.tsx';
import { formEditorSearch } from './forms.search.ts';
import { readForm } from './read-form.ts';
import { useFormTexts } from './texts.ts';

/** `/signupforms/new` and `/signupforms/$id` */
export function FormScreen() {
	const t = useFormTexts();
	const [search, patch] = useScreenSearch(formEditorSearch);
	return (
		<DraftScreen
			search={search}
			patch={patch}
			t={t}
			read={readForm}
			list={{ label: t('title'), to: '/signupforms' }}
			gone={t('gone')}
			waiting={<Waiting />}
		>
			{(row, place) => <WithPurposes key={row?.id ?? place.domain.id} stored={row} {...place} search={search} patch={patch} />}
		</DraftScreen>
	);
}

/** Waits for the purposes that a form may ask for. */
function WithPurposes(props: Omit<EditorProps, 'purposes'>) {
	const t = useFormTexts();
	const { customerId, domain, stored } = props;
	const title = stored?.title ?? t('newTitle');
	const list = { label: t('title'), to: '/signupforms' };
	const head = <PageHeader title={title} crumbs={[list, { label: title }]} />;
	const found = useQuery({
		...asQuery(purposes, { params: { customerId: customerId ?? 0 }, query: { domainId: domain.id } }),
		enabled: customerId !== null,
	});
	// Drawn in slices: pressing and typing elsewhere do not wait for a whole editor.
	const there = useDeferredValue(found.data !== undefined);
	if (found.isError)
		return (
			<>
				{head}
				<Failed sentence={t('loadFailed')} query={found} />
			</>
		);
	if (!there || !found.data) return <Waiting />;
	const asking = found.data.data.filter((one) => one.legalBasis === 'consent');
	if (asking.length === 0)
		return (
			<>
				{head}
				<Empty
					title={t('noPurpose')}
					action={
						<LinkButton variant="filled" to="/lightconfig/purposes" search={{ id: 'new' }}>
							{t('addPurpose')}
						</LinkButton>
					}
				>
					{t('noPurposeWhy')}
				</Empty>
			</>
		);
	return <Editor {...props} purposes={asking} />;
}

/** The editor's own layout, empty. */
function Waiting() {
	return (
		<DraftWaiting>
			<Skeleton height={62} />
			<Skeleton height={140} />
			<Skeleton height={90} />
		</DraftWaiting>
	);
}
