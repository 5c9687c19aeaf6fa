/** What a content is: its name, and of a new one its kind, its domain, and a template that it begins with. */
import type { Content } from '@luvalla/contract/engagement/contents';
import type { Scope } from '#portal/lib/client.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { DraftDomain, type DraftPlace } from '#portal/ui/form/DraftScreen.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { BringTemplate } from './BringTemplate.tsx';
import { modesOf } from './draft.ts';
import styles from './editor.module.css';
import { kindOf, kindOptions } from './kinds.ts';
import { useContentTexts } from './texts.ts';
import type { Editing } from './use-editing.ts';
import type { Writing } from './use-writing.ts';

interface FactsProps extends Pick<DraftPlace, 'domain' | 'pick'> {
	stored: Content | null;
	editing: Editing;
	writing: Writing;
	scope: Scope;
}

export function Facts({ stored, editing, writing, domain, pick, scope }: FactsProps) {
	const t = useContentTexts();
	const language = useLanguage();
	const { title, draft, edit, row, wrong } = editing;
	const { channel, types } = kindOf(draft.contentType);
	return (
		<>
			<div className={styles.facts} data-two={stored === null ? '' : undefined}>
				<TextField
					ref={title}
					label={t('name')}
					maxLength={120}
					value={draft.title}
					error={wrong?.sentence}
					onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
				/>
				{row === null ? (
					<SelectField
						label={t('type')}
						data={kindOptions(t, language)}
						value={draft.contentType}
						allowDeselect={false}
						onChange={(chosen) => {
							if (chosen === null) return;
							const [first = 'rich'] = modesOf(kindOf(chosen).types);
							edit({ contentType: chosen, mode: first });
						}}
					/>
				) : null}
				{pick && row === null ? <DraftDomain label={t('domain')} domain={domain} pick={pick} /> : null}
			</div>
			{row === null && (channel === 'email' || channel === null) && types.includes('rawhtml') ? (
				<BringTemplate
					scope={scope}
					onBrought={(rawhtml, name) => {
						edit({ mode: 'html', ...(draft.title.trim() === '' && { title: name.slice(0, 120) }) });
						writing.replace(writing.current, { rawhtml });
					}}
				/>
			) : null}
		</>
	);
}
