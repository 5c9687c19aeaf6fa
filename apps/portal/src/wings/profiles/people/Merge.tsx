/** Two who turned out to be one: the other is looked for, what follows is said, and then it is done. */
import { people, person } from '@luvalla/contract/consent/people';
import {
	type MergePreview,
	mergeProfiles,
	type Profile,
	personEvents,
	previewMerge,
	profile,
	profiles,
} from '@luvalla/contract/profiles/profiles';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconGitMerge, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { TextField } from '#portal/ui/form/field.tsx';
import { FACTS } from './FactsCard.tsx';
import styles from './people.module.css';
import { type ProfileTexts, useProfileTexts } from './profile-texts.ts';
import { calledOf } from './words.tsx';

const TYPING_PAUSE_MS = 300;
const FOUND = 6;

interface MergeProps {
	id: string;
	customerId: number;
	onDone: () => void;
}

export function Merge({ id, customerId, onDone }: MergeProps) {
	const p = useProfileTexts();
	const [text, setText] = useState('');
	const [other, setOther] = useState<Profile | null>(null);
	if (other) return <Preview id={id} other={other} customerId={customerId} onDone={onDone} onBack={() => setOther(null)} />;
	return (
		<div className={styles.importBody}>
			<TextField
				type="search"
				data-autofocus
				label={p('mergeFind')}
				leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
				value={text}
				onChange={(event) => setText(event.currentTarget.value)}
			/>
			<Found text={text.trim()} id={id} customerId={customerId} onChoose={setOther} />
		</div>
	);
}

function Found({ text, id, customerId, onChoose }: { text: string; id: string; customerId: number; onChoose: (one: Profile) => void }) {
	const p = useProfileTexts();
	const [q] = useDebouncedValue(text, TYPING_PAUSE_MS);
	const query = useQuery({
		...asQuery(profiles, { query: { q, page: 1, size: FOUND } }, { customerId }),
		enabled: q !== '',
		placeholderData: keepPreviousData,
	});
	if (text === '') return <p className={styles.quiet}>{p('mergeHint')}</p>;
	if (query.isError) return <Failed sentence={p('mergeFailed')} error={query.error} onRetry={() => void query.refetch()} />;
	const found = query.data?.data.filter(({ luvallaId }) => luvallaId !== id);
	return (
		<div role="status" aria-busy={query.isFetching}>
			{found?.length === 0 && q === text ? <p className={styles.quiet}>{p('mergeNobody')}</p> : null}
			<ul className={styles.found}>
				{found?.map((one) => {
					const name = calledOf(one, one.identifiers, one.luvallaId);
					return (
						<li key={one.luvallaId}>
							<button type="button" aria-label={p('mergeWith', { name })} onClick={() => onChoose(one)}>
								{name}
								<span className={styles.quiet}>{[...one.identifiers.map(({ value }) => value), one.city].filter(Boolean).join(', ')}</span>
							</button>
						</li>
					);
				})}
			</ul>
		</div>
	);
}

function Preview({ id, other, customerId, onDone, onBack }: MergeProps & { other: Profile; onBack: () => void }) {
	const p = useProfileTexts();
	const head = useRef<HTMLHeadingElement>(null);
	const scope = { customerId };
	const query = useQuery({ ...asQuery(previewMerge, { params: { id }, query: { other: other.luvallaId } }, scope), staleTime: 0 });
	const merge = useCall(mergeProfiles, { reload: [profile, profiles, person, people, personEvents], scope, onSuccess: onDone });
	// the button that was pressed is gone: whoever hears the page goes on here
	useEffect(() => head.current?.focus(), []);
	const preview = query.data?.data;
	return (
		<div className="fills">
			<div className={styles.importBody}>
				<h3 ref={head} tabIndex={-1} className={styles.resultTitle}>
					{calledOf(other, other.identifiers, other.luvallaId)}
				</h3>
				<p className={styles.quiet}>{p('mergeHint')}</p>
				{query.isError ? (
					<Failed sentence={p('previewFailed')} error={query.error} onRetry={() => void query.refetch()} />
				) : preview ? (
					<Follows preview={preview} />
				) : (
					<p className={styles.quiet} role="status">
						{p('counting')}…
					</p>
				)}
			</div>
			<div className={styles.importFoot}>
				<Button variant="default" onClick={onBack}>
					{p('chooseAnother')}
				</Button>
				<Button
					disabled={!preview}
					loading={merge.isPending}
					leftSection={<IconGitMerge size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => merge.mutate({ params: { id }, query: {}, body: { other: other.luvallaId } })}
				>
					{p('mergeVerb')}
				</Button>
			</div>
		</div>
	);
}

const factName = (p: ProfileTexts, name: string): string => {
	const known = FACTS.find((one) => one === name);
	return known ? p(`fact_${known}`) : name;
};

function Follows({ preview }: { preview: MergePreview }) {
	const p = useProfileTexts();
	return (
		<>
			<Part title={p('mergeKnown')}>
				<ul className={styles.plain}>
					{preview.identifiers.map(({ kind, value }) => (
						<li key={`${kind}:${value}`} translate="no">
							{value}
						</li>
					))}
				</ul>
			</Part>
			<Part title={p('mergeNoes')}>
				{preview.noes.length === 0 ? (
					<p className={styles.quiet}>{p('mergeNoNoes')}</p>
				) : (
					<ul className={styles.plain}>
						{preview.noes.map(({ purposeId, purpose, domain }) => (
							<li key={purposeId}>
								{purpose} <span className={styles.quiet}>{domain}</span>
							</li>
						))}
					</ul>
				)}
			</Part>
			<Part title={p('mergeHidden')}>
				{preview.hidden.length === 0 ? (
					<p className={styles.quiet}>{p('mergeNothingHidden')}</p>
				) : (
					<>
						<dl className={styles.known}>
							{preview.hidden.map(({ name, value }) => (
								<div key={name}>
									<dt>{factName(p, name)}</dt>
									<dd translate="no">{value}</dd>
								</div>
							))}
						</dl>
						<p className={styles.quiet}>{p('mergeHiddenWhy')}</p>
					</>
				)}
			</Part>
		</>
	);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section>
			<h4 className={styles.partTitle}>{title}</h4>
			{children}
		</section>
	);
}
