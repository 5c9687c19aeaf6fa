/** What visitors see of a publication: small pictures by language, large on a press. */
import type { Publication } from '@luvalla/contract/consent/configurations';
import { inLanguage, languageTitle } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './history.module.css';
import { type Picture, picturesOf } from './picture.ts';
import { useHistoryTexts } from './texts.ts';

/** What a picture shows, in words. */
export function usePictureWords(): (picture: Picture) => string {
	const t = useHistoryTexts();
	const own = useLanguage();
	return ({ device, layer, language }) =>
		t('picture', {
			device: device === 'phone' ? t('phone') : t('desktop'),
			layer: layer === 2 ? t('layer2') : t('layer1'),
			language: inLanguage(language, own),
		});
}

export function Pictures({ publication, onOpen }: { publication: Publication; onOpen: (at: number) => void }) {
	const t = useHistoryTexts();
	const words = usePictureWords();
	const own = useLanguage();
	const pictures = picturesOf(publication);
	const languages = [...new Set(pictures.map((picture) => picture.language))];
	return (
		<div>
			<h4>{t('pictures')}</h4>
			{pictures.length === 0 ? <p className={styles.quiet}>{t('noPictures')}</p> : null}
			{languages.map((language) => (
				<div key={language}>
					<p className={styles.quiet}>{languageTitle(language, own)}</p>
					<ul className={styles.gallery}>
						{pictures.map((picture, at) =>
							picture.language === language ? (
								<li key={picture.src}>
									<button type="button" className={styles.thumb} aria-haspopup="dialog" onClick={() => onOpen(at)}>
										<img src={picture.src} alt={words(picture)} loading="lazy" data-device={picture.device} />
									</button>
								</li>
							) : null,
						)}
					</ul>
				</div>
			))}
		</div>
	);
}
