/** One category: names and reasons in each language, its key and kind, its cookies. */
import { kindOf } from '@luvalla/banner/kinds';
import { type Category, CategoryKind } from '@luvalla/contract/consent/light';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconPlus, IconTrash } from '@tabler/icons-react';
import { AreaField, SelectField, TextField } from '#portal/ui/fields.tsx';
import type { TabProps } from '../draft.ts';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

/** No kind of its own: its key tells it. */
const BY_KEY = 'key';

export function CategoryForm({ draft, edit, problem, at, onBack }: TabProps & { at: number; onBack: () => void }) {
	const t = useConfigurationTexts();
	const category = draft.config.categories[at];
	if (!category) return null;
	const path = `categories.${at}`;
	const kinds: Record<CategoryKind, string> = {
		statistics: t('kindStatistics'),
		marketing: t('kindMarketing'),
		media: t('kindMedia'),
		other: t('kindOther'),
	};
	const change = (act: (one: Category) => void) =>
		edit((next) => {
			const one = next.config.categories[at];
			if (one) act(one);
		});
	const rename = (key: string) =>
		edit((next) => {
			const one = next.config.categories[at];
			if (!one) return;
			// What hangs on the key follows it.
			const { [one.key]: purpose, ...purposes } = next.mapper.purposes;
			const { [one.key]: allowed, ...modes } = next.config.consentMode;
			next.mapper.purposes = purpose === undefined ? purposes : { ...purposes, [key]: purpose };
			next.config.consentMode = allowed === undefined ? modes : { ...modes, [key]: allowed };
			one.key = key;
		});
	const remove = () => {
		onBack();
		edit((next) => {
			const [gone] = next.config.categories.splice(at, 1);
			if (!gone) return;
			delete next.mapper.purposes[gone.key];
			delete next.config.consentMode[gone.key];
		});
	};

	return (
		<div className={styles.fields}>
			<div>
				<button type="button" className="link" onClick={onBack}>
					<IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
					{t('allCategories')}
				</button>
			</div>
			{draft.config.languages.map((language) => {
				const name = language === 'en' ? t('inEnglish') : t('inFinnish');
				return (
					<div key={language} className={styles.fields}>
						<TextField
							label={t('categoryName', { language: name })}
							lang={language}
							maxLength={60}
							value={category.texts[language]?.name ?? ''}
							error={problem(`${path}.texts.${language}.name`)}
							onChange={(event) => {
								const { value } = event.currentTarget;
								change((one) => {
									one.texts[language] = { ...(one.texts[language] ?? { name: '', about: '' }), name: value };
								});
							}}
						/>
						<AreaField
							label={t('categoryAbout', { language: name })}
							lang={language}
							minRows={2}
							maxLength={400}
							value={category.texts[language]?.about ?? ''}
							error={problem(`${path}.texts.${language}.about`)}
							onChange={(event) => {
								const { value } = event.currentTarget;
								change((one) => {
									one.texts[language] = { ...(one.texts[language] ?? { name: '', about: '' }), about: value };
								});
							}}
						/>
					</div>
				);
			})}
			{category.necessary ? null : (
				<>
					<TextField
						label={t('categoryKey')}
						mono
						hint={t('categoryKeyHint', { key: category.key })}
						maxLength={31}
						value={category.key}
						error={problem(`${path}.key`)}
						onChange={(event) => rename(event.currentTarget.value)}
					/>
					<SelectField
						label={t('kind')}
						hint={t('kindHint')}
						data={[
							{ value: BY_KEY, label: t('kindByKey', { kind: kinds[kindOf({ key: category.key })] }) },
							...CategoryKind.options.map((value) => ({ value, label: kinds[value] })),
						]}
						value={category.kind ?? BY_KEY}
						allowDeselect={false}
						error={problem(`${path}.kind`)}
						onChange={(value) =>
							change((one) => {
								const kind = CategoryKind.safeParse(value);
								if (kind.success) one.kind = kind.data;
								else delete one.kind;
							})
						}
					/>
				</>
			)}
			<fieldset className={styles.set}>
				<legend>{t('cookieList')}</legend>
				<p className={styles.quiet}>{t('cookieHint')}</p>
				{category.cookies.map((cookie, i) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a cookie has no identity but its place
					<div key={i} className={styles.cookie}>
						{(['name', 'provider', 'keeps'] as const).map((part) => (
							<TextField
								key={part}
								label={part === 'name' ? t('cookieName') : part === 'provider' ? t('cookieProvider') : t('cookieKeeps')}
								mono={part === 'name'}
								maxLength={part === 'keeps' ? 60 : 120}
								value={cookie[part]}
								error={problem(`${path}.cookies.${i}.${part}`)}
								onChange={(event) => {
									const { value } = event.currentTarget;
									change((one) => {
										const line = one.cookies[i];
										if (line) line[part] = value;
									});
								}}
							/>
						))}
						<Tooltip label={t('removeCookie', { name: cookie.name })}>
							<ActionIcon
								variant="subtle"
								color="gray"
								size={32}
								aria-label={t('removeCookie', { name: cookie.name })}
								onClick={() =>
									change((one) => {
										one.cookies.splice(i, 1);
									})
								}
							>
								<IconTrash size={16} stroke={1.75} />
							</ActionIcon>
						</Tooltip>
					</div>
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
			{category.necessary ? null : (
				<div>
					<Button variant="default" data-strong leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />} onClick={remove}>
						{t('removeCategory')}
					</Button>
				</div>
			)}
		</div>
	);
}
