/**
 * A rule as a sentence: a line a condition, chosen words tinted, a group by a rule at its left. Knows no business words: the
 * fields are described by the screen. The rule may be unfinished while it is edited; `useRuleErrors` says where.
 */
import '#portal/theme/menu-styles.ts';
import {
	GROUPS,
	type GroupKind,
	groupOf,
	isLeaf,
	kindOf,
	partsOf,
	problemsOf,
	RULE_DEPTH,
	RULE_LEAVES,
	type Rule,
	type RuleGroup,
	type RuleLeaf,
	type RulePath,
} from '@luvalla/contract/rules';
import { ActionIcon, Menu } from '@mantine/core';
import { IconBoxMultiple, IconDots, IconPlus, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { FieldError } from '../form/fields.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './RuleEditor.module.css';
import { RuleLine } from './RuleLine.tsx';
import { Seen, type SeenValues } from './RuleSeen.tsx';
import type { RuleField } from './RuleWords.tsx';
import { added, blank, changed, dissolved, inner, leavesOf, removed } from './rule-tree.ts';

interface RuleEditorProps {
	/** What the rule is about, before its first word: *People of whom*. */
	label: string;
	fields: readonly RuleField[];
	value: RuleGroup;
	onChange: (rule: RuleGroup) => void;
	/** What stands at the end of a line or of a group's first line: how many it finds. */
	lineNote?: (rule: Rule, path: RulePath) => ReactNode;
	/** Sentences by place (`useRuleErrors`), once they shall be seen. */
	errors?: ReadonlyMap<string, string>;
	/** Reads what has been seen in a field, which is offered while a text is typed. */
	seen?: SeenValues;
}

/** How `errors` names a place: `0.2`; the outermost group is ''. */
export const placeOf = (path: RulePath): string => path.join('.');

/** What is wrong, by place; empty: the rule can be asked. */
export function useRuleErrors(rule: RuleGroup, fields: readonly RuleField[]): ReadonlyMap<string, string> {
	const t = useKitTexts();
	const problems = useMemo(() => problemsOf(rule, fields), [rule, fields]);
	return new Map(problems.map(({ path, problem }) => [placeOf(path), t(`rule_${problem}`)]));
}

export function RuleEditor({ label, fields, value, onChange, lineNote, errors, seen }: RuleEditorProps) {
	const frame = useRef<HTMLDivElement>(null);
	// where the focus goes once the change is drawn
	const next = useRef<string | null>(null);
	useEffect(() => {
		if (next.current === null) return;
		frame.current?.querySelector<HTMLElement>(next.current)?.focus();
		next.current = null;
	});
	const change = (rule: RuleGroup, focus?: RulePath | 'add', group?: RulePath) => {
		if (focus === 'add') next.current = `[data-add="${placeOf(group ?? [])}"]`;
		else if (focus) next.current = `[data-line="${placeOf(focus)}"] :is(input, select)`;
		onChange(rule);
	};
	/** After a removal: the line that took the place, else the one before, else the button that adds one. */
	const after = (rule: RuleGroup, path: RulePath) => {
		const group = path.slice(0, -1);
		const at = path.at(-1) ?? 0;
		const parts = partsAt(rule, group);
		if (parts.length === 0) change(rule, 'add', group);
		else change(rule, [...group, Math.min(at, parts.length - 1)]);
	};
	const tree: Tree = { root: value, fields, lineNote, errors, change, after, full: leavesOf(value) >= RULE_LEAVES };
	return (
		<div ref={frame} className={styles.editor}>
			<Seen value={seen ?? null}>
				<Group tree={tree} group={value} path={[]} lead={label} />
			</Seen>
		</div>
	);
}

interface Tree extends Pick<RuleEditorProps, 'fields' | 'lineNote' | 'errors'> {
	root: RuleGroup;
	change: (rule: RuleGroup, focus?: RulePath | 'add', group?: RulePath) => void;
	after: (rule: RuleGroup, path: RulePath) => void;
	full: boolean;
}

function partsAt(rule: Rule, path: RulePath): readonly Rule[] {
	if (isLeaf(rule)) return [];
	const [first, ...rest] = path;
	const part = first === undefined ? undefined : partsOf(rule)[first];
	if (first === undefined) return partsOf(rule);
	return part === undefined ? [] : partsAt(part, rest);
}

/** 1.2.3, as people count. */
const lineOf = (path: RulePath): string => path.map((n) => n + 1).join('.');

function Group({ tree, group, path, lead }: { tree: Tree; group: RuleGroup; path: RulePath; lead?: string }) {
	const t = useKitTexts();
	const { root, change, full } = tree;
	const kind = kindOf(group);
	const parts = partsOf(group);
	const error = tree.errors?.get(placeOf(path));
	const add = (part: Rule, ...within: number[]) => change(added(root, path, part), [...path, parts.length, ...within]);
	return (
		<fieldset className={styles.group}>
			<legend className="visually-hidden">
				{lead ? `${lead}: ` : ''}
				{t(`rule_${kind}`)}
			</legend>
			<div className={styles.line} data-line={path.length > 0 ? placeOf(path) : undefined}>
				<div className={styles.words}>
					{lead ? <span className="title">{lead}</span> : null}
					<select
						className={styles.word}
						aria-label={path.length > 0 ? `${lineOf(path)}: ${t('ruleGroup')}` : t('ruleGroup')}
						value={kind}
						onChange={(event) => {
							const to = GROUPS.find((one) => one === event.currentTarget.value) ?? kind;
							change(changed(root, path, () => groupOf(to, parts)));
						}}
					>
						{GROUPS.map((one) => (
							<option key={one} value={one}>
								{t(`rule_${one}`)}
							</option>
						))}
					</select>
				</div>
				<div className={styles.note}>{tree.lineNote?.(group, path)}</div>
				{path.length > 0 ? (
					<LineMenu
						line={lineOf(path)}
						acts={[
							{ label: t('ruleDissolve'), icon: IconBoxMultiple, act: () => tree.after(dissolved(root, path), path) },
							{ label: t('ruleRemoveGroup'), icon: IconTrash, act: () => tree.after(removed(root, path), path), danger: true },
						]}
					/>
				) : null}
			</div>
			{error ? (
				<p className={styles.error}>
					<FieldError>{error}</FieldError>
				</p>
			) : null}
			{parts.length > 0 ? (
				<ol className="plain-list">
					{parts.map((part, n) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place, and keeps no state of its own
						<li key={n} className={styles.part}>
							{n > 0 ? <span className={styles.next}>{t(`rule_next_${kind}`)}</span> : null}
							{isLeaf(part) ? (
								<Leaf tree={tree} leaf={part} path={[...path, n]} kind={kind} />
							) : (
								<Group tree={tree} group={part} path={[...path, n]} />
							)}
						</li>
					))}
				</ol>
			) : null}
			<div className={styles.adds}>
				<button type="button" className={styles.add} data-add={placeOf(path)} disabled={full} onClick={() => add(blank)}>
					<IconPlus size={16} stroke={1.75} aria-hidden="true" />
					{t('ruleAdd')}
				</button>
				{path.length + 1 < RULE_DEPTH ? (
					<button type="button" className={styles.add} disabled={full} onClick={() => add(groupOf(inner(kind), [blank]), 0)}>
						<IconBoxMultiple size={16} stroke={1.75} aria-hidden="true" />
						{t('ruleAddGroup')}
					</button>
				) : null}
				{full && path.length === 0 ? <span className="aside">{t('ruleFull', { count: RULE_LEAVES })}</span> : null}
			</div>
		</fieldset>
	);
}

