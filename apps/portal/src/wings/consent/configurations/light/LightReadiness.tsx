/** The fair-choice gate, run on every change; the same code decides on the server. */
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import type { Category } from '@luvalla/contract/consent/light';
import { useLanguage } from '#portal/lib/say.ts';
import { type ReadyLine, ReadyList } from '../editing/ReadyList.tsx';
import { ratioText } from '../editing/ratio-text.ts';
import { useTranslationNotes } from '../editing/use-translation-notes.ts';
import { useFieldWords } from '../place.ts';
import { useConfigurationTexts } from '../texts.ts';

interface ReadinessProps {
	findings: readonly GateFinding[];
	/** Some field cannot be saved as it is. */
	incomplete: boolean;
	noMonths: number;
	categories: readonly Category[];
}

export function LightReadiness({ findings, incomplete, noMonths, categories }: ReadinessProps) {
	return <ReadyList lines={useLines(findings, noMonths, categories)} incomplete={incomplete} />;
}

/** Points that hold are gathered by what they are about; each point that fails has a line of its own. */
function useLines(findings: readonly GateFinding[], noMonths: number, categories: readonly Category[]): ReadyLine[] {
	const wordsOf = useFieldWords(categories);
	const t = useConfigurationTexts();
	const language = useLanguage();
	const group = (codes: readonly string[]) => findings.filter((finding) => codes.includes(finding.code));
	const gathered = (
		codes: readonly string[],
		held: ReadyLine,
		failed: (finding: GateFinding) => Omit<ReadyLine, 'key' | 'ok'>,
	): ReadyLine[] => {
		const bad = group(codes).filter((finding) => !finding.ok);
		return bad.length === 0 ? [held] : bad.map((finding) => ({ key: `${finding.code}-${finding.where}`, ok: false, ...failed(finding) }));
	};
	const contrasts = ['contrast_button_text', 'contrast_text', 'contrast_button'];
	const lowest = group(contrasts).reduce(
		(least, { measured }) => (Number.parseFloat(measured) < Number.parseFloat(least) ? measured : least),
		'21:1',
	);
	return [
		...gathered(
			['refuse_present', 'equal_choices'],
			{ key: 'equal', ok: true, bold: t('held_equal'), more: t('held_equal_more') },
			(finding) =>
				finding.code === 'refuse_present'
					? { bold: t('failed_refuse_present'), more: '' }
					: { bold: t('failed_equal_choices'), more: t('failed_equal_more', { measured: finding.measured }) },
		),
		...gathered(
			contrasts,
			{ key: 'contrast', ok: true, bold: t('held_contrast'), more: t('held_contrast_more', { ratio: ratioText(lowest, language) }) },
			(finding) => ({
				bold:
					finding.code === 'contrast_text'
						? t('failed_contrast_text')
						: finding.code === 'contrast_button'
							? t('failed_contrast_button')
							: t('failed_contrast_button_text'),
				more: t('failed_contrast_more', { ratio: ratioText(finding.measured, language) }),
			}),
		),
		...gathered(['texts_complete'], { key: 'texts', ok: true, bold: t('held_texts'), more: t('held_texts_more') }, (finding) => ({
			bold: t('failed_texts_complete'),
			more: t('failed_texts_more', { where: wordsOf(finding.where ?? '') ?? '' }),
		})),
		...gathered(
			['mapping', 'messaging_switch', 'categories_off'],
			{ key: 'mapping', ok: true, bold: t('held_mapping'), more: t('held_mapping_more', { count: group(['mapping']).length }) },
			(finding) =>
				finding.code === 'messaging_switch'
					? { bold: t('failed_messaging_switch'), more: t('failed_messaging_more', { measured: finding.measured }) }
					: { bold: finding.code === 'mapping' ? t('failed_mapping') : t('failed_categories_off'), more: '' },
		),
		...useTranslationNotes(findings),
		...gathered(
			['reask_no'],
			{ key: 'reask', ok: true, bold: t('held_reask'), more: t('held_reask_more', { months: noMonths }) },
			(finding) => ({
				bold: t('failed_reask_no'),
				more: t('failed_reask_more', { measured: finding.measured }),
			}),
		),
	];
}
