/** The rule of a segment: each line with how many people it finds, alone and with the lines before it. */
import { fieldValues } from '@luvalla/contract/profiles/segments';
import type { RuleGroup, RulePath } from '@luvalla/contract/rules';
import { IconRefresh } from '@tabler/icons-react';
import { useCallback } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { ask, type Scope } from '#portal/lib/client.ts';
import { placeOf, RuleEditor, useRuleErrors } from '#portal/ui/rule/RuleEditor.tsx';
import type { SeenValues } from '#portal/ui/rule/RuleSeen.tsx';
import type { RuleField } from '#portal/ui/rule/RuleWords.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import styles from './segments.module.css';
import { useSegmentTexts } from './texts.ts';
import type { usePreview } from './use-preview.ts';

interface RulePartProps {
	rule: RuleGroup;
	fields: readonly RuleField[];
	preview: ReturnType<typeof usePreview>;
	/** Whether what is not finished is said: once somebody tried to save. */
	seen: boolean;
	/** What the server said of fields: `rule.0.1`. */
	refused: Readonly<Record<string, string>>;
	scope: Scope;
	onChange: (rule: RuleGroup) => void;
}

export function RulePart({ rule, fields, preview, seen, refused, scope, onChange }: RulePartProps) {
	const t = useSegmentTexts();
	const own = useRuleErrors(rule, fields);
	const theirs = Object.entries(refused).flatMap(([name, sentence]): [string, string][] =>
		name === 'rule' || name.startsWith('rule.') ? [[name.slice('rule.'.length), sentence]] : [],
	);
	const values = useSeenValues(scope);
	const lineNote = (_: unknown, path: RulePath) => {
		if (path.length === 0)
			return (
				<span className={styles.counts} aria-hidden="true">
					<b>{t('lineAlone')}</b>
					<b>{t('soFar')}</b>
				</span>
			);
		const line = preview.data?.lines.get(placeOf(path));
		if (!line) return <span className={styles.counts} />;
		return (
			<span className={styles.counts} data-stale={preview.stale || undefined}>
				<span>
					<NumberText value={line.alone} />
					<span className={styles.countWord}> {t('aloneIs')}</span>
				</span>
				<b>
					<NumberText value={line.soFar} />
					<span className={styles.countWord}> {t('soFarIs')}</span>
				</b>
			</span>
		);
	};
	return (
		<section aria-label={t('rule')} className={styles.rule}>
			<RuleEditor
				label={t('ruleLabel')}
				fields={fields}
				value={rule}
				onChange={onChange}
				lineNote={lineNote}
				errors={new Map([...(seen ? own : []), ...theirs])}
				seen={values}
			/>
			<p className={styles.follows}>
				<IconRefresh size={15} stroke={1.75} aria-hidden="true" />
				{t('follows')}
			</p>
		</section>
	);
}

/** What has been seen in a field, with how often. */
function useSeenValues({ customerId, domainId }: Scope): SeenValues {
	const t = useSegmentTexts();
	return useCallback(
		({ field, property, q }) => {
			const input = { query: { field, property, q } };
			const scope = { customerId, domainId };
			return {
				queryKey: ['seen', ...asQuery(fieldValues, input, scope).queryKey],
				queryFn: async () =>
					(await ask(fieldValues, input, scope)).data.map(({ value, count }) => ({
						value,
						note: t(property === undefined ? 'seenPeople' : 'seenEvents', { count }),
					})),
			};
		},
		[t, customerId, domainId],
	);
}
