/** A segment as a page: what it is, the rule as a sentence that counts while it is written, and how many are in it. */

import type { OfferedField, Segment } from '@luvalla/contract/profiles/segments';
import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useMemo } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Meanwhile } from '#portal/ui/form/Meanwhile.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { ruleFieldsOf } from '#portal/ui/reasons/rule-fields.ts';
import { useReasonTexts } from '#portal/ui/reasons/texts.ts';
import { Facts } from './Facts.tsx';
import { finishedOf } from './finished.ts';
import { InItNow } from './InItNow.tsx';
import { MayBeReached } from './MayBeReached.tsx';
import { Members } from './Members.tsx';
import { RulePart } from './RulePart.tsx';
import styles from './segments.module.css';
import { useSegmentTexts } from './texts.ts';
import { useEdits } from './use-edits.ts';
import { usePreview } from './use-preview.ts';
import { useSaving } from './use-saving.ts';
import { WhyNot } from './WhyNot.tsx';

interface SegmentEditorProps {
	/** Null: a new one. */
	segment: Segment | null;
	offered: readonly OfferedField[];
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	/** The customer in links, for ADMIN. */
	customer: Record<string, string>;
	picker: ReactNode;
}

export function SegmentEditor({ segment, offered, customerId, domains, customer, picker }: SegmentEditorProps) {
	const t = useSegmentTexts();
	const reasons = useReasonTexts();
	const language = useLanguage();
	const { isAdmin, isPartner, customerAdmin } = usePerson();
	const answers = isAdmin || isPartner || customerAdmin;
	const ofDomain = !answers || (segment !== null && segment.domainId !== null);
	const scope = { customerId, domainId: null };
	const edits = useEdits(segment, domains);
	const { draft, rule, sameRule, submitted } = edits;
	// biome-ignore lint/correctness/useExhaustiveDependencies: the texts are others when the language is
	const fields = useMemo(() => ruleFieldsOf(offered, reasons, segment?.id ?? null), [offered, language, segment?.id]);
	const ruled = draft.fill === 'rule';
	const finished = useMemo(() => (ruled ? finishedOf(rule, fields) : { rule: null, places: new Map(), left: 0 }), [rule, fields, ruled]);
	const preview = usePreview(finished, segment?.id ?? null, scope);
	const { form, save, wrong, unsaved, ...state } = useSaving(edits, finished, { segment, ofDomain, scope, customer });
	return (
		<form
			ref={form}
			className={styles.editor}
			noValidate
			onSubmit={(event: FormEvent) => {
				event.preventDefault();
				void save();
			}}
		>
			<div className={styles.main}>
				<Head name={draft.name} segment={segment} customer={customer} picker={picker} />
				<div className={styles.meanwhile}>
					<Meanwhile fields={edits.changed} onShow={edits.showTheirs} />
				</div>
				<Facts draft={draft} segment={segment} domains={domains} ofDomain={!answers} wrong={wrong} onWrite={edits.write} />
				{ruled ? (
					<RulePart
						key={edits.changedAt}
						rule={rule}
						fields={fields}
						preview={preview}
						seen={submitted}
						refused={edits.refused}
						scope={scope}
						onChange={edits.writeRule}
					/>
				) : null}
				{segment ? <Members segment={segment} scope={scope} /> : ruled ? null : <p className="aside">{t('membersAfter')}</p>}
			</div>
			<aside className={styles.pane} aria-label={t('inItNow')}>
				<div className={styles.paneBody}>
					<InItNow segment={segment} ruled={ruled} sameRule={sameRule} preview={preview} left={finished.left} />
					<MayBeReached preview={preview} />
					<WhyNot segment={segment} fields={fields} changed={!sameRule} scope={scope} />
				</div>
				<Foot {...state} linesWrong={ruled && submitted ? finished.left : 0} customer={customer} />
			</aside>
			<ConfirmDialog
				opened={unsaved.asking}
				title={t('discardTitle')}
				verb={t('discard')}
				danger
				onCancel={unsaved.stay}
				onConfirm={unsaved.proceed}
			>
				<p>{t('discardText')}</p>
			</ConfirmDialog>
		</form>
	);
}

/** Its name as it is written, and the way to an audience of it. */
function Head({ name, segment, customer, picker }: { name: string } & Pick<SegmentEditorProps, 'segment' | 'customer' | 'picker'>) {
	const t = useSegmentTexts();
	return (
		<PageHeader
			title={name.trim() === '' ? t('newTitle') : name}
			crumbs={[{ label: t('segments'), to: '/segments', search: customer }, { label: segment ? segment.name : t('newTitle') }]}
			actions={
				segment ? (
					<Button
						variant="default"
						leftSection={<IconUsersGroup size={16} stroke={1.75} aria-hidden="true" />}
						renderRoot={(props: object) => <Link {...props} to="/audiences/new" search={{ ...customer, segment: segment.id }} />}
					>
						{t('toAudience')}
					</Button>
				) : (
					picker
				)
			}
		/>
	);
}

interface FootProps extends Pick<ReturnType<typeof useSaving>, 'saving' | 'saved' | 'mayChange'> {
	/** Conditions that keep it from being saved. */
	linesWrong: number;
	customer: Record<string, string>;
}

function Foot({ saving, saved, mayChange, linesWrong, customer }: FootProps) {
	const t = useSegmentTexts();
	const navigate = useNavigate();
	return (
		<div className={styles.foot}>
			<p className={styles.footText} role="status">
				{!mayChange
					? t('foreign')
					: saved
						? t('saved')
						: linesWrong === 1
							? t('fixOne')
							: linesWrong > 1
								? t('fixMany', { number: linesWrong })
								: ''}
			</p>
			<Button variant="default" onClick={() => void navigate({ to: '/segments', search: customer })}>
				{t('cancel')}
			</Button>
			{mayChange ? (
				<Button type="submit" loading={saving} disabled={saved} aria-keyshortcuts="Control+S">
					{t('save')}
				</Button>
			) : null}
		</div>
	);
}
