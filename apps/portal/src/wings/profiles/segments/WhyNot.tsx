/** Why somebody is in a segment, or why not: each condition with a tick or a cross, what it found, and what would change it. */
import { people } from '@luvalla/contract/consent/people';
import { type Segment, whyMember } from '@luvalla/contract/profiles/segments';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Reasons } from '#portal/ui/reasons/Reasons.tsx';
import type { RuleField } from '#portal/ui/rule/RuleWords.tsx';
import styles from './segments.module.css';
import { useSegmentTexts } from './texts.ts';

const TYPING_PAUSE_MS = 300;
const FOUND = 5;

interface WhyNotProps {
	/** Null: it is not saved yet. */
	segment: Segment | null;
	fields: readonly RuleField[];
	/** The rule in the editor is another than the saved one. */
	changed: boolean;
	scope: Scope;
}

interface Whom {
	id: string;
	name: string;
}

export function WhyNot({ segment, fields, changed, scope }: WhyNotProps) {
	const t = useSegmentTexts();
	const [text, setText] = useState('');
	const [whom, setWhom] = useState<Whom | null>(null);
	return (
		<section className={styles.part}>
			<div className={styles.partHead}>
				<h2>{t('why')}</h2>
			</div>
			{segment === null ? (
				<p className="aside">{t('whyNew')}</p>
			) : (
				<>
					<TextInput
						type="search"
						aria-label={t('whyFind')}
						placeholder={t('whyFind')}
						leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
						value={text}
						onChange={(event) => {
							setText(event.currentTarget.value);
							setWhom(null);
						}}
						onKeyDown={(event) => {
							// the page's form is not sent from here
							if (event.key === 'Enter') event.preventDefault();
						}}
					/>
					{whom ? (
						<Why segment={segment} whom={whom} fields={fields} changed={changed} scope={scope} />
					) : (
						<Found
							text={text.trim()}
							scope={scope}
							onChoose={(one) => {
								setWhom(one);
								setText(one.name);
							}}
						/>
					)}
				</>
			)}
		</section>
	);
}

/** People whose address, number or id begins with what is typed. */
function Found({ text, scope, onChoose }: { text: string; scope: Scope; onChoose: (whom: Whom) => void }) {
	const t = useSegmentTexts();
	const [q] = useDebouncedValue(text, TYPING_PAUSE_MS);
	const query = useQuery({
		...asQuery(people, { query: { q, page: 1, size: FOUND } }, { customerId: scope.customerId }),
		enabled: q !== '',
		placeholderData: keepPreviousData,
	});
	if (text === '') return <p className="aside">{t('whyHint')}</p>;
	if (query.isError) return <Failed sentence={t('whyPeopleFailed')} query={query} />;
	const found = query.data?.data;
	return (
		<div role="status" aria-busy={query.isFetching}>
			{found?.length === 0 && q === text ? <p className="aside">{t('whyNobody')}</p> : null}
			<ul className={styles.found}>
				{found?.map(({ luvallaId, identifiers }) => {
					const [name = luvallaId, ...also] = identifiers.map(({ value }) => value);
					return (
						<li key={luvallaId}>
							<button type="button" onClick={() => onChoose({ id: luvallaId, name })}>
								{name}
								{also.length > 0 ? <span className="aside">{also.join(', ')}</span> : null}
							</button>
						</li>
					);
				})}
			</ul>
		</div>
	);
}

interface WhyProps extends WhyNotProps {
	segment: Segment;
	whom: Whom;
}

function Why({ segment, whom, fields, changed, scope }: WhyProps) {
	const t = useSegmentTexts();
	const head = useRef<HTMLHeadingElement>(null);
	const query = useQuery(asQuery(whyMember, { params: { id: segment.id, person: whom.id }, query: {} }, scope));
	const data = query.data?.data;
	const answered = data !== undefined;
	// the button that was pressed is gone: whoever hears the page goes on here
	useEffect(() => {
		if (answered) head.current?.focus();
	}, [answered]);
	if (query.isError) return <Failed sentence={t('whyFailed')} query={query} />;
	if (!data) return <p className="aside">{t('counting')}…</p>;
	return (
		<div className={styles.reasons}>
			<h3 ref={head} tabIndex={-1}>
				{data.in ? t('isIn', { name: whom.name }) : t('isNotIn', { name: whom.name })}
			</h3>
			{changed && segment.rule !== null ? <p className="aside">{t('whySaved')}</p> : null}
			<Reasons why={data} rule={segment.rule} fields={fields} />
		</div>
	);
}
