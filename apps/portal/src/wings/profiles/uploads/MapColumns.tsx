/** The columns of a stored file and what they become, beside what would become of its rows. */
import {
	checkUpload,
	DELIMITERS,
	ENCODINGS,
	everybodyWord,
	importUpload,
	LAST_HEADER,
	type Reading,
	SLASHED,
	type Target,
	type Upload,
	upload as uploadCall,
} from '@luvalla/contract/profiles/uploads';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileCheck, IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RunCard, useRun } from '#portal/ui/RunCard.tsx';
import { acceptedOf, CheckPane, useCounts } from './CheckPane.tsx';
import { ColumnRow, partOf } from './ColumnRow.tsx';
import { EverybodySaid, ToolNote } from './Everybody.tsx';
import { LeftOut } from './LeftOut.tsx';
import { type Problem, Problems } from './Problems.tsx';
import { problemOf } from './problem.ts';
import { fieldId } from './Said.tsx';
import { withDays } from './target.ts';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';
import { useChoices } from './use-choices.ts';

/** As the contract has them (consent/answers.ts, fields.ts). */
const LEAST_SOURCE = 3;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What columns become, and what is said of everybody. */
interface Said {
	readonly targets: readonly Target[];
	readonly everybody: Upload['everybody'];
}

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
	const [file, setFile] = useState(stored);
	const [targets, setTargets] = useState<readonly Target[]>(() => file.columns.map(({ target }) => target));
	const [everybody, setEverybody] = useState(file.everybody);
	const [reading, setReading] = useState(file.reading);
	const [checked, setChecked] = useState<Said | null>(checkId === undefined ? null : { targets, everybody });
	const [refused, setRefused] = useState<{ title: string; problems: readonly Problem[] } | null>(null);
	const summary = useRef<HTMLDivElement>(null);
	// Whoever pressed the button is led to what is wrong.
	useEffect(() => {
		if (refused) summary.current?.focus();
	}, [refused]);
	const choices = useChoices(customerId, file.domainId);
	const names = file.columns.map(({ name }, place) => name || t('unnamed', { number: place + 1 }));
	// The day of an answer mostly stands beside it; one further to the left is a day of something else.
	const daysOf = (place: number): number | null => {
		const next = targets.findIndex((one, n) => n > place && (one.to === 'day' || (one.to === 'attribute' && one.kind === 'date')));
		return next < 0 ? null : next;
	};

	const read = useMutation({
		mutationFn: (asked: Reading) =>
			ask(
				uploadCall,
				{
					params: { id: file.id },
					query: { delimiter: asked.delimiter, encoding: asked.encoding, headerRow: asked.headerRow },
				},
				{ customerId },
			),
		onSuccess: ({ data }, asked) => {
			setFile(data);
			setReading({ ...data.reading, slashed: asked.slashed });
			setTargets(data.columns.map(({ target }) => target));
			setEverybody(data.everybody);
			setChecked(null);
			setRefused(null);
		},
		onError: (error: Error) => notifyFailure(error.message),
	});
	const check = useMutation({
		mutationFn: (given: Said) =>
			ask(
				checkUpload,
				{ params: { id: file.id }, body: { reading, targets: [...given.targets], everybody: given.everybody } },
				{ customerId },
			),
		onSuccess: ({ data }, given) => {
			setRefused(null);
			setChecked(given);
			onCheck(data.id);
		},
		onError: (error: Error) => {
			const fields = error instanceof CallFailure ? Object.entries(error.fields) : [];
			setRefused({ title: error.message, problems: fields.flatMap(([path, text]) => problemAt(path, text)) });
		},
	});
	/** What a refusal says of one field, at the column and the part that it is about. */
	const problemAt = (path: string, text: string): Problem[] => {
		const [, at = '', rest = ''] = /^targets\.(\d+)\.?(.*)$/.exec(path) ?? [];
		const [, ofAll] = /^everybody\.?(.*)$/.exec(path) ?? [];
		if (ofAll !== undefined) return [{ place: names.length, part: partOf(ofAll), text }];
		return at === '' ? [] : [{ place: Number(at), part: partOf(rest), text }];
	};
	/** What nobody need be asked about: a yes has a source and a day. */
	const missing = (): Problem[] =>
		[...targets, ...(everybody ? [everybody] : [])].flatMap((one, place) => [
			...(one.to === 'consent' && one.source.trim().length < LEAST_SOURCE ? [{ place, part: 'source', text: t('sourceNeeded') }] : []),
			...((one.to === 'consent' || one.to === 'status') && one.on !== null && 'date' in one.on && !DAY.test(one.on.date)
				? [{ place, part: 'on.date', text: t('dayNeeded') }]
				: []),
		]);
	const askForCheck = (): void => {
		const problems = missing();
		if (problems.length > 0) setRefused({ title: t('checkRefused', { count: problems.length }), problems });
		else check.mutate({ targets, everybody });
	};
	const wrongOf = (place: number): Readonly<Record<string, string>> =>
		Object.fromEntries((refused?.problems ?? []).flatMap((one) => (one.place === place ? [[one.part, one.text]] : [])));
	const labelOf = ({ place, part }: Problem): string =>
		[names[place] ?? t('everybody'), part === 'source' ? t('source') : part === 'on.date' ? t('day') : ''].filter(Boolean).join(', ');
	const go = useCall(importUpload, { scope: { customerId }, quiet: true, onSuccess: (run) => onRun(run.id) });
	const query = useRun(checkId ?? null, customerId);
	const run = checkId === undefined ? undefined : query.data?.data;
	// What everybody said is kept with no file: a check of something else is not of what stands here.
	const other = run !== undefined && (run.about.everybody ?? null) !== everybodyWord(everybody);
	const stale = other || checked?.targets !== targets || checked.everybody !== everybody;
	const change = (place: number, target: Target): void => {
		setTargets(withDays(targets.map((one, n) => (n === place ? target : one))));
		mended(place);
	};
	/** What is changed is not wrong any more, until it is looked at again. */
	const mended = (place: number): void => {
		const open = (refused?.problems ?? []).filter((one) => one.place !== place);
		setRefused(refused && open.length > 0 ? { ...refused, problems: open } : null);
	};
	const ready = run?.state === 'done' && !stale;
	const accepted = run ? acceptedOf(run) : 0;
	const wait = check.isPending || run?.state === 'waiting' || run?.state === 'running';
	const patch = (given: Partial<Reading>): void => read.mutate({ ...reading, ...given });
	return (
		<div className={styles.builder}>
			<div className={styles.main}>
				<PageHeader
					title={t('mapTitle')}
					crumbs={[crumb, { label: file.name, mono: true }]}
					badge={<span className={styles.quiet}>{[t('step'), domain && t('forDomain', { domain })].filter(Boolean).join(' · ')}</span>}
				/>
				<div className={styles.reading}>
					{file.sheets.length > 0 ? null : (
						<>
							<SelectField
								label={t('apart')}
								data={DELIMITERS.map((one) => ({ value: one, label: t(`delimiter_${one}`) }))}
								value={reading.delimiter}
								allowDeselect={false}
								onChange={(value) => patch({ delimiter: DELIMITERS.find((one) => one === value) ?? reading.delimiter })}
							/>
							<SelectField
								label={t('letters')}
								data={ENCODINGS.map((one) => ({ value: one, label: one.toUpperCase() }))}
								value={reading.encoding}
								allowDeselect={false}
								onChange={(value) => patch({ encoding: ENCODINGS.find((one) => one === value) ?? reading.encoding })}
							/>
						</>
					)}
					<SelectField
						label={t('header')}
						data={Array.from({ length: LAST_HEADER + 1 }, (_, row) => ({
							value: String(row),
							label: row === 0 ? t('noHeader') : String(row),
						}))}
						value={String(reading.headerRow)}
						allowDeselect={false}
						onChange={(value) => value !== null && patch({ headerRow: Number(value) })}
					/>
					<SelectField
						label={t('slashed')}
						data={SLASHED.map((one) => ({ value: one, label: t(`slashed_${one}`) }))}
						value={reading.slashed}
						allowDeselect={false}
						onChange={(value) => {
							setReading({ ...reading, slashed: SLASHED.find((one) => one === value) ?? reading.slashed });
							setChecked(null);
						}}
					/>
				</div>
				{file.sheets.length > 0 ? <Sheets sheets={file.sheets} /> : null}
				{refused ? (
					<Problems
						ref={summary}
						title={refused.title}
						problems={refused.problems.map((one) => ({ label: labelOf(one), text: one.text, field: fieldId(one.place, one.part) }))}
					/>
				) : null}
				{file.tool ? <ToolNote tool={file.tool} /> : null}
				<EverybodySaid
					file={file}
					said={everybody}
					names={names}
					choices={choices}
					wrong={wrongOf(names.length)}
					onSaid={(said) => {
						setEverybody(said);
						mended(names.length);
					}}
				/>
				<LeftOut columns={file.columns} names={names} targets={targets} />
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
								days={daysOf(place)}
								onChange={(target) => change(place, target)}
							/>
						))}
					</ul>
					<p className={styles.quiet}>{t(file.remembered ? 'remembered' : 'kept')}</p>
				</section>
			</div>
			<aside className={styles.side} aria-label={t('dryTitle')}>
				<div className={styles.pane} aria-live="polite" data-stale={stale && run ? '' : undefined}>
					{run === undefined ? (
						<>
							<h2>{t('dryTitle')}</h2>
							<p className={styles.quiet}>{t('notYet')}</p>
						</>
					) : run.state === 'done' ? (
						<CheckPane run={run} customerId={customerId} />
					) : (
						<Checking run={run} customerId={customerId} />
					)}
				</div>
				<div className={styles.foot}>
					{stale && run ? <p className={styles.footNote}>{t('changed')}</p> : null}
					<Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />} onClick={onBack}>
						{t('back')}
					</Button>
					{ready ? (
						<Button
							loading={go.isPending}
							disabled={accepted === 0}
							leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => go.mutate({ params: { id: run.id } })}
						>
							{t('import', { count: accepted })}
						</Button>
					) : (
						<Button loading={wait} leftSection={<IconFileCheck size={16} stroke={1.75} aria-hidden="true" />} onClick={askForCheck}>
							{t(run ? 'checkAgain' : 'check')}
						</Button>
					)}
				</div>
			</aside>
		</div>
	);
}

/** Of a workbook one sheet is read; whoever meant another is told at once. */
function Sheets({ sheets: [first = '', ...others] }: { sheets: readonly string[] }) {
	const t = useUploadTexts();
	return (
		<p className={styles.leftOut}>
			{t('sheet')} <b>{first}</b>. {others.length === 0 ? null : t('otherSheets', { count: others.length, names: others.join(', ') })}
		</p>
	);
}

function Checking({ run, customerId }: { run: Parameters<typeof useCounts>[0]; customerId: number }) {
	const t = useUploadTexts();
	const facts = useCounts(run);
	return (
		<RunCard
			run={run}
			customerId={customerId}
			title={t('checkOf', { file: String(run.about.fileName ?? '') })}
			rows={run.counts.rows}
			facts={facts}
			problem={problemOf(t, run)}
		/>
	);
}
