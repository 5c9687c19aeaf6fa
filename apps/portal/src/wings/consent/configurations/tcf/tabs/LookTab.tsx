/** Template, place and colours; contrast is measured while typing. */
import { contrast, ratio } from '@luvalla/banner/contrast';
import { TcfConfig, type TcfTemplate, TcfTemplateName, tcfTemplate } from '@luvalla/contract/consent/tcf';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { asQuery } from '#portal/lib/calls.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField, TextField } from '#portal/ui/fields.tsx';
import { isColour } from '../../draft.ts';
import styles from '../../editor.module.css';
import { ratioText } from '../../Readiness.tsx';
import { useConfigurationTexts } from '../../texts.ts';
import type { TcfTabProps } from '../draft.ts';
import { useTcfTexts } from '../texts.ts';

type ColourName = keyof TcfConfig['colours'];
/** What each colour is read against, and the least contrast: the framework's 5 for the answers, WCAG 2.2 for the rest. */
const PAIRS: Record<ColourName, [against: ColourName, least: number]> = {
	button: ['background', 3],
	background: ['text', 4.5],
	buttonText: ['button', 5],
	text: ['background', 4.5],
};

export function LookTab({ draft, edit, problem, templates }: TcfTabProps & { templates: readonly z.output<typeof TcfTemplate>[] }) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const client = useQueryClient();
	const places: Record<TcfConfig['position'], string> = {
		bottom: t('positionBottom'),
		'bottom-left': t('positionBottomLeft'),
		'bottom-right': t('positionBottomRight'),
		top: t('positionTop'),
		centre: t('positionCentre'),
	};
	/** Takes the template's shape and place; texts, partners and colours stay the person's own. */
	const choose = async (name: TcfTemplateName) => {
		try {
			const { data } = await client.fetchQuery(asQuery(tcfTemplate, { params: { template: name } }));
			edit((next) => {
				next.template = name;
				next.config.position = data.config.position;
			});
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			notifyFailure(error.message);
		}
	};
	return (
		<div className={styles.fields}>
			<SelectField
				label={t('template')}
				hint={t('templateStart')}
				data={templates.map((one) => ({ value: one.name, label: one.title[language] ?? one.name }))}
				value={draft.template}
				allowDeselect={false}
				onChange={(value) => {
					const found = TcfTemplateName.safeParse(value);
					if (found.success) void choose(found.data);
				}}
			/>
			<SelectField
				label={t('position')}
				data={TcfConfig.shape.position.options.map((value) => ({ value, label: places[value] }))}
				value={draft.config.position}
				allowDeselect={false}
				error={problem('position')}
				onChange={(value) => {
					const found = TcfConfig.shape.position.options.find((one) => one === value);
					if (found)
						edit((next) => {
							next.config.position = found;
						});
				}}
			/>
			<h2>{t('colours')}</h2>
			<div className={styles.pair}>
				{(['button', 'background', 'buttonText', 'text'] as const).map((name) => (
					<ColourField key={name} name={name} draft={draft} edit={edit} />
				))}
			</div>
		</div>
	);
}

function ColourField({ name, draft, edit }: { name: ColourName } & Pick<TcfTabProps, 'draft' | 'edit'>) {
	const t = useConfigurationTexts();
	const own = useTcfTexts();
	const language = useLanguage();
	const [against, least] = PAIRS[name];
	const value = draft.config.colours[name];
	const other = draft.config.colours[against];
	const measured = isColour(value) && isColour(other) ? contrast(value, other) : null;
	const shown = measured === null ? '' : ratioText(ratio(measured), language);
	const labels: Record<ColourName, [label: string, hint: string]> = {
		button: [t('colourButton'), t('contrastButton', { ratio: shown })],
		buttonText: [t('colourButtonText'), own('contrastAnswers', { ratio: shown })],
		background: [t('colourBackground'), t('contrastBackground', { ratio: shown })],
		text: [t('colourText'), t('contrastText', { ratio: shown })],
	};
	const [label, hint] = labels[name];
	const low = measured !== null && measured < least;
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
			error={
				!isColour(value) ? t('notColour') : low ? t('contrastLow', { ratio: shown, least: ratioText(`${least}:1`, language) }) : undefined
			}
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
