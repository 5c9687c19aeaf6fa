/** Which of the domain's purposes a yes to each thing that is asked grants, and which segments it fills. */
import { segments as segmentsCall } from '@luvalla/contract/profiles/segments';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { TextField } from '#portal/ui/form/fields.tsx';
import { ManyField } from '#portal/ui/form/ManyField.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import type { TabPropsOf } from './draft.ts';
import type { Domains } from './LoadedEditor.tsx';

/** Whose segments are offered: those that may be used on the draft's domain. */
export interface Whose {
	customerId: number;
	domains: Domains;
}

interface PurposeLinesProps
	extends TabPropsOf<{ domain: string; mapper: { purposes: Record<string, string>; segments: Record<string, string[]> } }>,
		Whose {
	text: string;
	/** `empty`: the purpose's name when nothing is written. */
	lines: readonly { key: string; name: string; empty: string; warning?: string | undefined }[];
}

export function PurposeLines({ draft, edit, problem, text, lines, customerId, domains }: PurposeLinesProps) {
	const t = useConfigurationTexts();
	const domainId = domains.find((one) => one.domain === draft.domain)?.id ?? null;
	const offered = useQuery({ ...asQuery(segmentsCall, { query: {} }, { customerId, domainId }), enabled: domainId !== null });
	const all = offered.data?.data ?? [];
	/** What may be filled, and what stands there though it may not. */
	const choices = (chosen: readonly string[]) => [
		...all
			.filter((one) => (one.isActive && one.rule === null) || chosen.includes(one.id))
			.map(({ id, name }) => ({ value: id, label: name })),
		...chosen
			.filter((id) => offered.data !== undefined && !all.some((one) => one.id === id))
			.map((id) => ({ value: id, label: t('segmentUnknown') })),
	];
	return (
		<div className="stack-16">
			<p className={styles.quiet}>
				{text} {all.length === 0 && offered.isSuccess ? t('segmentsNone') : t('segmentsHint')}
			</p>
			{lines.map(({ key, name, empty, warning }) => {
				const chosen = draft.mapper.segments[key] ?? [];
				return (
					<div className="stack-12" key={key}>
						<TextField
							label={t('purposeOf', { name })}
							optional
							maxLength={120}
							value={draft.mapper.purposes[key] ?? ''}
							hint={t('purposeHint', { name: empty })}
							error={problem(`mapper.purposes.${key}`) ?? warning}
							onChange={({ currentTarget: { value } }) =>
								edit((next) => {
									next.mapper.purposes[key] = value;
								})
							}
						/>
						<ManyField
							label={t('segmentsOf', { name })}
							hint=""
							value={chosen}
							data={choices(chosen)}
							error={problem(`mapper.segments.${key}`)}
							onChange={(value) =>
								edit((next) => {
									next.mapper.segments[key] = value;
								})
							}
						/>
					</div>
				);
			})}
		</div>
	);
}
