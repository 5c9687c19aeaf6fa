/**
 * A drawer with a form: create and edit are a route (`?id=new`, `?id=…`), the list stays visible behind it.
 * `FormDrawer` is the frame and may stand while the row is still loading; `DrawerForm` inside it is the form.
 */
import { ActionIcon, Button, Drawer, Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconAlertCircle, IconArrowRight, IconX } from '@tabler/icons-react';
import {
	createContext,
	type FocusEvent,
	type FormEvent,
	Fragment,
	type ReactNode,
	use,
	useDeferredValue,
	useEffect,
	useEffectEvent,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import type * as z from 'zod';
import { CallFailure } from '#portal/lib/failure.ts';
import { fieldRule } from '#portal/lib/field-rules.ts';
import { type FixedText, fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { useUnsaved } from '#portal/lib/unsaved.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { backToPage } from '../back-to-page.ts';
import { Failed } from '../Empty.tsx';
import { useOnce } from '../late.ts';
import { Tip } from '../Tip.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './FormDrawer.module.css';
import { GuardFooter } from './GuardFooter.tsx';
import { Meanwhile } from './Meanwhile.tsx';
import { type Form, useForm } from './use-form.ts';

/** How the form tells its frame that closing has to be asked first. */
type Closing = { current: (close: () => void) => void };
const Frame = createContext<{ closing: Closing; close: () => void } | null>(null);

interface FormDrawerProps {
	opened: boolean;
	title: string;
	/** Under the title: which one it is, its badge. Null while it is not known: its place is kept for it. */
	subtitle?: ReactNode;
	/** The name of what it is about, for the tab; the drawer's own title where there is none. */
	thing?: string | undefined;
	/** Takes the drawer's id out of the URL. */
	onClose: () => void;
	/** 640 instead of 520, for tables inside. */
	wide?: boolean;
	/** What the form needs, while it is not there yet. */
	loading?: { isError: boolean; isSuccess: boolean; error: unknown; refetch: () => unknown };
	/** Said when the address names something that is not there, or not for this person. */
	missing?: string;
	children: ReactNode;
}

const REMOVE_SCROLL = { removeScrollBar: false };

export function FormDrawer({ opened, title, subtitle, thing, onClose, wide = false, loading, missing, children }: FormDrawerProps) {
	const t = useKitTexts();
	useThing(opened ? (thing ?? title) : undefined);
	// a list that came without the row, or a row that the server does not give
	const notThere = loading?.isSuccess || (loading?.error instanceof CallFailure && loading.error.notThere);
	const closing = useRef<(close: () => void) => void>((close) => close());
	const requestClose = () => closing.current(onClose);
	// Most drawers of a page are never opened. Before it opens it stands closed, so that it slides in and gives the focus back; and the
	// picture after a press does not wait until the form is drawn.
	const wanted = useOnce(opened);
	const drawn = useDeferredValue(opened);
	if (!wanted) return null;
	return (
		<Drawer.Root
			opened={opened && drawn}
			onClose={requestClose}
			onExitTransitionEnd={backToPage}
			// what is behind scrolls within the page or not at all: nothing is to be measured for a scroll bar that goes
			removeScrollProps={REMOVE_SCROLL}
			position="right"
			size={wide ? 640 : 520}
			classNames={{ content: styles.content }}
			transitionProps={{ duration: 220, timingFunction: 'cubic-bezier(.2, 0, 0, 1)' }}
		>
			<Drawer.Overlay />
			{/* named from its first frame: its title is known to it a moment later */}
			<Drawer.Content aria-label={title}>
				<div className={styles.head}>
					<div className="narrow spring">
						<Drawer.Title className={styles.title}>{title}</Drawer.Title>
						{subtitle || (subtitle === null && loading) ? <div className={styles.subtitle}>{subtitle}</div> : null}
					</div>
					<Tip label={t('close')}>
						<ActionIcon variant="subtle" color="gray" size={32} data-closes aria-label={t('close')} onClick={requestClose}>
							<IconX size={18} stroke={1.75} />
						</ActionIcon>
					</Tip>
				</div>
				{loading ? (
					<div className={styles.body}>
						{missing && notThere ? (
							<p className="strong" role="alert">
								{missing}
							</p>
						) : loading.isError ? (
							<Failed query={loading} />
						) : (
							<>
								<Skeleton height={56} />
								<Skeleton height={56} />
								<Skeleton height={56} />
							</>
						)}
					</div>
				) : (
					<Frame value={{ closing, close: onClose }}>{children}</Frame>
				)}
			</Drawer.Content>
		</Drawer.Root>
	);
}

interface DrawerFormProps<Values extends Record<string, unknown>, Saved> {
	initial: Values;
	/** What it begins with, where something is put into it already that is not saved yet. */
	begins?: Values | undefined;
	/** Parses what is sent; its messages are the fields' errors. */
	schema: z.ZodType;
	/** Names of the fields as the person knows them, by path. Paths of lists by their prefix. */
	labels: Readonly<Partial<Record<keyof Values & string, string>>>;
	/** Name of an error that stands deeper, such as `headers.1.value`. */
	labelOf?: (path: string) => string | undefined;
	/** Makes of the form's values what the schema parses, when they differ. */
	toInput?: (values: Values) => unknown;
	/**
	 * When the row was changed last, of the row that `initial` is of. What others write is shown while nothing is written here; after that
	 * it stays as it was read, and is sent with what is saved.
	 */
	readAt?: string | undefined;
	/**
	 * Sends it, or what was changed of it since the form was opened. A CallFailure with fields becomes errors of those fields; any other was
	 * already told. `readAt`: as it was read; undefined once the person was told that somebody else changed it, so that it is replaced.
	 */
	onSave: (values: Values, changed: Partial<Values>, readAt: string | undefined) => Promise<Saved>;
	saveLabel: string;
	/** The press that saves and leads on; it is the main one then. */
	onward?: { label: string; go: (saved: Saved) => void } | undefined;
	/** Said instead of how many fields are wrong, where nothing was filled in at all (calls.md section 8). */
	nothing?: FixedText | undefined;
	/** `saveAnd`: saves what is written and goes on elsewhere instead of closing. */
	children: (form: Form<Values>, saveAnd: (go: (saved: Saved) => void) => void) => ReactNode;
}

/** The form: validates on blur and on submit, lists errors with links, Ctrl S saves, unsaved edits are guarded. */
export function DrawerForm<Values extends Record<string, unknown>, Saved = unknown>(props: DrawerFormProps<Values, Saved>) {
	const { initial, begins = initial, schema, labels, labelOf, toInput, readAt, onSave, saveLabel, onward, nothing, children } = props;
	const t = useKitTexts();
	const frame = use(Frame);
	const [saving, setSaving] = useState(false);
	/** Set once it is saved: where it goes on to. */
	const [leads, setLeads] = useState<{ to: (() => void) | undefined } | null>(null);
	const saved = leads !== null;
	const [submitted, setSubmitted] = useState(false);
	const summary = useRef<HTMLDivElement>(null);
	// What comes of the row later is somebody else's change, not this person's.
	const [{ opened, read }, setOpened] = useState({ opened: initial, read: readAt });
	/** Somebody else has changed it, and the person was told: what they save next takes its place. */
	const [told, setTold] = useState(false);
	const form = useForm<Values>({
		initialValues: begins,
		validate: (values) => errorsOf(schema, toInput ? toInput(values) : values),
	});
	const differs = (values: Values, key: string): boolean => JSON.stringify(values[key]) !== JSON.stringify(opened[key]);
	const changed = Object.keys(form.values).filter((key) => differs(form.values, key));
	const unsaved = useUnsaved(changed.length > 0 && !saved);
	/** As it stands now, whatever was written here. */
	const showAnew = () => {
		setOpened({ opened: initial, read: readAt });
		setTold(false);
		form.begin(initial);
	};
	const follow = useEffectEvent(() => {
		if (changed.length === 0 && !saved) showAnew();
	});
	useEffect(() => {
		if (readAt !== read) follow();
	}, [readAt, read]);
	/** What somebody else changed, once the person was told. */
	const theirs = told ? Object.keys(labels).filter((key) => differs(initial, key)) : [];

	useEffect(() => {
		if (frame) frame.closing.current = unsaved.leave;
		return () => {
			if (frame) frame.closing.current = (close) => close();
		};
	});
	/** A press is on its way, and fields that were left by it: they are judged once it is over. */
	const pressing = useRef(false);
	const left = useRef(new Set<string>());
	// closing waits until the guard is off
	const closeFrame = frame?.close;
	useEffect(() => {
		if (leads) (leads.to ?? closeFrame)?.();
	}, [leads, closeFrame]);

	/** @param after what waited for the guard: it goes on by itself */
	const save = async ({ after, go }: { after?: () => void; go?: (saved: Saved) => void } = {}) => {
		if (saving || saved) return;
		setSubmitted(true);
		left.current.clear();
		if (form.validate().hasErrors) {
			unsaved.stay();
			setTimeout(() => summary.current?.focus());
			return;
		}
		setSaving(true);
		try {
			const values = form.getValues();
			const own: Partial<Values> = { ...values };
			for (const key of Object.keys(own)) if (!differs(values, key)) delete own[key];
			const made = await onSave(values, own, told ? undefined : read);
			if (after) after();
			else setLeads({ to: go && (() => go(made)) });
		} catch (error) {
			unsaved.stay();
			if (!(error instanceof Error)) throw error;
			if (error instanceof CallFailure && error.code === 'changed_meanwhile') setTold(true);
			if (error instanceof CallFailure && error.hasFields) {
				form.setErrors({ ...error.fields });
				setTimeout(() => summary.current?.focus());
			}
		} finally {
			setSaving(false);
		}
	};
	useHotkeys([['mod+S', () => void save()]], []);

	// people come to fill in the form: its first field takes focus, not the close button
	const place = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const first = place.current?.querySelector<HTMLElement>('input, textarea');
		first?.setAttribute('data-autofocus', '');
		// it came after its drawer: meanwhile the close button has it
		if (document.activeElement?.matches('[data-closes]')) first?.focus();
	}, []);

	// A field is judged when it is left; where it is left by a press, after the press: what a sentence below it moves would be missed.
	// What the server said of a field stays until the field is changed.
	const judgeField = (path: string): void => {
		if (form.errors[path] === undefined) form.validateField(path);
	};
	const judgeLeft = useEffectEvent(() => {
		pressing.current = false;
		for (const path of left.current) judgeField(path);
		left.current.clear();
	});
	useEffect(() => {
		const begin = () => {
			pressing.current = true;
		};
		const end = () => setTimeout(() => judgeLeft());
		window.addEventListener('pointerdown', begin, true);
		window.addEventListener('pointerup', end, true);
		window.addEventListener('pointercancel', end, true);
		return () => {
			window.removeEventListener('pointerdown', begin, true);
			window.removeEventListener('pointerup', end, true);
			window.removeEventListener('pointercancel', end, true);
		};
	}, []);
	const onLeft = ({ target }: FocusEvent) => {
		const path = target.closest('[data-path]')?.getAttribute('data-path');
		if (!path) return;
		if (pressing.current) left.current.add(path);
		else judgeField(path);
	};

	const wrong = submitted ? Object.keys(form.errors) : [];
	const nameOf = (path: string) => labelOf?.(path) ?? labels[path] ?? path;
	return (
		<form
			className="fills"
			noValidate
			onBlur={onLeft}
			onSubmit={(event: FormEvent) => {
				event.preventDefault();
				void save();
			}}
		>
			<div className={styles.body} ref={place}>
				{wrong.length > 0 ? (
					<div ref={summary} tabIndex={-1} className={styles.summary} role="alert">
						<IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
						<div>
							<p className="strong">
								{nothing && changed.length === 0
									? fixedText(nothing, currentLanguage())
									: wrong.length === 1
										? t('fixOne')
										: t('fixMany', { number: wrong.length })}
							</p>
							<p>
								{wrong.map((path, i) => (
									<Fragment key={path}>
										{i === 0 ? '' : i === wrong.length - 1 ? ` ${t('and')} ` : ', '}
										<button type="button" className={styles.summaryLink} onClick={() => form.getInputNode(path)?.focus()}>
											{nameOf(path)}
										</button>
									</Fragment>
								))}
							</p>
						</div>
					</div>
				) : null}
				<Meanwhile fields={theirs.map((key) => labels[key] ?? key)} onShow={showAnew} />
				{children(form, (go) => void save({ go }))}
			</div>
			{unsaved.asking ? (
				<GuardFooter
					count={changed.length}
					fields={changed.map((key) => labels[key] ?? key).join(', ')}
					saving={saving}
					onDiscard={unsaved.proceed}
					onSave={() => void save({ after: unsaved.proceed })}
					onKeep={unsaved.stay}
				/>
			) : (
				<div className={styles.foot}>
					<Button variant="default" onClick={() => (frame ? unsaved.leave(frame.close) : undefined)}>
						{t('cancel')}
					</Button>
					<Button type="submit" variant={onward ? 'default' : 'filled'} loading={saving} aria-keyshortcuts="Control+S">
						{saveLabel}
					</Button>
					{onward ? (
						<Button
							disabled={saving}
							rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => void save({ go: onward.go })}
						>
							{onward.label}
						</Button>
					) : null}
				</div>
			)}
		</form>
	);
}

/** The schema's complaints by dotted path, in the language shown. */
export function errorsOf(schema: z.ZodType, input: unknown): Record<string, string> {
	const parsed = schema.safeParse(input);
	if (parsed.success) return {};
	const errors: Record<string, string> = {};
	for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= fieldRule(messageOf(issue), currentLanguage());
	return errors;
}

/** A union (nothing, or an address) fails in every branch; the last one is what the person meant to write. */
const messageOf = (issue: z.core.$ZodIssue): string =>
	issue.code === 'invalid_union' ? (issue.errors.at(-1)?.[0]?.message ?? issue.message) : issue.message;
