/** Where visitors are asked: three rules, each with what it means. */
import '@mantine/core/styles/Radio.layer.css';
import { GeoRule, type LightConfig } from '@luvalla/contract/consent/light';
import { Radio } from '@mantine/core';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import type { TabPropsOf } from './draft.ts';

export function WhereFields({ draft, edit, problem }: TabPropsOf<{ config: Pick<LightConfig, 'geo'> }>) {
	const t = useConfigurationTexts();
	const rules: Record<GeoRule, { label: string; about: string }> = {
		everywhere: { label: t('geoEverywhere'), about: t('geoEverywhereText') },
		eea: { label: t('geoEea'), about: t('geoEeaText') },
		'us-optout': { label: t('geoUs'), about: t('geoUsText') },
	};
	return (
		<Radio.Group
			label={t('geo')}
			value={draft.config.geo}
			error={problem('geo')}
			classNames={{ label: styles.legend }}
			onChange={(value) => {
				const rule = GeoRule.safeParse(value);
				if (rule.success)
					edit((next) => {
						next.config.geo = rule.data;
					});
			}}
		>
			{GeoRule.options.map((value) => (
				<Radio
					key={value}
					mt="xs"
					value={value}
					label={rules[value].label}
					description={rules[value].about}
					classNames={{ description: styles.radio }}
				/>
			))}
		</Radio.Group>
	);
}
