/** The site's logo: chosen from a file, seen at once, judged by the same rules as on the server. */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { LOGO_MAX_BYTES, Logo } from '@luvalla/contract/consent/look';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { languageName } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { FileField } from '#portal/ui/form/FileField.tsx';
import { errorsOf } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { useConfigurationTexts } from '../texts.ts';
import type { TabPropsOf } from './draft.ts';
import styles from './LookTab.module.css';

/** A file as a `data:` address. */
const addressOf = (file: File): Promise<string> =>
	new Promise((done, failed) => {
		const reader = new FileReader();
		reader.onload = () => done(String(reader.result));
		reader.onerror = () => failed(reader.error);
		reader.readAsDataURL(file);
	});

export function LogoField({ draft, edit, problem }: TabPropsOf<{ config: { logo: Logo | null; languages: readonly BannerLanguage[] } }>) {
	const t = useConfigurationTexts();
	const [wrong, setWrong] = useState<string>();
	const { logo, languages } = draft.config;
	const own = useLanguage();
	const choose = async (file: File | null) => {
		if (!file) return;
		// A file of many megabytes is not read to be told that it is too large.
		const image = file.size > LOGO_MAX_BYTES * 4 ? '' : await addressOf(file);
		const sentence = file.size > LOGO_MAX_BYTES ? t('logoTooLarge') : errorsOf(Logo, { image }).image;
		setWrong(sentence);
		if (!sentence)
			edit((next) => {
				next.config.logo = { image, alt: logo?.alt ?? {} };
			});
	};
	return (
		<>
			<FileField
				label={t('logo')}
				optional
				hint={t('logoHint')}
				placeholder={t(logo ? 'logoReplace' : 'logoChoose')}
				accept="image/png,image/jpeg,image/webp"
				value={null}
				error={wrong ?? problem('logo.image')}
				onChange={(file) => void choose(file)}
			/>
			{logo ? (
				<>
					<div className={styles.logo}>
						<img src={logo.image} alt={t('logoNow')} />
						<Button
							variant="default"
							leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => {
								setWrong(undefined);
								edit((next) => {
									next.config.logo = null;
								});
							}}
						>
							{t('logoRemove')}
						</Button>
					</div>
					{languages.map((language) => (
						<TextField
							key={language}
							label={t('logoAlt', { language: languageName(language, own) })}
							optional
							hint={t('logoAltHint')}
							maxLength={120}
							value={logo.alt[language] ?? ''}
							error={problem(`logo.alt.${language}`)}
							onChange={({ currentTarget: { value } }) =>
								edit((next) => {
									if (next.config.logo) next.config.logo.alt[language] = value;
								})
							}
						/>
					))}
				</>
			) : null}
		</>
	);
}
