/** One cookie of a category: what it is called and whose it is; unfolded, how long it is kept and what it is for. */
import { lifetimeWords } from '@luvalla/banner/lifetime-words';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { COOKIE_DESCRIPTION_MAX, type CookieLine } from '@luvalla/contract/consent/light';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type * as z from 'zod';
import { inLanguage } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Fold } from '#portal/ui/Fold.tsx';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { LifetimeField } from '#portal/ui/form/LifetimeField.tsx';
import { LIFETIME_KINDS, type LifetimeKind, lifetimeParts, lifetimeSeconds } from '#portal/ui/form/lifetime.ts';
import { Tip } from '#portal/ui/Tip.tsx';
import { readingOf } from '../../editing/TextMark.tsx';
import styles from '../../editor.module.css';
import { useConfigurationTexts } from '../../texts.ts';

type Line = z.infer<typeof CookieLine>;

interface CookieFieldsProps {
	cookie: Line;
	/** In which a description can be written here, of all that the banner speaks. */
	languages: readonly BannerLanguage[];
	of: readonly BannerLanguage[];
	change: (act: (line: Line) => void) => void;
	/** The sentence of a part in error: `name`, `lifetimeSeconds`, `about.fi`. */
	problem: (part: string) => string | undefined;
	onRemove: () => void;
}

export function CookieFields({ cookie, languages, of, change, problem, onRemove }: CookieFieldsProps) {
	const t = useConfigurationTexts();
	const own = useLanguage();
	const [opened, setOpened] = useState(false);
	const refused = problem('lifetimeSeconds') ?? problem('keeps') ?? of.map((one) => problem(`about.${one}`)).find(Boolean);
	const described = of.filter((one) => cookie.about?.[one]).length;
	return (
		<fieldset className={styles.cookie} aria-label={cookie.name || t('newCookie')}>
			<div className={styles.cookieHead}>
				{(['name', 'provider'] as const).map((part) => (
					<TextField
						key={part}
						label={t(part === 'name' ? 'cookieName' : 'cookieProvider')}
						mono={part === 'name'}
						maxLength={120}
						value={cookie[part]}
						error={problem(part)}
						onChange={({ currentTarget: { value } }) =>
							change((line) => {
								line[part] = value;
							})
						}
					/>
				))}
				<Tip label={t('removeCookie', { name: cookie.name })}>
					<ActionIcon variant="subtle" color="gray" size={32} aria-label={t('removeCookie', { name: cookie.name })} onClick={onRemove}>
						<IconTrash size={16} stroke={1.75} />
					</ActionIcon>
				</Tip>
			</div>
			<Fold
				open={opened || refused !== undefined}
				onToggle={setOpened}
				summary={
					<span>
						{keptWords(cookie, t, own)} · {t('described', { said: described, of: of.length })}
					</span>
				}
			>
				<div className={styles.cookieMore}>
					<Lifetime
						seconds={cookie.lifetimeSeconds}
						error={problem('lifetimeSeconds')}
						onChange={(seconds) =>
							change((line) => {
								if (seconds === null) delete line.lifetimeSeconds;
								else line.lifetimeSeconds = seconds;
							})
						}
					/>
					<TextField
						label={t('cookieKeeps')}
						hint={t('cookieKeepsHint')}
						optional
						maxLength={60}
						value={cookie.keeps}
						error={problem('keeps')}
						onChange={({ currentTarget: { value } }) =>
							change((line) => {
								line.keeps = value;
							})
						}
					/>
					{languages.map((one) => (
						<AreaField
							key={one}
							label={t('cookieAbout', { language: inLanguage(one, own) })}
							optional
							lang={one}
							{...readingOf(one)}
							minRows={2}
							maxLength={COOKIE_DESCRIPTION_MAX}
							value={cookie.about?.[one] ?? ''}
							error={problem(`about.${one}`)}
							onChange={({ currentTarget: { value } }) => change((line) => describe(line, one, value))}
						/>
					))}
				</div>
			</Fold>
		</fieldset>
	);
}

/** What is empty is not there: the banner shows no line for it. */
const describe = (line: Line, language: BannerLanguage, text: string): void => {
	const { [language]: _, ...others } = line.about ?? {};
	const about: Line['about'] = text === '' ? others : { ...others, [language]: text };
	if (Object.keys(about).length > 0) line.about = about;
	else delete line.about;
};

/** As the banner says how long it is kept. */
const keptWords = ({ keeps, lifetimeSeconds: seconds }: Line, t: ReturnType<typeof useConfigurationTexts>, language: string): string => {
	if (keeps !== '') return keeps;
	if (seconds === undefined || Number.isNaN(seconds)) return t('lifetimeNotSaid');
	return lifetimeWords(seconds, language) || t('lifetimeVisit');
};

interface LifetimeProps {
	seconds: number | undefined;
	error: string | undefined;
	/** NaN: what is written is no number, and is refused when it is saved. */
	onChange: (seconds: number | null) => void;
}

/** Holds what is written as long as it says what the draft says: half a number, and which unit. */
function Lifetime({ seconds, error, onChange }: LifetimeProps) {
	const now = seconds ?? null;
	const [written, setWritten] = useState(lifetimeParts(now));
	const stands = Object.is(lifetimeSeconds(written.number, written.kind), now);
	const { number, kind } = stands ? written : lifetimeParts(now);
	const write = (next: { number: string; kind: LifetimeKind }) => {
		setWritten(next);
		onChange(lifetimeSeconds(next.number, next.kind));
	};
	return (
		<LifetimeField
			optional
			number={{ value: number, error, onChange: (event) => write({ number: event.currentTarget.value, kind }) }}
			kind={{
				value: kind,
				onChange: (chosen) => write({ number, kind: LIFETIME_KINDS.find((one) => one === chosen) ?? kind }),
			}}
		/>
	);
}
