/** The body as HTML or MJML. Its code is large and comes by itself. Tab leaves it, as it leaves any field. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { Decoration, EditorView, keymap, lineNumbers, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Hint } from '@luvalla/contract/engagement/contents';
import { IconBraces } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { FieldList } from './FieldList.tsx';
import { begunBefore, OUTPUT, outputOf, restAfter } from './liquid.ts';
import type { Fields } from './offer.ts';
import styles from './rich.module.css';
import { useContentTexts } from './texts.ts';
import { useOffer } from './use-offer.ts';

export interface CodeAreaProps {
	label: string;
	value: string;
	wrong: boolean;
	below: string | undefined;
	fields: Fields;
	/** Of this text in this language, in words. */
	problems: readonly { hint: Hint; sentence: string }[];
	onChange: (text: string) => void;
	onBlur: () => void;
}

const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const look = EditorView.theme({
	'&.cm-focused': { outline: 'none' },
	'.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.25rem', wordSpacing: '0' },
	'.cm-content': { padding: '10px 0', caretColor: 'var(--l-text)' },
	'.cm-gutters': { background: 'none', border: '0', color: 'var(--l-text-2)' },
	'.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--mantine-color-error) 1px' },
	'.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--l-amber) 1px' },
	'.cm-tooltip': { background: 'var(--l-raised)', color: 'var(--l-text)', border: '1px solid var(--l-line)', borderRadius: '6px' },
	'.cm-cursor': { borderLeftColor: 'var(--l-text)' },
	'&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': { background: 'var(--l-tint)' },
});

const colours = HighlightStyle.define([
	{ tag: [tags.tagName, tags.angleBracket, tags.keyword], class: styles.codeTag ?? '' },
	{ tag: [tags.attributeName, tags.propertyName], class: styles.codeName ?? '' },
	{ tag: [tags.attributeValue, tags.string, tags.number], class: styles.codeText ?? '' },
	{ tag: [tags.comment, tags.meta], class: 'quiet' },
]);

const marker = new MatchDecorator({ regexp: OUTPUT, decoration: () => Decoration.mark({ class: styles.chip ?? '' }) });
const fieldMarks = ViewPlugin.define(
	(view) => ({
		marks: marker.createDeco(view),
		update(update: ViewUpdate) {
			this.marks = marker.updateDeco(update, this.marks);
		},
	}),
	{ decorations: ({ marks }) => marks },
);

/** Where a problem stands in the text: its field or word; the whole line where it names no column. */
function placeOf({ doc }: EditorState, { line, column, detail }: Hint): { from: number; to: number } {
	const row = doc.line(Math.min(Math.max(1, line ?? 1), doc.lines));
	if (column === null) return { from: row.from, to: row.to };
	const from = Math.min(row.from + Math.max(0, column - 1), row.to);
	const named = detail === '' ? -1 : row.text.indexOf(detail, Math.max(0, column - 4));
	if (named >= 0) return { from: row.from + named, to: row.from + named + detail.length };
	return { from, to: Math.max(from, row.to) };
}

interface Begun {
	from: number;
	to: number;
	query: string;
	at: { left: number; top: number };
}

/** The field that is being written at the caret, if one is; its place is read once the text is drawn. */
function lookForField(update: ViewUpdate, place: HTMLElement | null, found: (begun: Begun | null) => void): void {
	const { head, empty } = update.state.selection.main;
	const line = update.state.doc.lineAt(head);
	const word = empty ? begunBefore(line.text.slice(0, head - line.from)) : null;
	if (word === null) {
		found(null);
		return;
	}
	const from = line.from + word.from;
	update.view.requestMeasure({
		read: (drawn) => ({ caret: drawn.coordsAtPos(from), box: place?.getBoundingClientRect() }),
		write: ({ caret, box }) =>
			caret && box && found({ from, to: head, query: word.query, at: { left: caret.left - box.left, top: caret.bottom - box.top + 6 } }),
	});
}

export function CodeArea({ label, value, wrong, below, fields, problems, onChange, onBlur }: CodeAreaProps) {
	const t = useContentTexts();
	const place = useRef<HTMLDivElement>(null);
	const inside = useRef<HTMLDivElement>(null);
	const [view, setView] = useState<EditorView | null>(null);
	const [begun, setBegun] = useState<Begun | null>(null);
	const now = useRef({ onKey: (_key: string): boolean => false, onChange, onBlur });
	// biome-ignore lint/correctness/useExhaustiveDependencies: what it begins with; from then on the text is its own
	useEffect(() => {
		if (!inside.current) return;
		const onKey = (name: string) => ({ key: name, run: () => now.current.onKey(name) });
		const one = new EditorView({
			parent: inside.current,
			state: EditorState.create({
				doc: value,
				extensions: [
					EditorView.cspNonce.of(nonce()),
					Prec.highest(keymap.of(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].map(onKey))),
					history(),
					keymap.of([...defaultKeymap, ...historyKeymap]),
					lineNumbers(),
					EditorView.lineWrapping,
					html(),
					syntaxHighlighting(colours),
					fieldMarks,
					look,
					EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
					EditorView.updateListener.of((update) => {
						if (update.docChanged) now.current.onChange(update.state.doc.toString());
						if (update.docChanged || update.selectionSet) lookForField(update, place.current, setBegun);
					}),
					EditorView.domEventHandlers({
						blur: () => {
							setBegun(null);
							now.current.onBlur();
						},
					}),
				],
			}),
		});
		setView(one);
		return () => one.destroy();
	}, []);
	const offer = useOffer(fields, begun?.query ?? null, (path) => {
		if (!view || !begun) return;
		const said = outputOf(path);
		const rest = restAfter(view.state.doc.lineAt(begun.to).text.slice(begun.to - view.state.doc.lineAt(begun.to).from));
		view.dispatch({
			changes: { from: begun.from, to: begun.to + rest, insert: said },
			selection: { anchor: begun.from + said.length },
		});
		view.focus();
	});
	useEffect(() => {
		now.current = { onKey: offer.onKey, onChange, onBlur };
	});
	useEffect(() => {
		if (!view) return;
		const found: Diagnostic[] = problems.map(({ hint, sentence }) => ({
			...placeOf(view.state, hint),
			severity: hint.level === 'error' ? 'error' : 'warning',
			message: sentence,
		}));
		view.dispatch(setDiagnostics(view.state, found));
	}, [view, problems]);
	useEffect(() => {
		view?.contentDOM.setAttribute('aria-invalid', String(wrong));
		if (below) view?.contentDOM.setAttribute('aria-describedby', below);
	}, [view, wrong, below]);
	return (
		<div ref={place} className={styles.box} data-wrong={wrong ? '' : undefined}>
			<div className={styles.codeTools}>
				<button
					type="button"
					className={styles.fieldTool}
					onPointerDown={(event) => event.preventDefault()}
					onClick={() => {
						view?.dispatch(view.state.replaceSelection('{{ '));
						view?.focus();
					}}
				>
					<IconBraces size={16} stroke={2} aria-hidden="true" />
					{t('field')}
				</button>
			</div>
			<div ref={inside} className={styles.code} />
			<FieldList offer={offer} fields={fields} at={begun?.at ?? null} />
		</div>
	);
}
