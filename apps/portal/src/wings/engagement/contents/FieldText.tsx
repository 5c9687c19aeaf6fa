/**
 * A text with fields, of one line or several: the browser's own field, with what it names tinted behind the letters and a list of
 * fields while one is being written.
 */
import { IconBraces } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { FieldError } from '#portal/ui/form/fields.tsx';
import { FieldList } from './FieldList.tsx';
import styles from './fields.module.css';
import { begunBefore, outputOf, piecesOf, restAfter } from './liquid.ts';
import type { Fields } from './offer.ts';
import { useContentTexts } from './texts.ts';
import { useOffer } from './use-offer.ts';

interface FieldTextProps {
	label: string;
	/** At the label's right. */
	beside?: ReactNode;
	hint?: ReactNode;
	value: string;
	error?: string | undefined;
	fields: Fields;
	/** Of several lines. */
	lines?: boolean;
	maxLength: number;
	/** The language it is in, for the browser's spelling. */
	lang: string;
	onChange: (value: string) => void;
	onBlur?: () => void;
}

export function FieldText({ label, beside, hint, value, error, fields, lines = false, maxLength, lang, onChange, onBlur }: FieldTextProps) {
	const t = useContentTexts();
	const id = useId();
	const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
	const behind = useRef<HTMLDivElement>(null);
	const [caret, setCaret] = useState<number | null>(null);
	const wanted = useRef<number | null>(null);
	const begun = caret === null ? null : begunBefore(value.slice(0, caret));
	const offer = useOffer(fields, begun?.query ?? null, (path) => {
		if (begun === null || caret === null) return;
		const said = outputOf(path);
		put(value.slice(0, begun.from) + said + value.slice(caret + restAfter(value.slice(caret))), begun.from + said.length);
	});
	const put = (next: string, at: number) => {
		wanted.current = at;
		setCaret(at);
		onChange(next);
	};
	// the caret goes behind what was put in, once it stands there
	useLayoutEffect(() => {
		const one = field.current;
		if (wanted.current === null || !one) return;
		one.focus();
		one.setSelectionRange(wanted.current, wanted.current);
		wanted.current = null;
	});
	const follow = () => setCaret(document.activeElement === field.current ? (field.current?.selectionStart ?? null) : null);
	const begin = () => {
		const at = field.current?.selectionStart ?? value.length;
		put(`${value.slice(0, at)}{{ ${value.slice(at)}`, at + 3);
	};
	const props = {
		id,
		value,
		lang,
		maxLength,
		className: styles.input,
		// a field of several lines is a text box, whatever opens beside it
		role: lines ? undefined : 'combobox',
		'aria-autocomplete': 'list',
		'aria-expanded': lines ? undefined : offer.options !== null,
		'aria-controls': offer.options === null ? undefined : offer.id,
		'aria-activedescendant': offer.options?.length ? offer.optionId(offer.active) : undefined,
		'aria-invalid': error ? true : undefined,
		'aria-describedby': error || hint ? `${id}-below` : undefined,
		autoComplete: 'off',
		onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
			setCaret(currentTarget.selectionStart);
			onChange(currentTarget.value);
		},
		onSelect: follow,
		onBlur: () => {
			setCaret(null);
			onBlur?.();
		},
		onScroll: () => {
			if (!behind.current || !field.current) return;
			behind.current.scrollLeft = field.current.scrollLeft;
			behind.current.scrollTop = field.current.scrollTop;
		},
		onKeyDown: (event: KeyboardEvent) => {
			if (!event.nativeEvent.isComposing && offer.onKey(event.key)) event.preventDefault();
		},
	} as const;
	return (
		<div className="narrow">
			<div className={styles.labelRow}>
				<label htmlFor={id}>{label}</label>
				<span className="aside row-4-12">
					{beside}
					<button type="button" className={styles.fieldButton} onPointerDown={(event) => event.preventDefault()} onClick={begin}>
						<IconBraces size={14} stroke={2} aria-hidden="true" />
						{t('field')}
					</button>
				</span>
			</div>
			<div className={styles.box} data-lines={lines ? '' : undefined} data-wrong={error ? '' : undefined}>
				<div ref={behind} className={styles.behind} aria-hidden="true">
					<Marked value={value} unknown={fields.unknown} />
					{lines ? '\n' : null}
				</div>
				{lines ? (
					<textarea {...props} ref={field as RefObject<HTMLTextAreaElement>} rows={4} />
				) : (
					<input {...props} ref={field as RefObject<HTMLInputElement>} type="text" />
				)}
				<FieldList offer={offer} fields={fields} />
			</div>
			<div id={`${id}-below`}>{error ? <FieldError>{error}</FieldError> : hint ? <p className={styles.hint}>{hint}</p> : null}</div>
		</div>
	);
}

/** The text with its fields marked, those that nobody knows apart. */
function Marked({ value, unknown }: { value: string; unknown: Fields['unknown'] }) {
	return piecesOf(value).map((piece, n) =>
		piece.field === null ? (
			piece.text
		) : (
			// biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and keep nothing
			<mark key={n} data-unknown={unknown.has(piece.field) ? '' : undefined}>
				{piece.text}
			</mark>
		),
	);
}
