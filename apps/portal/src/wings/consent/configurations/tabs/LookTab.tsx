/** Template, place and colours; contrast is measured while typing. */

import { ratio } from '@luvalla/banner/contrast';
import { contrast } from '@luvalla/banner/gate';
import { lightTemplate, type Template } from '@luvalla/contract/consent/configurations';
import { LightConfig, type TemplateName } from '@luvalla/contract/consent/light';
import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { asQuery } from '#portal/lib/calls.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField, TextField } from '#portal/ui/fields.tsx';
import { isColour } from '../draft.ts';
import type { TabProps } from '../Editor.tsx';
import styles from '../editor.module.css';
import { ratioText } from '../Readiness.tsx';
import { useConfigurationTexts } from '../texts.ts';

type ColourName = keyof LightConfig['colours'];
type Position = LightConfig['position'];

export function LookTab({ draft, edit, problem, templates }: TabProps & { templates: readonly z.output<typeof Template>[] }) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const client = useQueryClient();
	const places: Record<Position, string> = {
		bottom: t('positionBottom'),
		'bottom-left': t('positionBottomLeft'),
		'bottom-right': t('positionBottomRight'),
		top: t('positionTop'),
		centre: t('positionCentre'),
	};
	/** Takes the template's shape and place; texts, categories and colours stay the person's own. */
	const choose = async (name: TemplateName) => {
		try {
			const { data } = await client.fetchQuery(asQuery(lightTemplate, { params: { template: name } }));
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
					const found = templates.find((one) => one.name === value);
					if (found) void choose(found.name);
				}}
			/>
			<SelectField
				label={t('position')}
				data={LightConfig.shape.position.options.map((value) => ({ value, label: places[value] }))}
				value={draft.config.position}
				allowDeselect={false}
				error={problem('position')}
				onChange={(value) => {
					const found = LightConfig.shape.position.options.find((one) => one === value);
					if (found)
						edit((next) => {
							next.config.position = found;
						});
				}}
			/>
			<h2>{t('colours')}</h2>
			<div className={styles.pair}>
				<ColourField name="button" label={t('colourButton')} against="background" least={3} draft={draft} edit={edit} problem={problem} />
				<ColourField
					name="background"
					label={t('colourBackground')}
					against="text"
					least={4.5}
					draft={draft}
					edit={edit}
					problem={problem}
				/>
				<ColourField
					name="buttonText"
					label={t('colourButtonText')}
					against="button"
					least={4.5}
					draft={draft}
					edit={edit}
					problem={problem}
				/>
				<ColourField name="text" label={t('colourText')} against="background" least={4.5} draft={draft} edit={edit} problem={problem} />
			</div>
		</div>
	);
}

interface ColourFieldProps extends TabProps {
	name: ColourName;
	label: string;
	against: ColourName;
	/** WCAG 2.2: 4.5 for text, 3 for the shape of a button. */
	least: number;
}

function ColourField({ name, label, against, least, draft, edit, problem }: ColourFieldProps) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const value = draft.config.colours[name];
	const other = draft.config.colours[against];
	const measured = isColour(value) && isColour(other) ? contrast(value, other) : null;
	const shown = measured === null ? '' : ratioText(ratio(measured), language);
	const hints: Record<ColourName, string> = {
		button: t('contrastButton', { ratio: shown }),
		buttonText: t('contrastButtonText', { ratio: shown }),
		background: t('contrastBackground', { ratio: shown }),
		text: t('contrastText', { ratio: shown }),
	};
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
			hint={measured === null ? undefined : hints[name]}
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
