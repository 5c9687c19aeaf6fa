/** A segment as a page: what it is, the rule as a sentence that counts while it is written, and how many are in it. */

import { REDIRECT_DELAY_MS } from '@luvalla/contract/constants';
import { addSegment, changeSegment, type OfferedField, type Segment, segmentCount, segments } from '@luvalla/contract/profiles/segments';
import { isLeaf, type Rule, type RuleGroup } from '@luvalla/contract/rules';
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { browser } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useUnsaved } from '#portal/lib/unsaved.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Meanwhile } from '#portal/ui/form/Meanwhile.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { ruleFieldsOf } from '#portal/ui/reasons/rule-fields.ts';
import { useReasonTexts } from '#portal/ui/reasons/texts.ts';
import { blank } from '#portal/ui/rule/rule-tree.ts';
import { type Draft, draftOf, payloadOf, problemsOf } from './draft.ts';
import { Facts } from './Facts.tsx';
import { finishedOf } from './finished.ts';
import { InItNow } from './InItNow.tsx';
import { MayBeReached } from './MayBeReached.tsx';
import { Members } from './Members.tsx';
import { RulePart } from './RulePart.tsx';
import styles from './segments.module.css';
import { useSegmentTexts } from './texts.ts';
import { usePreview } from './use-preview.ts';
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

/** A rule as the editor holds it: a group at the outside. */
const groupIn = (rule: Rule | null): RuleGroup => (rule === null ? { all: [blank] } : isLeaf(rule) ? { all: [rule] } : rule);

/** Its fields beside the rule, and the texts that name them. */
const FIELDS = [
	['name', 'name'],
	['who', 'who'],
	['weight', 'weight'],
	['cost', 'cost'],
	['domainId', 'domain'],
	['isPublic', 'public'],
	['fill', 'howFilled'],
] as const;

export function SegmentEditor({ segment, offered, customerId, domains, customer, picker }: SegmentEditorProps) {
	const t = useSegmentTexts();
	const reasons = useReasonTexts();
	const language = useLanguage();
	const person = usePerson();
	const navigate = useNavigate();
	/** As it stands now. */
	const begin = () => ({
		first: draftOf(segment, person.currentDomain?.id ?? (domains.length === 1 ? (domains[0]?.id ?? null) : null)),
		start: groupIn(segment?.rule ?? null),
		changedAt: segment?.changedAt,
	});
	// what is compared with stays, whatever the list says while one writes
	const [read, setRead] = useState(begin);
	const { first, start, changedAt } = read;
	const [draft, setDraft] = useState<Draft>(first);
	/** Somebody else changed it, and the person was told: what is saved then takes its place. */
	const [told, setTold] = useState(false);
	const [rule, setRule] = useState(start);
	const [submitted, setSubmitted] = useState(false);
	const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
	const [saved, setSaved] = useState(false);
	const place = useRef<HTMLFormElement>(null);
	const there = useRef(true);
	useEffect(() => {
		there.current = true;
		return () => {
			there.current = false;
		};
	}, []);

	const answers = person.isAdmin || person.isPartner || person.customerAdmin;
	const ofDomain = !answers || (segment !== null && segment.domainId !== null);
	const mayChange = segment === null || segment.can.change;
	const scope = { customerId, domainId: null };
	// biome-ignore lint/correctness/useExhaustiveDependencies: the texts are others when the language is
	const fields = useMemo(() => ruleFieldsOf(offered, reasons, segment?.id ?? null), [offered, language, segment?.id]);
	const ruled = draft.fill === 'rule';
	const finished = useMemo(() => (ruled ? finishedOf(rule, fields) : { rule: null, places: new Map(), left: 0 }), [rule, fields, ruled]);
	const preview = usePreview(finished, segment?.id ?? null, scope);

	const sameRule = JSON.stringify(rule) === JSON.stringify(start);
	const dirty = !saved && (JSON.stringify(draft) !== JSON.stringify(first) || !sameRule);
	const unsaved = useUnsaved(dirty, { page: true });
	const theirs = told ? begin() : read;
	/** Names of what somebody else changed. */
	const changed = [
		...FIELDS.flatMap(([key, name]) => (theirs.first[key] === first[key] ? [] : [t(name)])),
		...(JSON.stringify(theirs.start) === JSON.stringify(start) ? [] : [t('rule')]),
	];
	const showTheirs = () => {
		setRead(theirs);
		setDraft(theirs.first);
		setRule(theirs.start);
		setTold(false);
		setSubmitted(false);
		setRefused({});
	};
	// Nothing is written that could be lost.
	const behind = told && !dirty && theirs.changedAt !== changedAt;
	const follow = useEffectEvent(showTheirs);
	useEffect(() => {
		if (behind) follow();
	}, [behind]);
	const settings = { reload: [segments, segmentCount], scope };
	const add = useCall(addSegment, settings);
	const change = useCall(changeSegment, settings);
	const saving = add.isPending || change.isPending;

	const wrong = { ...(submitted ? problemsOf(draft, t, ofDomain) : {}), ...refused };
	const linesWrong = ruled && submitted ? finished.left : 0;
	const write = (next: Partial<Draft>) => {
		setDraft((old) => ({ ...old, ...next }));
		setRefused({});
	};
	/** The focus goes to what is wrong first. */
	const show = () => setTimeout(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"])')?.focus());
	const save = async () => {
		if (saving || saved || !mayChange) return;
		setSubmitted(true);
		setRefused({});
		if (Object.keys(problemsOf(draft, t, ofDomain)).length > 0 || (ruled && (finished.left > 0 || finished.rule === null))) {
			show();
			return;
		}
		const body = payloadOf(draft, ruled ? rule : null, ofDomain);
		let made: string;
		try {
			const kept = segment
				? change.mutateAsync({ query: {}, body: { ...body, id: segment.id, changedAt: told ? undefined : changedAt } })
				: add.mutateAsync({ query: {}, body });
			made = (await kept).data.id;
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			if (error instanceof CallFailure && error.code === 'changed_meanwhile') setTold(true);
			// any other failure was told already
			if (error instanceof CallFailure && error.hasFields) {
				setRefused(error.fields);
				show();
			}
			return;
		}
		setTold(false);
		setSaved(true);
		await browser.wait(REDIRECT_DELAY_MS);
		// whoever went on by themselves stays there
		if (there.current) void navigate({ to: '/segments', search: { ...customer, made } });
	};
	useHotkeys([['mod+S', () => void save()]], []);

	const title = draft.name.trim() === '' ? t('newTitle') : draft.name;
	return (
		<form
			ref={place}
			className={styles.editor}
			noValidate
			onSubmit={(event: FormEvent) => {
				event.preventDefault();
				void save();
			}}
		>
			<div className={styles.main}>
				<PageHeader
					title={title}
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
				<div className={styles.meanwhile}>
					<Meanwhile fields={changed} onShow={showTheirs} />
				</div>
				<Facts draft={draft} segment={segment} domains={domains} ofDomain={!answers} wrong={wrong} onWrite={write} />
				{ruled ? (
					<RulePart
						key={changedAt}
						rule={rule}
						fields={fields}
						preview={preview}
						seen={submitted}
						refused={refused}
						scope={scope}
						onChange={(next) => {
							setRule(next);
							setRefused({});
						}}
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