function Leaf({ tree, leaf, path, kind }: { tree: Tree; leaf: RuleLeaf; path: RulePath; kind: GroupKind }) {
	const t = useKitTexts();
	const { root, change, after } = tree;
	const errorId = useId();
	const line = lineOf(path);
	const error = tree.errors?.get(placeOf(path));
	return (
		<div data-line={placeOf(path)}>
			<div className={styles.line}>
				<RuleLine
					line={line}
					leaf={leaf}
					fields={tree.fields}
					errorId={error === undefined ? undefined : errorId}
					onChange={(next) => change(changed(root, path, () => next))}
				/>
				<div className={styles.note}>{tree.lineNote?.(leaf, path)}</div>
				<LineMenu
					line={line}
					acts={[
						...(path.length < RULE_DEPTH
							? [
									{
										label: t('ruleWrap'),
										icon: IconBoxMultiple,
										act: () =>
											change(
												changed(root, path, () => groupOf(inner(kind), [leaf])),
												[...path, 0],
											),
									},
								]
							: []),
						{ label: t('ruleRemove'), icon: IconTrash, act: () => after(removed(root, path), path), danger: true },
					]}
				/>
			</div>
			{error ? (
				<p className={styles.error} id={errorId}>
					<FieldError>{error}</FieldError>
				</p>
			) : null}
		</div>
	);
}

interface Act {
	label: string;
	icon: TablerIcon;
	act: () => void;
	danger?: boolean;
}

function LineMenu({ line, acts }: { line: string; acts: readonly Act[] }) {
	const t = useKitTexts();
	return (
		// what an act does puts the focus where it belongs
		<Menu position="bottom-end" returnFocus={false}>
			<Menu.Target>
				<ActionIcon variant="subtle" color="gray" aria-label={t('ruleActions', { line })}>
					<IconDots size={16} stroke={1.75} aria-hidden="true" />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				{acts.map(({ label, icon: Icon, act, danger }) => (
					<Menu.Item
						key={label}
						color={danger ? 'red' : undefined}
						leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
						onClick={act}
					>
						{label}
					</Menu.Item>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}
