/** How sure it is what a cookie is: a number, and its ground. */
import type { ClassifiedCookie } from '@luvalla/contract/consent/cookie-repository';
import { wholePercentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { ShareBar } from '#portal/ui/chart/ShareBar.tsx';
import styles from './repository.module.css';
import { useRepositoryTexts } from './texts.ts';

export function Confidence({ is }: { is: Pick<ClassifiedCookie, 'confidence' | 'ground'> }) {
	const t = useRepositoryTexts();
	const language = useLanguage();
	return (
		<span className={styles.confidence}>
			<ShareBar share={is.confidence / 100} />
			<strong>{wholePercentText(is.confidence / 100, language)}</strong>
			<span className="aside">{t(`by_${is.ground}`)}</span>
		</span>
	);
}
