/** Template, place, logo, colours, shape and the way back; contrast is measured while typing. */
import { contrast, ratio } from '@luvalla/banner/contrast';
import { LightConfig } from '@luvalla/contract/consent/light';
import { Corners, Font } from '@luvalla/contract/consent/look';
import { notifyFailure } from '#portal/lib/notices.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import { type Colours, isColour, type TabPropsOf } from './draft.ts';
import { LogoField } from './LogoField.tsx';
import { ReopenFields } from './ReopenFields.tsx';
import { ratioText } from './ratio-text.ts';
import { TemplateChoice } from './TemplateChoice.tsx';

type Position = LightConfig['position'];
const POSITIONS = LightConfig.shape.position.options;

type Looks = Pick<LightConfig, 'languages' | 'position' | 'colours' | 'logo' | 'corners' | 'font' | 'fontName' | 'reopen'>;

interface LookProps<Template extends string> extends TabPropsOf<{ template: Template | 'NA'; config: Looks }> {
	templates: readonly { name: Template; title: Record<string, string> }[];
	/** Where a template puts the banner. @throws Error with a sentence for the person */
	placeOf: (template: Template) => Promise<Position>;
	/** Least contrast of the answers' text, where it is not that of other text. */
	answers?: { least: number; hint: (ratio: string) => string };
}

export function LookTab<Template extends string>({ draft, edit, problem, templates, placeOf, answers }: LookProps<Template>) {
	const t = useConfigurationTexts();
	const places: Record<Position, string> = {
		bottom: t('positionBottom'),
		'bottom-left': t('positionBottomLeft'),
		'bottom-right': t('positionBottomRight'),
		top: t('positionTop'),
		centre: t('positionCentre'),
	};
	/** Takes the template's shape and place; everything else stays the person's own. */
	const choose = async (name: Template) => {
		try {
			const position = await placeOf(name);
			edit((next) => {
				next.template = name;
				next.config.position = position;
			});
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			notifyFailure(error.message);
		}
	};
	return (
		<div className="stack-16">
			<TemplateChoice
				label={t('template')}
				hint={t('templateStart')}
				templates={templates}
				value={draft.template}
				onChoose={(name) => void choose(name)}
			/>
			<SelectField
				label={t('position')}
				data={POSITIONS.map((value) => ({ value, label: places[value] }))}
				value={draft.config.position}
				allowDeselect={false}
				error={problem('position')}
				onChange={(value) => {
					const found = POSITIONS.find((one) => one === value);
					if (found)
						edit((next) => {
							next.config.position = found;
						});
				}}
			/>
			<LogoField draft={draft} edit={edit} problem={problem} />
			<h2>{t('colours')}</h2>
			<div className={styles.pair}>
				{(['button', 'background', 'buttonText', 'text'] as const).map((name) => (
					<ColourField key={name} name={name} draft={draft} edit={edit} problem={problem} answers={answers} />
				))}
			</div>
			<ShapeFields draft={draft} edit={edit} problem={problem} />
			<ReopenFields draft={draft} edit={edit} problem={problem} />
		</div>
	);
}

/** Corners and font: what makes it a part of the site beside its colours. */
function ShapeFields({ draft, edit, problem }: TabPropsOf<{ config: Looks }>) {
	const t = useConfigurationTexts();
	const corners: Record<Corners, string> = { square: t('cornersSquare'), soft: t('cornersSoft'), round: t('cornersRound') };
	const fonts: Record<Font, string> = { site: t('fontSite'), system: t('fontSystem'), serif: t('fontSerif'), named: t('fontNamed') };
	return (
		<>
			<h2>{t('shape')}</h2>
			<SelectField
				label={t('corners')}
				data={Corners.options.map((value) => ({ value, label: corners[value] }))}
				value={draft.config.corners}
				allowDeselect={false}
				error={problem('corners')}
				onChange={(value) =>
					edit((next) => {
						next.config.corners = Corners.safeParse(value).data ?? next.config.corners;
					})
				}
			/>
			<SelectField
				label={t('font')}
				data={Font.options.map((value) => ({ value, label: fonts[value] }))}
				value={draft.config.font}
				allowDeselect={false}
				error={problem('font')}
				onChange={(value) =>
					edit((next) => {
						next.config.font = Font.safeParse(value).data ?? next.config.font;
					})
				}
			/>
			{draft.config.font === 'named' ? (
				<TextField
					label={t('fontName')}
					hint={t('fontNameHint')}
					maxLength={60}
					value={draft.config.fontName}
					error={problem('fontName')}
					onChange={({ currentTarget: { value } }) =>
						edit((next) => {
							next.config.fontName = value;
						})
					}
				/>
			) : null}
		</>
	);
}

/** What each colour is read against, and the least contrast of WCAG 2.2: 4.5 for text, 3 for the shape of a button. */
const PAIRS: Record<keyof Colours, [against: keyof Colours, least: number]> = {
	button: ['background', 3],
	background: ['text', 4.5],
	buttonText: ['button', 4.5],
	text: ['background', 4.5],
};

interface ColourFieldProps extends TabPropsOf<{ config: { colours: Colours } }>, Pick<LookProps<string>, 'answers'> {
	name: keyof Colours;
}

function ColourField({ name, draft, edit, problem, answers }: ColourFieldProps) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const [against, usual] = PAIRS[name];
	const own = name === 'buttonText' ? answers : undefined;
	const least = own?.least ?? usual;
	const value = draft.config.colours[name];
	const other = draft.config.colours[against];
	const measured = isColour(value) && isColour(other) ? contrast(value, other) : null;
	const shown = measured === null ? '' : ratioText(ratio(measured), language);
	const labels: Record<keyof Colours, [label: string, hint: string]> = {
		button: [t('colourButton'), t('contrastButton', { ratio: shown })],
		buttonText: [t('colourButtonText'), own?.hint(shown) ?? t('contrastButtonText', { ratio: shown })],
		background: [t('colourBackground'), t('contrastBackground', { ratio: shown })],
		text: [t('colourText'), t('contrastText', { ratio: shown })],
	};
	const [label, hint] = labels[name];
	const error = !isColour(value)
		? t('notColour')
		: measured !== null && measured < least
			? t('contrastLow', { ratio: shown, least: ratioText(`${least}:1`, language) })
			: problem(`colours.${name}`);
	const change = (colour: string) =>
		edit((next) => {
			next.config.colours[name] = colour.trim().toLowerCase();
		});
	return (
		<TextField
			label={label}
			mono
			maxLength={7}
			value={value}
			hint={measured === null ? undefined : hint}
			error={error}
			leftSection={
				<input
					type="color"
					className={styles.swatch}
					aria-label={t('pick', { name: label })}
					value={isColour(value) ? value : '#000000'}
					onChange={(event) => change(event.currentTarget.value)}
				/>
			}
			onChange={(event) => change(event.currentTarget.value)}
		/>
	);
}
