/** How a message of the web reaches its reader: pushed to browsers, or standing on the site, and then where, when and how often. */
import '@mantine/core/styles/NumberInput.layer.css';
import { MOST_PAGES, type PlacedShape, Placement, SHAPES } from '@luvalla/contract/placement';
import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useFieldParts } from '#portal/ui/form/field.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import styles from './placed.module.css';
import { useContentTexts } from './texts.ts';

interface PlacedProps {
	value: Placement | null;
	onChange: (value: Placement | null) => void;
}

const WAYS = ['push', ...SHAPES] as const;
type Way = (typeof WAYS)[number];
/** What one begins with. */
const begun = (shape: PlacedShape): Placement => Placement.parse({ shape, afterSeconds: 5 });

const pathsOf = (text: string): string[] => text.split(/[\s,]+/).filter((path) => path !== '');

export function Placed({ value, onChange }: PlacedProps) {
	const t = useContentTexts();
	const way: Way = value?.shape ?? 'push';
	/** What stood there before somebody looked at a push. */
	const [kept, setKept] = useState(value);
	const choose = (one: Way): void => {
		if (value) setKept(value);
		if (one === 'push') onChange(null);
		else onChange({ ...(value ?? kept ?? begun(one)), shape: one });
	};
	return (
		<section className="grid-12" aria-label={t('placed')}>
			<fieldset className={styles.ways}>
				<legend>{t('placed')}</legend>
				{WAYS.map((one) => (
					<label key={one} className={styles.way}>
						<input type="radio" name="placed" checked={way === one} onChange={() => choose(one)} />
						<span className={styles.drawn} data-way={one} aria-hidden="true" />
						<b>{t(`way_${one}`)}</b>
					</label>
				))}
			</fieldset>
			<p className="small flat">{t(`way_${way === 'push' ? 'push' : 'site'}Hint`)}</p>
			{value === null ? null : <Rules value={value} onChange={onChange} />}
		</section>
	);
}

function Rules({ value, onChange }: { value: Placement; onChange: (value: Placement) => void }) {
	const t = useContentTexts();
	const put = (part: Partial<Placement>) => onChange({ ...value, ...part });
	return (
		<>
			<div className="fields-190">
				<Paths label={t('onPages')} hint={t('onPagesHint')} value={value.pages} onChange={(pages) => put({ pages })} />
				<Paths label={t('notOnPages')} hint={t('notOnPagesHint')} value={value.notPages} onChange={(notPages) => put({ notPages })} />
			</div>
			<fieldset className={styles.numbers}>
				<legend>{t('whenAndHowOften')}</legend>
				<Count
					label={t('afterPercent')}
					value={value.afterPercent}
					most={100}
					optional
					onChange={(afterPercent) => put({ afterPercent })}
				/>
				<Count
					label={t('afterSeconds')}
					value={value.afterSeconds}
					most={3600}
					optional
					onChange={(afterSeconds) => put({ afterSeconds })}
				/>
				<Count label={t('perDay')} value={value.perDay} most={24} onChange={(perDay) => put({ perDay: perDay ?? 1 })} />
				<Count label={t('inAll')} value={value.inAll} most={100} onChange={(inAll) => put({ inAll: inAll ?? 1 })} />
				<Count label={t('waitsDays')} value={value.days} most={365} onChange={(days) => put({ days: days ?? 1 })} />
			</fieldset>
			<p className="small flat">{t('neverAgain')}</p>
		</>
	);
}

interface PathsProps {
	label: string;
	hint: string;
	value: readonly string[];
	onChange: (paths: string[]) => void;
}

function Paths({ label, hint, value, onChange }: PathsProps) {
	const t = useContentTexts();
	/** As it is typed: a space at its end is not lost. */
	const [typed, setTyped] = useState(value.join(' '));
	const text = pathsOf(typed).join(' ') === value.join(' ') ? typed : value.join(' ');
	const wrong = value.length > MOST_PAGES ? t('tooManyPaths', { most: MOST_PAGES }) : pathsWrong(value) ? t('notAPath') : undefined;
	return (
		<TextField
			label={label}
			hint={hint}
			optional
			mono
			placeholder="/lamps/*"
			value={text}
			error={wrong}
			onChange={({ currentTarget }) => {
				setTyped(currentTarget.value);
				onChange(pathsOf(currentTarget.value));
			}}
		/>
	);
}

const pathsWrong = (pages: readonly string[]): boolean => !Placement.shape.pages.safeParse(pages).success;

interface CountProps {
	label: string;
	value: number | null;
	most: number;
	/** It may be left empty. */
	optional?: boolean;
	onChange: (value: number | null) => void;
}

function Count({ label, value, most, optional = false, onChange }: CountProps) {
	return (
		<NumberInput
			{...useFieldParts({ label, optional: false })}
			value={value ?? ''}
			min={1}
			max={most}
			clampBehavior="strict"
			allowDecimal={false}
			allowNegative={false}
			hideControls
			onChange={(given) => {
				if (typeof given === 'number') onChange(given);
				else if (optional && given === '') onChange(null);
			}}
		/>
	);
}
