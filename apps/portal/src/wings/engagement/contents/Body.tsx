/** The body: how it is written, and the editor of that way. The editors' code comes when one is first shown. */
import type { Controls, Hint } from '@luvalla/contract/engagement/contents';
import { Skeleton } from '@mantine/core';
import { type ComponentType, useEffect, useId, useState } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { FieldError } from '#portal/ui/form/fields.tsx';
import { saidOf } from '#portal/ui/hints/said.ts';
import { useHintTexts } from '#portal/ui/hints/texts.ts';
import type { CodeAreaProps } from './CodeArea.tsx';
import type { Mode } from './draft.ts';
import styles from './editor.module.css';
import type { Fields } from './offer.ts';
import type { RichTextProps } from './RichText.tsx';
import { useContentTexts } from './texts.ts';

interface BodyProps {
	controls: Controls;
	mode: Mode;
	/** Ways it may be written here. */
	modes: readonly Mode[];
	/** Its name. */
	label: string;
	lang: string;
	error: string | undefined;
	fields: Fields;
	/** About this language. */
	hints: readonly Hint[];
	/** Changes when the text was changed from outside. */
	version: number;
	onMode: (mode: Mode) => void;
	onChange: (part: Partial<Controls>) => void;
	onBlur: () => void;
	onPicture: RichTextProps['onPicture'];
}

export function Body(props: BodyProps) {
	const { controls, mode, modes, label, lang, error, fields, hints, version, onMode, onChange, onBlur, onPicture } = props;
	const t = useContentTexts();
	const id = useId();
	const rich = mode === 'rich';
	const other = rich ? controls.rawhtml : controls.body;
	const common = { label, wrong: error !== undefined, below: error ? `${id}-below` : undefined, fields, onBlur };
	return (
		<div>
			<div className={styles.bodyHead}>
				<span className={styles.bodyLabel}>{label}</span>
				{modes.length > 1 ? (
					<fieldset className={styles.modes} aria-label={t('writtenAs')}>
						{modes.map((one) => (
							<button key={one} type="button" aria-pressed={one === mode} onClick={() => onMode(one)}>
								{t(one)}
							</button>
						))}
					</fieldset>
				) : null}
			</div>
			{rich ? (
				<LateRich
					key={`${lang} ${version}`}
					{...common}
					lang={lang}
					value={controls.body ?? ''}
					onChange={(body) => onChange({ body })}
					onPicture={onPicture}
				/>
			) : (
				<Code
					key={`${lang} ${version}`}
					{...common}
					value={controls.rawhtml ?? ''}
					hints={hints}
					onChange={(rawhtml) => onChange({ rawhtml })}
				/>
			)}
			<div id={`${id}-below`} className={styles.below}>
				{error ? <FieldError>{error}</FieldError> : null}
			</div>
			{modes.includes('rich') && !rich && (controls.rawhtml ?? '').trim() === '' && (other ?? '').trim() !== '' ? (
				<p className={styles.quiet}>{t('richStands')}</p>
			) : null}
			{modes.length > 1 && rich && (other ?? '').trim() !== '' ? (
				<p className={styles.quiet}>{t('keepsOne', { other: t('html') })}</p>
			) : null}
		</div>
	);
}

const loadRich = () => import('./RichText.tsx').then((module) => module.RichText);
const loadCode = () => import('./CodeArea.tsx').then((module) => module.CodeArea);
const LateRich = (props: RichTextProps) => <Late load={loadRich} given={props} />;

function Code({ hints, ...props }: Omit<CodeAreaProps, 'problems'> & { hints: readonly Hint[] }) {
	const t = useHintTexts();
	const language = useLanguage();
	const own = hints.filter(({ control, line, level }) => control === 'rawhtml' && line !== null && level !== 'ok');
	const written = JSON.stringify(own);
	const [problems, setProblems] = useState<CodeAreaProps['problems']>([]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the same problems are not drawn anew
	useEffect(() => {
		setProblems(
			own.map((hint) => {
				const { what, why } = saidOf(t, hint, language, false);
				return { hint, sentence: `${what} ${why}` };
			}),
		);
	}, [written, language]);
	return <Late load={loadCode} given={{ ...props, problems }} />;
}

/** An editor in its place, which stands as large while its code comes. */
function Late<P extends object>({ load, given }: { load: () => Promise<ComponentType<P>>; given: P }) {
	const t = useContentTexts();
	const [state, setState] = useState<{ Part?: ComponentType<P>; error?: unknown }>({});
	const [tried, setTried] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: asked for again when it is tried again
	useEffect(() => {
		let there = true;
		load().then(
			(Part) => there && setState({ Part }),
			(error: unknown) => there && setState({ error }),
		);
		return () => {
			there = false;
		};
	}, [tried]);
	const { Part, error } = state;
	if (Part) return <Part {...given} />;
	if (error) return <Failed sentence={t('editorFailed')} error={error} onRetry={() => setTried(tried + 1)} />;
	return (
		<div role="status" aria-label={t('loadingEditor')}>
			<Skeleton height={189} radius={8} />
		</div>
	);
}
