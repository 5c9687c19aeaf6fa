import { MOST_CHANGES } from '@luvalla/contract/engagement/campaigns';
import { ActionIcon } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { Fold } from '#portal/ui/Fold.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import { useRows } from '#portal/ui/form/use-rows.ts';
import { Tip } from '#portal/ui/Tip.tsx';
import styles from './campaigns.module.css';
import { CHANGES, type Draft } from './draft.ts';
import { useCampaignTexts } from './texts.ts';
import type { Choices } from './use-choices.ts';

interface ChangesPartProps {
	form: Form<Draft>;
	choices: Choices;
	domain: string;
}

/** Segments that people are put into or taken out of: after the run, on opening, on clicking. */
export function ChangesPart({ form, choices, domain }: ChangesPartProps) {
	const t = useCampaignTexts();
	const many = CHANGES.reduce((sum, one) => sum + form.values[one].length, 0);
	const wrong = Object.keys(form.errors).some((path) => CHANGES.some((one) => path.startsWith(`${one}.`)));
	return (
		<Fold
			open={wrong || undefined}
			summary={
				<>
					{t('changes')} <span className="aside light">{many === 0 ? t('changesNone') : t('changesCount', { count: many })}</span>
				</>
			}
		>
			<div className={styles.folded}>
				<p className="aside light">{t('changesHint')}</p>
				{CHANGES.map((list) => (
					<ChangeList key={list} list={list} form={form} choices={choices} domain={domain} />
				))}
			</div>
		</Fold>
	);
}

/** What is changed at one of these moments. */
function ChangeList({ list, form, choices, domain }: ChangesPartProps & { list: (typeof CHANGES)[number] }) {
	const t = useCampaignTexts();
	const rows = useRows<HTMLFieldSetElement>();
	return (
		<fieldset ref={rows.list} className={styles.set}>
			<legend>{t(list)}</legend>
			{form.values[list].map((change, n) => {
				const own = choices.segments.map((one) => ({ value: one.id, label: one.name }));
				const gone = change.segmentId !== '' && !own.some(({ value }) => value === change.segmentId);
				const put = (part: Partial<typeof change>) => form.setFieldValue(`${list}.${n}`, { ...change, ...part });
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: a change has no other name than its place
					<div key={n} data-row className={styles.change}>
						<SelectField
							label={t('act')}
							data={[
								{ value: 'add', label: t('putInto') },
								{ value: 'remove', label: t('takeOut') },
							]}
							allowDeselect={false}
							value={change.isRemove ? 'remove' : 'add'}
							onChange={(act) => put({ isRemove: act === 'remove' })}
						/>
						<SelectField
							label={t('segment')}
							placeholder={t('chooseSegment')}
							hint={own.length === 0 ? t('noSegment') : undefined}
							searchable
							allowDeselect={false}
							data={gone ? [...own, { value: change.segmentId, label: change.segmentName || t('segmentElsewhere') }] : own}
							value={change.segmentId === '' ? null : change.segmentId}
							error={form.errors[`${list}.${n}.segmentId`]}
							onChange={(id) => id && put({ segmentId: id, segmentName: own.find(({ value }) => value === id)?.label ?? '', domain })}
						/>
						<Tip label={t('dropChange')}>
							<ActionIcon
								variant="subtle"
								color="gray"
								size={36}
								aria-label={`${t(list)}: ${t('dropChange')} ${n + 1}`}
								onClick={() => {
									form.removeListItem(list, n);
									rows.removed(n);
								}}
							>
								<IconX size={16} stroke={1.75} />
							</ActionIcon>
						</Tip>
					</div>
				);
			})}
			{form.values[list].length < MOST_CHANGES ? (
				<ActButton
					variant="default"
					size="xs"
					className={styles.left}
					sign={IconPlus}
					aria-label={`${t(list)}: ${t('addChange')}`}
					data-adds
					onClick={() => {
						form.insertListItem(list, { segmentId: '', segmentName: '', isRemove: false, domain });
						rows.added();
					}}
				>
					{t('addChange')}
				</ActButton>
			) : null}
		</fieldset>
	);
}
