/** Cookies from a file: how many came, how many changed, and which rows were left out for what reason. */

import { nameOf } from '@luvalla/contract/call';
import { COOKIE_FILE_MAX_BYTES, COOKIE_IMPORT_REASONS } from '@luvalla/contract/consent/cookie-repository';
import { Button, Group, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { FileField } from '#portal/ui/form/FileField.tsx';
import { type Imported, importFile, LISTS, type Whose } from './calls.ts';
import styles from './repository.module.css';
import { useRepositoryTexts } from './texts.ts';

const MEGABYTE = 1_000_000;

export function ImportDialog({ whose, opened, onClose }: { whose: Whose; opened: boolean; onClose: () => void }) {
	const t = useRepositoryTexts();
	const language = useLanguage();
	const client = useQueryClient();
	const [file, setFile] = useState<File | null>(null);
	const [share, setShare] = useState(0);
	const importing = useMutation({
		networkMode: 'always',
		mutationFn: async (chosen: File) => {
			const came = await importFile(whose, chosen, setShare);
			await Promise.all(LISTS.map((call) => client.invalidateQueries({ queryKey: [nameOf(call)] })));
			return { file: chosen.name, ...came };
		},
	});
	const begin = (chosen: File | null) => {
		setShare(0);
		importing.reset();
		setFile(chosen);
	};
	const close = () => {
		// what is on its way comes to its end, and is told here
		if (!importing.isPending) begin(null);
		onClose();
	};
	const tooLarge =
		file && file.size > COOKIE_FILE_MAX_BYTES
			? t('importTooLarge', {
					size: numberText(Math.ceil(file.size / MEGABYTE), language),
					most: numberText(COOKIE_FILE_MAX_BYTES / MEGABYTE, language),
				})
			: null;
	const refused =
		importing.error instanceof CallFailure
			? [importing.error.message, ...Object.values(importing.error.fields)].join(' ')
			: importing.error?.message;
	const error = tooLarge ?? refused;
	return (
		<Dialog opened={opened} onClose={close} title={t('importTitle')} size={560}>
			<div className="stack-16">
				{importing.data ? null : (
					<>
						<p>{t('importText')}</p>
						<FileField
							label={t('importFile')}
							accept=".csv,text/csv"
							value={file}
							disabled={importing.isPending}
							error={error ? <span role="alert">{error}</span> : undefined}
							onChange={begin}
						/>
					</>
				)}
				<div role="status">
					{importing.isPending ? (
						<>
							<Progress value={share * 100} aria-label={t('importShare')} />
							<p>{share < 1 ? t('importSending', { percent: Math.floor(share * 100) }) : t('importReading')}</p>
						</>
					) : null}
					{importing.data ? <Came came={importing.data} /> : null}
				</div>
				<Group justify="flex-end" gap="xs">
					{importing.data ? (
						<Button variant="default" onClick={() => begin(null)}>
							{t('importAgain')}
						</Button>
					) : null}
					<Button variant="default" onClick={close}>
						{t('close')}
					</Button>
					{importing.data ? null : (
						<Button disabled={!file || tooLarge !== null} loading={importing.isPending} onClick={() => file && importing.mutate(file)}>
							{t('importGo')}
						</Button>
					)}
				</Group>
			</div>
		</Dialog>
	);
}

function Came({ came }: { came: Imported & { file: string } }) {
	const t = useRepositoryTexts();
	const say = useSay();
	const language = useLanguage();
	const counts = [
		[t('importTaken'), came.taken],
		[t('importChanged'), came.changed],
		[t('importUnchanged'), came.unchanged],
		[t('importSkipped'), came.skipped],
	] as const;
	return (
		<div className="stack-16">
			<p>{t('importDone', { file: came.file })}</p>
			<dl className={styles.counts}>
				{counts.map(([label, count]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{numberText(count, language)}</dd>
					</div>
				))}
			</dl>
			{came.undecided > 0 ? <p>{t('importDecide', { count: came.undecided })}</p> : null}
			{came.reasons.length > 0 ? (
				<>
					<h3>{t('importWhy')}</h3>
					<ul className={styles.reasons}>
						{came.reasons.map(({ reason, count, first }) => (
							<li key={reason}>
								<strong>{numberText(count, language)}</strong> {say(COOKIE_IMPORT_REASONS[reason])}
								{first.length > 0 ? (
									<p>{t('importFirst', { rows: first.map(({ line, name }) => `${line} ${name}`.trim()).join(', ') })}</p>
								) : null}
							</li>
						))}
					</ul>
				</>
			) : null}
		</div>
	);
}
