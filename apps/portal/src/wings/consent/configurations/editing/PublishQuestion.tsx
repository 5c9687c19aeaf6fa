/** Asked before what is live on a domain is replaced: what goes, of whichever kind, and since when it was there. */
import type { NextPublication, PurposeInWords } from '@luvalla/contract/consent/configurations';
import { momentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { kindOf, useConfigurationTexts } from '../texts.ts';

/** Something that is asked about, and the purpose that a yes to it grants. */
export interface Granted {
	key: string;
	name: string;
	purpose: PurposeInWords;
}

/** A yes to one is a yes to the other: they share a language, and what was said in those they share is the same to the letter. */
const saysTheSame = (a: PurposeInWords, b: PurposeInWords): boolean => {
	const shared = Object.entries(a.wording).flatMap(([language, said]) =>
		b.wording[language] ? [[said, b.wording[language]] as const] : [],
	);
	return shared.length > 0 && shared.every(([one, other]) => one.name === other.name && one.about === other.about);
};

interface PublishQuestionProps {
	opened: boolean;
	granted: readonly Granted[];
	next: NextPublication | null | undefined;
	host: string;
	/** The configuration that is edited; undefined: not saved yet. */
	configurationId: string | undefined;
	onConfirm: () => void;
	onCancel: () => void;
}

export function PublishQuestion({ opened, granted, next, host, configurationId, onConfirm, onCancel }: PublishQuestionProps) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const live = next?.live;
	if (!next || !live) return null;
	const asksAgain = granted.filter(({ key, purpose }) => {
		const now = Object.hasOwn(live.purposes, key) ? live.purposes[key] : undefined;
		return now !== undefined && now.name.toLowerCase() !== purpose.name.toLowerCase() && !saysTheSame(now, purpose);
	});
	const facts = {
		title: live.title,
		kind: kindOf(t, live.type),
		version: live.version,
		// A date is not broken at its hyphens.
		since: momentText(live.since, language).replaceAll('-', '\u2060-\u2060'),
	};
	return (
		<ConfirmDialog
			opened={opened}
			title={t('replaceQuestion', { version: next.version, host })}
			verb={t('publish', { version: next.version })}
			onConfirm={onConfirm}
			onCancel={onCancel}
		>
			<p>{t('replaces', facts)}</p>
			{live.configurationId === configurationId ? null : <p>{t('replacesOther')}</p>}
			{asksAgain.length === 0 ? null : (
				<p>{t('asksAgain', { names: new Intl.ListFormat(language).format(asksAgain.map(({ name }) => name)) })}</p>
			)}
		</ConfirmDialog>
	);
}
