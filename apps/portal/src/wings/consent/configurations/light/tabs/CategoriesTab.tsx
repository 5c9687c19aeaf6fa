/** The categories in their order, and the form of one of them. */

import { purposeOf } from '@luvalla/banner/gate';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronRight, IconLock } from '@tabler/icons-react';
import { useLanguage } from '#portal/lib/say.ts';
import { FieldError } from '#portal/ui/form/fields.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { AddButton } from '../../editing/AddButton.tsx';
import styles from '../../editor.module.css';
import { nameIn } from '../../place.ts';
import { useConfigurationTexts } from '../../texts.ts';
import type { LightDraft, LightTabProps } from '../kind.ts';
import { CategoryForm } from './CategoryForm.tsx';

interface CategoriesTabProps extends LightTabProps {
	/** Place of the open category, as the URL has it. */
	selected: string | undefined;
	onSelect: (selected: string | undefined) => void;
	/** Paths of the fields in error. */
	wrong: readonly string[];
	/** Whose texts stand in the form. */
	language: BannerLanguage;
	onLanguage: (language: BannerLanguage) => void;
}

export function CategoriesTab(props: CategoriesTabProps) {
	const { draft, edit, problem, selected, onSelect, wrong } = props;
	const t = useConfigurationTexts();
	const language = useLanguage();
	const { categories, unchecked } = draft.config;
	const at = selected === undefined ? -1 : Number(selected);
	if (categories[at]) return <CategoryForm {...props} at={at} onBack={() => onSelect(undefined)} />;

	const add = () => {
		onSelect(String(categories.length));
		edit((next) => {
			next.config.categories.push({
				key: freeKey(next),
				necessary: false,
				texts: Object.fromEntries(next.config.languages.map((one) => [one, { name: '', about: '' }])),
				cookies: [],
			});
		});
	};
	const move = (from: number, by: -1 | 1) =>
		edit((next) => {
			const [moved] = next.config.categories.splice(from, 1);
			if (moved) next.config.categories.splice(from + by, 0, moved);
		});
	const whole = problem('categories');

	return (
		<div className="stack-16">
			<ul className={styles.categories} aria-label={t('categories')}>
				{categories.map((category, i) => {
					const name = nameIn(category.texts, [language, ...draft.config.languages]) || t('newCategory');
					const marks = Object.values(unchecked).flatMap((paths) => paths.filter((path) => path.startsWith(`categories.${category.key}.`)));
					const cookies = t('cookies', { count: category.cookies.length });
					const about = category.necessary
						? t('alwaysOn')
						: t('purposeIs', { purpose: purposeOf(draft.config, draft.mapper, category.key) || '—' });
					return (
						<li key={category.key} className={styles.category}>
							<span className={styles.moves}>
								<MoveButton
									label={t('up', { name })}
									icon={<IconArrowUp size={14} stroke={2} aria-hidden="true" />}
									disabled={i === 0}
									onClick={() => move(i, -1)}
								/>
								<MoveButton
									label={t('down', { name })}
									icon={<IconArrowDown size={14} stroke={2} aria-hidden="true" />}
									disabled={i === categories.length - 1}
									onClick={() => move(i, 1)}
								/>
							</span>
							<button type="button" className={styles.open} onClick={() => onSelect(String(i))}>
								<span className="narrow spring breaks stack">
									<strong>{name}</strong>
									<span className={styles.quiet}>
										{cookies} · {about}
										{marks.length > 0 ? ` · ${t('toCheck', { count: marks.length })}` : ''}
									</span>
									{wrong.some((path) => path.startsWith(`categories.${i}.`)) ? <FieldError>{t('categoryRefused')}</FieldError> : null}
								</span>
								{category.necessary ? (
									<IconLock size={16} stroke={1.75} aria-hidden="true" />
								) : (
									<IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
								)}
							</button>
						</li>
					);
				})}
			</ul>
			{whole ? <FieldError>{whole}</FieldError> : null}
			<AddButton label={t('addCategory')} full={categories.length >= 12} onAdd={add} />
		</div>
	);
}

function MoveButton({ label, icon, disabled, onClick }: { label: string; icon: React.ReactNode; disabled: boolean; onClick: () => void }) {
	return (
		<Tip label={label}>
			<ActionIcon variant="transparent" color="gray" size={24} aria-label={label} disabled={disabled} onClick={onClick}>
				{icon}
			</ActionIcon>
		</Tip>
	);
}

/** `category-2`, the first that no other has. */
function freeKey({ config }: Pick<LightDraft, 'config'>): string {
	const taken = new Set(config.categories.map((category) => category.key));
	let number = taken.size + 1;
	while (taken.has(`category-${number}`)) number += 1;
	return `category-${number}`;
}
