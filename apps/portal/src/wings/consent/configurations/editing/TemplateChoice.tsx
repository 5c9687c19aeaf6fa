/** The templates of a kind as small drawings of a page: one is chosen, by pointer or arrow keys. */
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './TemplateChoice.module.css';

/** Where the banner stands on a page of 96 × 60, and where its two answers stand in it. */
interface Geometry {
	box: [x: number, y: number, width: number, height: number];
	radius: number;
	answers: [x: number, y: number, width: number];
}
const BAR: Geometry = { box: [6, 41, 84, 14], radius: 2.5, answers: [58, 46, 12] };
const BOX: Geometry = { box: [5, 25, 38, 30], radius: 2.5, answers: [10, 45, 13] };
const DIALOG: Geometry = { box: [24, 15, 48, 31], radius: 2.5, answers: [29, 36, 18] };
const GEOMETRY: Readonly<Record<string, Geometry>> = {
	'bottom-bar': BAR,
	'tcf-bar': BAR,
	box: BOX,
	'tcf-box': BOX,
	'centre-dialog': DIALOG,
	'tcf-dialog': DIALOG,
	'inline-strip': { box: [0, 0, 96, 13], radius: 0, answers: [60, 4, 12] },
	'minimal-corner': { box: [62, 32, 29, 23], radius: 2.5, answers: [65, 46, 10.5] },
};

interface TemplateChoiceProps<Template extends string> {
	label: string;
	hint: string;
	templates: readonly { name: Template; title: Record<string, string> }[];
	value: string;
	onChoose: (template: Template) => void;
}

export function TemplateChoice<Template extends string>({ label, hint, templates, value, onChoose }: TemplateChoiceProps<Template>) {
	const language = useLanguage();
	const id = useId();
	return (
		<fieldset className={styles.set} aria-describedby={`${id}-hint`}>
			<legend>{label}</legend>
			<div className={styles.choices}>
				{templates.map(({ name, title }) => (
					<label key={name} className={styles.choice}>
						<input type="radio" name={id} value={name} checked={name === value} onChange={() => onChoose(name)} />
						<Drawing geometry={GEOMETRY[name] ?? BAR} strip={name === 'inline-strip'} />
						<span className={styles.name}>
							{title[language] ?? name}
							{name === value ? <IconCircleCheckFilled size={16} aria-hidden="true" /> : null}
						</span>
					</label>
				))}
			</div>
			<p id={`${id}-hint`} className={styles.hint}>
				{hint}
			</p>
		</fieldset>
	);
}

function Drawing({ geometry: { box, radius, answers }, strip }: { geometry: Geometry; strip: boolean }) {
	const [x, y, width, height] = box;
	const [left, top, wide] = answers;
	const shift = strip ? 10 : 0;
	return (
		<svg viewBox="0 0 96 60" className={styles.drawing} aria-hidden="true">
			<g className={styles.page} transform={`translate(0 ${shift})`}>
				<rect x="6" y="6" width="18" height="3" rx="1.5" />
				<rect x="6" y="15" width="40" height="4" rx="2" />
				{[6, 28, 50, 72].map((at) => (
					<rect key={at} x={at} y="24" width="18" height="16" rx="1.5" />
				))}
				<rect x="6" y="45" width="60" height="2.5" rx="1.25" />
				<rect x="6" y="51" width="48" height="2.5" rx="1.25" />
			</g>
			<rect className={styles.banner} x={x} y={y} width={width} height={height} rx={radius} />
			<rect className={styles.words} x={x + 4} y={y + 3.5} width={Math.min(width * 0.4, 18)} height="2" rx="1" />
			<rect className={styles.words} x={x + 4} y={y + 7.5} width={Math.min(width * 0.6, 28, width - 8)} height="1.5" rx=".75" />
			<rect className={styles.answer} x={left} y={top} width={wide} height="5" rx="1.5" />
			<rect className={styles.answer} x={left + wide + 2} y={top} width={wide} height="5" rx="1.5" />
		</svg>
	);
}
