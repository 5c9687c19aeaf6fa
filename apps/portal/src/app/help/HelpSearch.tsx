import { type HelpHit, searchHelp } from '@luvalla/contract/guidance/content';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { TYPING_PAUSE_MS } from '#portal/lib/typing.ts';
import styles from './HelpSearch.module.css';
import { useHelpTexts } from './texts.ts';

/** Fewer letters find everything and mean nothing. */
const FEWEST = 2;

interface HelpSearchProps {
	value: string;
	onChange: (typed: string) => void;
	/** The name of the page that a hit is of, as the reader knows it. */
	placeOf: (hit: HelpHit) => string;
	onChoose: (hit: HelpHit) => void;
	/** Below what says that nothing was found. */
	elsewhere: ReactNode;
}

/** The box at the top of the guide, and what it found in all help: marked, with the page of each. Enter opens the first. */
export function HelpSearch({ value, onChange, placeOf, onChoose, elsewhere }: HelpSearchProps) {
	const t = useHelpTexts();
	const language = useLanguage();
	const id = useId();
	const [q] = useDebouncedValue(value.trim(), TYPING_PAUSE_MS);
	// an emptied box is empty at once
	const asked = q.length >= FEWEST && value.trim().length >= FEWEST;
	const query = useQuery({ ...asQuery(searchHelp, { query: { q } }), enabled: asked, placeholderData: keepPreviousData });
	const found = asked ? query.data?.data : undefined;
	const [first] = found?.hits ?? [];
	return (
		<search className="block" lang={language}>
			<div className={styles.box}>
				<IconSearch size={16} stroke={1.75} aria-hidden="true" />
				<input
					type="search"
					className={styles.input}
					aria-label={t('search')}
					aria-describedby={`${id}-count`}
					placeholder={t('search')}
					value={value}
					maxLength={100}
					onChange={(event) => onChange(event.currentTarget.value)}
					onKeyDown={(event) => {
						if (event.key === 'Enter' && first) onChoose(first);
						// the first Escape empties the box, the next one closes the guide
						if (event.key === 'Escape' && value !== '') {
							event.stopPropagation();
							event.preventDefault();
							onChange('');
						}
					}}
				/>
				<span id={`${id}-count`} role="status" className="aside whole num">
					{found ? t('found', { found: found.found, count: found.pages }) : ''}
				</span>
			</div>
			{query.isError && asked ? (
				<p role="alert" className={styles.none}>
					{t('failed')}
				</p>
			) : null}
			{found && found.hits.length === 0 ? (
				<div className={styles.none}>
					<strong>{t('none', { q })}</strong>
					<p>{t('noneWhy')}</p>
					{elsewhere}
				</div>
			) : null}
			{found && found.hits.length > 0 ? (
				<ul className={styles.hits} aria-label={t('hits')}>
					{found.hits.map((hit) => (
						<li key={`${hit.title} ${hit.section ?? ''}`}>
							<button type="button" className={styles.hit} data-first={hit === first ? '' : undefined} onClick={() => onChoose(hit)}>
								<strong>
									<Marked parts={hit.name} />
								</strong>
								<span>
									<Marked parts={hit.excerpt} />
								</span>
								<span className={styles.place}>{placeOf(hit)}</span>
							</button>
						</li>
					))}
				</ul>
			) : null}
		</search>
	);
}

function Marked({ parts }: { parts: HelpHit['name'] }) {
	// pieces of a text have no names, and never change places
	// biome-ignore lint/suspicious/noArrayIndexKey: see above
	return parts.map(({ text, hit }, at) => (hit ? <mark key={at}>{text}</mark> : text));
}
