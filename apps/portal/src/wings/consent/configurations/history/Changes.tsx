/** Every field in which a publication differs from the version before. */
import { type Publication, publicationDifference } from '@luvalla/contract/consent/configurations';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { type Column, DataTable } from '#portal/ui/list/DataTable.tsx';
import { useFieldWords } from '../place.ts';
import { useTcfWords } from '../tcf/words.ts';
import styles from './history.module.css';
import { useHistoryTexts } from './texts.ts';

interface ChangesProps {
	folder: string;
	/** None: it is the first. */
	before: Publication | undefined;
	scope: Scope;
}

interface Change {
	path: string;
	before: string | null;
	after: string | null;
}

export function Changes({ folder, before, scope }: ChangesProps) {
	const t = useHistoryTexts();
	const found = useQuery({
		...asQuery(publicationDifference, { params: { folder }, query: { from: before?.folder ?? '' } }, scope),
		enabled: before !== undefined,
		// Publications never change.
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (!before) return <p className={styles.quiet}>{t('firstVersion')}</p>;
	const title = t('changes', { version: before.version });
	const value = (text: string | null) => (text === null ? null : <span className="as-written">{text}</span>);
	const columns: Column<Change>[] = [
		{ key: 'path', header: t('path'), cell: (row) => <FieldName path={row.path} /> },
		{ key: 'before', header: t('before'), cell: (row) => value(row.before) },
		{ key: 'after', header: t('after'), cell: (row) => value(row.after) },
	];
	return (
		<div>
			<h4>{title}</h4>
			{found.isError ? (
				<Failed query={found} />
			) : found.data?.data.length === 0 ? (
				<p className={styles.quiet}>{t('noChanges')}</p>
			) : (
				<DataTable
					caption={title}
					columns={columns}
					rows={found.data?.data}
					rowId={(row) => row.path}
					rowName={(row) => row.path}
					expect={3}
				/>
			)}
		</div>
	);
}

/** A field as the editors label it; one that they do not know keeps its path, which may break after each dot. */
function FieldName({ path }: { path: string }) {
	const wordsOf = useFieldWords();
	const ownWords = useTcfWords();
	const words = ownWords(path) ?? wordsOf(path);
	return words === undefined ? <PathText path={path} /> : <span className={styles.path}>{words}</span>;
}

/** A path that may break after each dot. */
function PathText({ path }: { path: string }) {
	return (
		<span className={`mono ${styles.path}`}>
			{path.split('.').map((part, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
				<Fragment key={i}>
					{i === 0 ? null : (
						<>
							.<wbr />
						</>
					)}
					{part}
				</Fragment>
			))}
		</span>
	);
}
