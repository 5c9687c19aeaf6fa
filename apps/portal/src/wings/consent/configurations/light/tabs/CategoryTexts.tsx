/** What a category is called in one language, and why it is there. */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { inLanguage } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { lookedAt } from '../../editing/filling.ts';
import { Marked, readingOf } from '../../editing/TextMark.tsx';
import { useConfigurationTexts } from '../../texts.ts';
import type { CategoryPart } from './category.ts';

interface CategoryTextsProps extends CategoryPart {
	language: BannerLanguage;
	/** Marks of texts in this language that wait for a look. */
	unchecked: readonly string[] | undefined;
}

export function CategoryTexts({ category, change, problem, language, unchecked }: CategoryTextsProps) {
	const t = useConfigurationTexts();
	const spoken = inLanguage(language, useLanguage());
	const textOf = (part: 'name' | 'about', label: string) => {
		const mark = `categories.${category.key}.${part}`;
		const props = {
			label,
			lang: language,
			...readingOf(language),
			maxLength: part === 'name' ? 60 : 400,
			value: category.texts[language]?.[part] ?? '',
			error: problem(`texts.${language}.${part}`),
			onChange: (event: { currentTarget: { value: string } }) => {
				const { value } = event.currentTarget;
				change(({ texts }, { config }) => {
					texts[language] = { ...(texts[language] ?? { name: '', about: '' }), [part]: value };
					lookedAt(config, language, mark);
				});
			},
		};
		return (
			<Marked
				label={label}
				marked={unchecked?.includes(mark) === true}
				onRight={() => change((_, { config }) => lookedAt(config, language, mark))}
			>
				{part === 'name' ? <TextField {...props} /> : <AreaField {...props} minRows={2} />}
			</Marked>
		);
	};
	return (
		<div className="stack-16">
			{textOf('name', t('categoryName', { language: spoken }))}
			{textOf('about', t('categoryAbout', { language: spoken }))}
		</div>
	);
}
