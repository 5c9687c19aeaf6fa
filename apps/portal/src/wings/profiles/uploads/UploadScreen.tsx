/** `/upload` and `/domainprofiles/upload`: a file is chosen, its columns are mapped beside a dry run, and it is written. */
import { upload as uploadCall } from '@luvalla/contract/profiles/uploads';
import type { Run } from '@luvalla/contract/runs';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { MapColumns } from './MapColumns.tsx';
import { useUploadTexts } from './texts.ts';
import { uploadSearch } from './uploads.search.ts';
import { WrittenRun } from './WrittenRun.tsx';

export function UploadScreen() {
	const t = useUploadTexts();
	const person = usePerson();
	const { search, patch, page, customerId, domains } = usePage(uploadSearch);
	const people = { label: t(person.isAdmin ? 'profiles' : 'crm'), to: person.isAdmin ? '/profiles' : '/domainprofiles' };
	const crumb = { label: t('crumb'), to: person.isAdmin ? '/upload' : '/domainprofiles/upload' };
	const open = (run: Run): void => {
		const file = run.about.uploadId;
		// A check opens beside the columns that it is of.
		if (run.about.dryRun === true && typeof file === 'string') patch({ file, check: run.id, run: undefined });
		else patch({ run: run.id, file: undefined, check: undefined });
	};
	const begin = (): void => patch({ file: undefined, check: undefined, run: undefined });
	if (customerId !== null && search.run !== undefined)
		return (
			<WrittenRun
				key={search.run}
				id={search.run}
				customerId={customerId}
				crumb={crumb}
				onRun={(run) => patch({ run })}
				onAnother={begin}
			/>
		);
	if (customerId !== null && search.file !== undefined)
		return (
			<Mapping
				key={search.file}
				id={search.file}
				customerId={customerId}
				domains={domains}
				check={search.check}
				crumb={crumb}
				onCheck={(check) => patch({ check }, { replace: true })}
				onRun={(run) => patch({ run, file: undefined, check: undefined })}
				onBack={begin}
			/>
		);
	return (
		<>
			<PageHeader title={t('title')} crumbs={[people, { label: t('crumb') }]} actions={page.picker} />
			<CustomerGate page={page}>
				{customerId === null ? null : (
					<ChooseFile
						key={customerId}
						customerId={customerId}
						domains={domains}
						mayChooseNone={person.isAdmin || person.isPartner || person.customerAdmin}
						onFile={(file) => patch({ file })}
						onRun={open}
					/>
				)}
			</CustomerGate>
		</>
	);
}

interface MappingProps {
	id: string;
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	check: string | undefined;
	crumb: { label: string; to: string };
	onCheck: (id: string | undefined) => void;
	onRun: (id: string) => void;
	onBack: () => void;
}

function Mapping({ id, customerId, domains, check, ...acts }: MappingProps) {
	const t = useUploadTexts();
	const query = useQuery({ ...asQuery(uploadCall, { params: { id } }, { customerId }), staleTime: Number.POSITIVE_INFINITY });
	const stored = query.data?.data;
	if (stored)
		return (
			<MapColumns
				stored={stored}
				customerId={customerId}
				domain={domains.find((one) => one.id === stored.domainId)?.domain ?? null}
				checkId={check}
				{...acts}
			/>
		);
	return (
		<>
			<PageHeader title={t('mapTitle')} crumbs={[acts.crumb, { label: t('mapTitle') }]} />
			{query.isError ? <Failed sentence={t('missing')} query={query} /> : <PageSkeleton />}
		</>
	);
}
