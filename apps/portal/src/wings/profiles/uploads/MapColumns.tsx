/** The columns of a stored file and what they become, beside what would become of its rows. */
import type { Upload } from '@luvalla/contract/profiles/uploads';
import { useEffect, useRef } from 'react';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { ColumnRow } from './ColumnRow.tsx';
import { DryRun } from './DryRun.tsx';
import { EverybodySaid, ToolNote } from './Everybody.tsx';
import { HowRead } from './HowRead.tsx';
import { LeftOut } from './LeftOut.tsx';
import { Problems } from './Problems.tsx';
import { daysOf } from './target.ts';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';
import { type Choices, useChoices } from './use-choices.ts';
import { type Mapping, useMapping } from './use-mapping.ts';

interface MapColumnsProps {
	stored: Upload;
	customerId: number;
	domain: string | null;
	/** The dry run beside it. */
	checkId: string | undefined;
	crumb: { label: string; to: string };
	onCheck: (id: string | undefined) => void;
	onRun: (id: string) => void;
	onBack: () => void;
}

export function MapColumns({ stored, customerId, domain, checkId, crumb, onCheck, onRun, onBack }: MapColumnsProps) {
	const t = useUploadTexts();
	const mapping = useMapping(stored, customerId, checkId, onCheck);
	const { file, names, refusal, problems } = mapping;
	const choices = useChoices(customerId, file.domainId);
	const summary = useRef<HTMLDivElement>(null);
	// Whoever pressed the button is led to what is wrong.
	useEffect(() => {
		if (refusal) summary.current?.focus();
	}, [refusal]);
	return (
		<div className={styles.builder}>
			<div className={styles.main}>
				<PageHeader
					title={t('mapTitle')}
					crumbs={[crumb, { label: file.name, mono: true }]}
					badge={<span className={styles.quiet}>{[t('step'), domain && t('forDomain', { domain })].filter(Boolean).join(' · ')}</span>}
				/>
				<HowRead mapping={mapping} />
				{refusal ? <Problems ref={summary} title={refusal.title} problems={problems} names={names} /> : null}
				{file.tool ? <ToolNote tool={file.tool} /> : null}
				<EverybodySaid
					file={file}
					said={mapping.everybody}
					names={names}
					choices={choices}
					wrong={mapping.wrongOf(names.length)}
					onSaid={mapping.changeEverybody}
				/>
				<LeftOut columns={file.columns} names={names} targets={mapping.targets} />
				<Columns mapping={mapping} choices={choices} />
			</div>
			<DryRun mapping={mapping} customerId={customerId} checkId={checkId} onRun={onRun} onBack={onBack} />
		</div>
	);
}

function Columns({ mapping: { file, names, targets, wrongOf, change }, choices }: { mapping: Mapping; choices: Choices }) {
	const t = useUploadTexts();
	return (
		<section aria-label={t('mapTitle')}>
			<div className={styles.columnHead} aria-hidden="true">
				<span>{t('column')}</span>
				<span>{t('samples')}</span>
				<span>{t('becomes')}</span>
			</div>
			<ul className={styles.columns}>
				{file.columns.map((column, place) => (
					<ColumnRow
						// biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone
						key={place}
						column={column}
						place={place}
						target={targets[place] ?? { to: 'nothing' }}
						wrong={wrongOf(place)}
						choices={choices}
						names={names}
						days={daysOf(place, targets)}
						onChange={(target) => change(place, target)}
					/>
				))}
			</ul>
			<p className={styles.quiet}>{t(file.remembered ? 'remembered' : 'kept')}</p>
		</section>
	);
}
