/** The cookies of a category. */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import styles from '../../editor.module.css';
import { useConfigurationTexts } from '../../texts.ts';
import { CookieFields } from './CookieFields.tsx';
import type { CategoryPart } from './category.ts';

interface CategoryCookiesProps extends CategoryPart {
	/** In which a description can be written here, of all that the banner speaks. */
	languages: readonly BannerLanguage[];
	of: readonly BannerLanguage[];
}

export function CategoryCookies({ category, change, problem, languages, of }: CategoryCookiesProps) {
	const t = useConfigurationTexts();
	return (
		<fieldset className={styles.set}>
			<legend>{t('cookieList')}</legend>
			<p className={styles.quiet}>{t('cookieHint')}</p>
			{category.cookies.map((cookie, i) => (
				<CookieFields
					// biome-ignore lint/suspicious/noArrayIndexKey: a cookie has no identity but its place
					key={i}
					cookie={cookie}
					languages={languages}
					of={of}
					change={(act) =>
						change((one) => {
							const line = one.cookies[i];
							if (line) act(line);
						})
					}
					problem={(part) => problem(`cookies.${i}.${part}`)}
					onRemove={() =>
						change((one) => {
							one.cookies.splice(i, 1);
						})
					}
				/>
			))}
			<div>
				<Button
					variant="subtle"
					size="xs"
					leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() =>
						change((one) => {
							one.cookies.push({ name: '', provider: '', keeps: '' });
						})
					}
				>
					{t('addCookie')}
				</Button>
			</div>
		</fieldset>
	);
}
