import { LOOK_COUNTS, lookReason, snippetState } from '@luvalla/contract/consent/snippet';
import type { Finding } from '@luvalla/contract/runs';
import { useLanguage } from '#portal/lib/say.ts';
import { BulkRun } from '#portal/ui/list/BulkRun.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { useDomainTexts } from './texts.ts';

const OUT_OF_DATE = [snippetState];

/** The look at the pages of many domains as it goes: which carry the snippet, and why the others do not. */
export function LookRun({ id, customerId, onClose }: { id: string | undefined; customerId: number | null; onClose: () => void }) {
	const t = useDomainTexts();
	const language = useLanguage();
	const columns: Column<Finding>[] = [
		{ key: 'domain', header: t('domain'), cell: ({ row }) => row[0], width: 200 },
		{ key: 'why', header: t('why'), cell: ({ code, value }) => lookReason(code, value, language), width: 260 },
	];
	return (
		<BulkRun
			id={id}
			customerId={customerId}
			title={t('lookRun')}
			facts={({ counts }) => LOOK_COUNTS.map((name) => ({ label: t(`look_${name}`), value: <NumberText value={counts[name] ?? 0} /> }))}
			left={{ title: t('lookLeft'), columns, file: t('lookFile') }}
			reload={OUT_OF_DATE}
			onClose={onClose}
		/>
	);
}
