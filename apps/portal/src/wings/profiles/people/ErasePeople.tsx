/** Erasing many people: the question, and the run that does it. */
import { dropMemory, ERASURE_COUNTS, ERASURE_REASONS, erasePeople, type PeopleSelection, people } from '@luvalla/contract/consent/people';
import { profiles } from '@luvalla/contract/profiles/profiles';
import { type Finding, type Run, run as runCall } from '@luvalla/contract/runs';
import { said } from '@luvalla/contract/words';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import type { PickedRows } from '#portal/ui/list/BulkBar.tsx';
import { BulkRun } from '#portal/ui/list/BulkRun.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { usePeopleTexts } from './texts.ts';

interface ErasePeopleProps {
	/** Null: nothing is asked. */
	rows: PickedRows | null;
	selection: PeopleSelection | null;
	customerId: number | null;
	onClose: () => void;
	onRun: (id: string) => void;
}

/** The number has to be written: it cannot be undone. The server asks for fresh proof of who they are. */
export function ErasePeople({ rows, selection, customerId, onClose, onRun }: ErasePeopleProps) {
	const t = usePeopleTexts();
	const start = useCall(erasePeople, {
		scope: { customerId },
		quiet: true,
		onSuccess: (run) => {
			rows?.clear();
			onRun(run.id);
		},
	});
	const count = rows?.count ?? 0;
	return (
		<ConfirmDialog
			opened={rows !== null}
			title={t(rows?.more ? 'eraseMoreTitle' : 'eraseManyTitle', { count })}
			verb={t('eraseManyVerb')}
			danger
			typeName={String(count)}
			working={start.isPending}
			onCancel={onClose}
			onConfirm={() => selection && start.mutate({ query: {}, body: { selection } }, { onSettled: onClose })}
		>
			<p>{t('eraseManyText')}</p>
			{rows && 'all' in rows.picked ? <p>{t('eraseAllText')}</p> : null}
			<p>{t('eraseMemory')}</p>
		</ConfirmDialog>
	);
}

const OUT_OF_DATE = [people, profiles];

/** An erasure as it goes; what it remembers of a no can be dropped for all of them at once. */
export function ErasureRun({ id, customerId, onClose }: { id: string | undefined; customerId: number | null; onClose: () => void }) {
	const t = usePeopleTexts();
	const language = useLanguage();
	const columns: Column<Finding>[] = [
		{ key: 'who', header: t('luvallaId'), cell: ({ row }) => <span className="mono">{row[0]}</span>, width: 260 },
		{ key: 'why', header: t('why'), cell: ({ code }) => said(ERASURE_REASONS, code, language) },
	];
	return (
		<BulkRun
			id={id}
			customerId={customerId}
			title={t('erasure')}
			facts={({ counts }) =>
				ERASURE_COUNTS.map((name) => ({ label: t(`erasure_${name}`), value: <NumberText value={counts[name] ?? 0} /> }))
			}
			left={{ title: t('erasure_rejected'), columns, file: t('leftFile') }}
			reload={OUT_OF_DATE}
			onClose={onClose}
		>
			{(run) => (customerId !== null && (run.counts.remembered ?? 0) > 0 ? <DropAll run={run} customerId={customerId} /> : null)}
		</BulkRun>
	);
}

function DropAll({ run, customerId }: { run: Run; customerId: number }) {
	const t = usePeopleTexts();
	const [asked, setAsked] = useState(false);
	const drop = useCall(dropMemory, { scope: { customerId }, reload: [runCall] });
	const count = run.counts.remembered ?? 0;
	if (drop.isSuccess) return null;
	return (
		<>
			<Button variant="default" data-strong onClick={() => setAsked(true)}>
				{t('dropMemory')}
			</Button>
			<ConfirmDialog
				opened={asked}
				title={t('dropTitle', { count })}
				verb={t('dropMemory')}
				danger
				working={drop.isPending}
				onCancel={() => setAsked(false)}
				onConfirm={() => drop.mutate({ params: { erasureId: run.id }, query: {} }, { onSettled: () => setAsked(false) })}
			>
				<p>{t('erasedMemory', { count })}</p>
				<p>{t('dropWhy')}</p>
			</ConfirmDialog>
		</>
	);
}
