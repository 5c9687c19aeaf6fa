/** Where the way back to the choices stands, and what it shows. */
import { reopenPlaceOf } from '@luvalla/banner/look';
import type { LightConfig } from '@luvalla/contract/consent/light';
import { ReopenPlace, ReopenSign } from '@luvalla/contract/consent/look';
import { IconAlertTriangle } from '@tabler/icons-react';
import { SelectField } from '#portal/ui/form/fields.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import type { TabPropsOf } from './draft.ts';

export function ReopenFields({ draft, edit, problem }: TabPropsOf<{ config: Pick<LightConfig, 'reopen' | 'position'> }>) {
	const t = useConfigurationTexts();
	const places: Record<ReopenPlace, string> = {
		'bottom-left': t('positionBottomLeft'),
		'bottom-right': t('positionBottomRight'),
		left: t('reopenLeft'),
		right: t('reopenRight'),
		none: t('reopenNone'),
	};
	const signs: Record<ReopenSign, string> = { cookie: t('reopenCookie'), words: t('reopenWords') };
	const place = reopenPlaceOf(draft.config);
	return (
		<>
			<h2>{t('reopen')}</h2>
			<SelectField
				label={t('reopenPlace')}
				data={ReopenPlace.options.map((value) => ({ value, label: places[value] }))}
				value={place}
				allowDeselect={false}
				error={problem('reopen.place')}
				onChange={(value) =>
					edit((next) => {
						next.config.reopen.place = ReopenPlace.safeParse(value).data ?? place;
					})
				}
			/>
			{place === 'none' ? null : (
				<SelectField
					label={t('reopenSign')}
					data={ReopenSign.options.map((value) => ({ value, label: signs[value] }))}
					value={draft.config.reopen.sign}
					allowDeselect={false}
					error={problem('reopen.sign')}
					onChange={(value) =>
						edit((next) => {
							next.config.reopen.sign = value === 'words' ? 'words' : 'cookie';
						})
					}
				/>
			)}
			{place === 'none' ? (
				<p className={styles.warning}>
					<IconAlertTriangle size={17} stroke={1.75} aria-hidden="true" />
					<span>{t('reopenNoneWarning')}</span>
				</p>
			) : (
				<p className={styles.quiet}>{t('reopenHint')}</p>
			)}
		</>
	);
}
