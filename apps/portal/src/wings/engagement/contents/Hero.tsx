/** The hero image: a picture that is uploaded, or one by its address, and what it shows. */

import type { Controls } from '@luvalla/contract/engagement/contents';
import { MOST_PICTURE } from '@luvalla/contract/engagement/contents';
import { Button } from '@mantine/core';
import { IconPhoto, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { percentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { TextField } from '#portal/ui/form/fields.tsx';
import styles from './editor.module.css';
import { useContentTexts } from './texts.ts';
import type { Upload } from './use-upload.ts';

interface HeroProps {
	controls: Controls;
	error: string | undefined;
	upload: Upload;
	onChange: (part: Partial<Controls>) => void;
	onBlur: () => void;
}

/** An address that this installation gave a picture that was uploaded: it says nothing of its name. */
const OWN = /\/t\/i\/\d+\/[0-9a-f-]{36}\.\w+$/;
/** The last part of an address, as a file is called. */
const fileOf = (url: string): string => decodeURI(url.split(/[?#]/)[0]?.split('/').at(-1) ?? '') || url;

export function Hero({ controls, error, upload, onChange, onBlur }: HeroProps) {
	const t = useContentTexts();
	const language = useLanguage();
	const file = useRef<HTMLInputElement>(null);
	const [tooLarge, setTooLarge] = useState(false);
	const { heroimage = '', heroimageAlt = '' } = controls;
	const shown = /^https?:\/\//.test(heroimage);
	const name = OWN.test(heroimage) ? t('uploadedPicture') : shown && !/[{%]/.test(heroimage) ? fileOf(heroimage) : heroimage;
	return (
		<fieldset className={styles.hero}>
			<legend>{t('hero')}</legend>
			<div className={styles.heroBox}>
				<span className={styles.thumb} aria-hidden="true">
					{shown ? <Thumb key={heroimage} src={heroimage} /> : <IconPhoto size={22} stroke={1.5} />}
				</span>
				<span className={styles.heroName}>
					<b>{upload.share === null ? name : t('uploading', { share: percentText(upload.share, language) })}</b>
					<span className={styles.quiet}>
						{heroimage !== '' && heroimageAlt !== '' ? t('describedAs', { alt: heroimageAlt }) : t('pictureKinds')}
					</span>
				</span>
				<Button
					variant="default"
					size="xs"
					loading={upload.share !== null}
					leftSection={<IconUpload size={14} stroke={2} aria-hidden="true" />}
					onClick={() => file.current?.click()}
				>
					{heroimage === '' ? t('upload') : t('replace')}
				</Button>
				<input
					ref={file}
					type="file"
					accept="image/png,image/jpeg,image/gif,image/webp"
					aria-label={t('upload')}
					hidden
					onChange={({ currentTarget }) => {
						const [one] = currentTarget.files ?? [];
						currentTarget.value = '';
						setTooLarge((one?.size ?? 0) > MOST_PICTURE);
						if (!one || one.size > MOST_PICTURE) return;
						void upload.send(one).then((url) => url !== null && onChange({ heroimage: url }));
					}}
				/>
			</div>
			<div className="fields-190">
				<TextField
					label={t('heroAddress')}
					placeholder="https://"
					value={heroimage}
					error={tooLarge ? t('tooLargePicture') : error}
					onChange={({ currentTarget }) => {
						setTooLarge(false);
						onChange({ heroimage: currentTarget.value });
					}}
					onBlur={onBlur}
				/>
				<TextField
					label={t('heroAlt')}
					hint={heroimage !== '' && heroimageAlt === '' ? t('heroAltHint') : undefined}
					maxLength={300}
					value={heroimageAlt}
					onChange={({ currentTarget }) => onChange({ heroimageAlt: currentTarget.value })}
				/>
			</div>
		</fieldset>
	);
}

/** The picture, small; its sign where it cannot be shown. */
function Thumb({ src }: { src: string }) {
	const [broken, setBroken] = useState(false);
	return broken ? <IconPhoto size={22} stroke={1.5} /> : <img src={src} alt="" onError={() => setBroken(true)} />;
}
