/** What an entry says, in the reader's words. */
import { IconArrowsSplit2, IconPencil } from '@tabler/icons-react';
import { type Language, type Say, useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { lifetimeText } from '#portal/ui/form/lifetime.ts';
import type { Entry, Said } from './entry.ts';
import type { en } from './messages/en.ts';
import { useRepositoryTexts } from './texts.ts';

type Texts = Say<typeof en>;

export const lifetimeWords = (seconds: number | null, t: Texts, language: Language): string => {
	const said = lifetimeText(seconds, language);
	if (said === null) return seconds === 0 ? t('session') : t('unknownLifetime');
	return said.exact ? said.text : t('roughly', { time: said.text });
};

/** What another entry of the same cookie says otherwise: its category, provider and lifetime, as far as they differ. */
export const otherwise = (entry: Entry, other: Said, t: Texts, language: Language): string =>
	[
		...(other.type === entry.type ? [] : [t(other.type)]),
		...(other.provider === entry.provider || other.provider === '' ? [] : [other.provider]),
		...(other.lifetimeSeconds === entry.lifetimeSeconds ? [] : [lifetimeWords(other.lifetimeSeconds, t, language)]),
	].join(' · ');

/** All that an entry says, in one line. */
export const saidWhole = (said: Said, t: Texts, language: Language): string =>
	[t(said.type), ...(said.provider === '' ? [] : [said.provider]), lifetimeWords(said.lifetimeSeconds, t, language)].join(' · ');

/** Where it comes from; beside an own entry and a conflict stands what the other one says. */
export function SourceOf({ entry, forGlobal }: { entry: Entry; forGlobal: boolean }) {
	const t = useRepositoryTexts();
	const language = useLanguage();
	if (entry.conflict !== null)
		return (
			<span className="in-row-2-8">
				<Badge hue="amber" icon={IconArrowsSplit2}>
					{t('conflict')}
				</Badge>
				<span className="aside">{t(forGlobal ? 'otherSays' : 'globalSays', { value: otherwise(entry, entry.conflict, t, language) })}</span>
			</span>
		);
	if (entry.source !== 'own') return t(entry.source);
	const differs = entry.global ? otherwise(entry, entry.global, t, language) : '';
	return (
		<span className="in-row-2-8">
			<Badge hue="blue" icon={IconPencil}>
				{t('own')}
			</Badge>
			{differs === '' ? null : <span className="aside">{t('globalSays', { value: differs })}</span>}
		</span>
	);
}
