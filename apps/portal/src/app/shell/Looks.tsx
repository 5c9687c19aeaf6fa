import { useMantineColorScheme } from '@mantine/core';
import { IconPalette } from '@tabler/icons-react';
import { useSay } from '#portal/lib/say.ts';
import { useThemeKey } from '#portal/theme/ThemeProvider.tsx';
import { themeKeys, themes } from '#portal/theme/tokens.ts';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { useShellTexts } from '../texts.ts';
import control from './item.module.css';
import styles from './Shell.module.css';

const schemes = ['light', 'dark', 'auto'] as const;

/** Six themes, and light, dark or as the system. */
export function ThemeMenu() {
	const t = useShellTexts();
	const say = useSay();
	const { theme, choose } = useThemeKey();
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	return (
		<Tip label={t('appearance')}>
			<LateMenu
				position="bottom-end"
				width={300}
				closeOnItemClick={false}
				button={
					<button type="button" className={control.item} aria-label={t('appearance')}>
						<IconPalette size={18} stroke={1.75} aria-hidden="true" />
					</button>
				}
			>
				{(Menu) => (
					<>
						<Menu.Label>{t('theme')}</Menu.Label>
						<div className={styles.swatches}>
							{themeKeys.map((key) => (
								<Menu.RadioItem key={key} value={key} checked={theme === key} onChange={() => choose(key)}>
									<span className="in-line-8">
										<span className={styles.swatch} style={{ background: themes[key].steps[6] }} />
										{say(themes[key].name)}
									</span>
								</Menu.RadioItem>
							))}
						</div>
						<Menu.Divider />
						<Menu.Label>{t('scheme')}</Menu.Label>
						{schemes.map((one) => (
							<Menu.RadioItem key={one} value={one} checked={colorScheme === one} onChange={() => setColorScheme(one)}>
								{t(one)}
							</Menu.RadioItem>
						))}
					</>
				)}
			</LateMenu>
		</Tip>
	);
}
