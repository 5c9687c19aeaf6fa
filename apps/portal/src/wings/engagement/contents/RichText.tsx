/** The body as rich text. Its code is large and comes by itself, once somebody writes. */
import { Button } from '@mantine/core';
import { IconBold, IconBraces, IconH2, IconLink, IconList, IconPhoto, type TablerIcon } from '@tabler/icons-react';
import Image from '@tiptap/extension-image';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { TextField } from '#portal/ui/form/fields.tsx';
import { chips } from './chips.ts';
import { FieldList } from './FieldList.tsx';
import { begunBefore, outputOf, restAfter } from './liquid.ts';
import type { Fields } from './offer.ts';
import styles from './rich.module.css';
import { useContentTexts } from './texts.ts';
import { useOffer } from './use-offer.ts';

export interface RichTextProps {
	label: string;
	lang: string;
	value: string;
	wrong: boolean;
	/** Id of what is said below it. */
	below: string | undefined;
	fields: Fields;
	onChange: (html: string) => void;
	onBlur: () => void;
	/** Stores a picture and gives its address; null where it could not be. */
	onPicture: (file: File) => Promise<string | null>;
}

/** What is being written of a field, and where its list opens. */
interface Begun {
	from: number;
	to: number;
	query: string;
	at: { left: number; top: number };
}

export function RichText(props: RichTextProps) {
	const { label, lang, value, fields, onChange, onBlur } = props;
	const place = useRef<HTMLDivElement>(null);
	const [begun, setBegun] = useState<Begun | null>(null);
	// what the editor asks later is what was drawn last
	const now = useRef<Latest>({ onKey: () => false, unknown: fields.unknown, onChange, onBlur });
	const look = (editor: Editor) => {
		const { selection } = editor.state;
		const { $from, empty } = selection;
		const word = empty ? begunBefore($from.parent.textBetween(0, $from.parentOffset, undefined, '￼')) : null;
		const box = place.current?.getBoundingClientRect();
		if (word === null || !box) return setBegun(null);
		const from = $from.pos - $from.parentOffset + word.from;
		const { left, bottom } = editor.view.coordsAtPos(from);
		setBegun({ from, to: $from.pos, query: word.query, at: { left: left - box.left, top: bottom - box.top + 6 } });
	};
	const editor = useEditor({
		// it is large: what is around it is seen before it is made
		immediatelyRender: false,
		extensions: [
			StarterKit.configure({
				heading: { levels: [1, 2, 3] },
				codeBlock: false,
				code: false,
				trailingNode: false,
				link: {
					openOnClick: false,
					autolink: false,
					HTMLAttributes: { target: null, rel: null },
					isAllowedUri: (url, { defaultValidate }) => url.startsWith('{{') || defaultValidate(url),
				},
			}),
			Image,
			chips(() => now.current.unknown, { chip: styles.chip ?? '', unknown: styles.unknown ?? '', brace: styles.brace ?? '' }),
		],
		content: value,
		injectCSS: false,
		shouldRerenderOnTransaction: false,
		editorProps: {
			attributes: { class: styles.text ?? '', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang },
			handleKeyDown: (_view, event) => !event.isComposing && now.current.onKey(event.key),
		},
		onUpdate: ({ editor: one }) => {
			now.current.onChange(one.isEmpty ? '' : one.getHTML());
			look(one);
		},
		onSelectionUpdate: ({ editor: one }) => look(one),
		onBlur: () => {
			setBegun(null);
			now.current.onBlur();
		},
	});
	return (
		<div ref={place} className={styles.box} data-wrong={props.wrong ? '' : undefined}>
			{editor ? <Made {...props} editor={editor} begun={begun} now={now} /> : null}
		</div>
	);
}

/** What the editor asks while somebody writes. */
interface Latest {
	/** Whether the list of fields took the key. */
	onKey: (key: string) => boolean;
	unknown: Fields['unknown'];
	onChange: RichTextProps['onChange'];
	onBlur: RichTextProps['onBlur'];
}

interface MadeProps extends RichTextProps {
	editor: Editor;
	begun: Begun | null;
	now: RefObject<Latest>;
}

/** The editor, once it is there, with its tools and the fields that it offers. */
function Made({ editor, begun, now, wrong, below, fields, onChange, onBlur, onPicture }: MadeProps) {
	const offer = useOffer(fields, begun?.query ?? null, (path) => {
		if (!begun) return;
		const { doc } = editor.state;
		const end = doc.resolve(begun.to).end();
		const rest = restAfter(doc.textBetween(begun.to, end, undefined, '￼'));
		editor
			.chain()
			.focus()
			.insertContentAt({ from: begun.from, to: begun.to + rest }, outputOf(path))
			.run();
	});
	useEffect(() => {
		now.current = { onKey: offer.onKey, unknown: fields.unknown, onChange, onBlur };
	});
	// which are unknown is known later than they are written
	useEffect(() => {
		if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta('fields', fields.unknown));
	}, [editor, fields.unknown]);
	useEffect(() => {
		const { dom } = editor.view;
		dom.setAttribute('aria-invalid', String(wrong));
		if (below) dom.setAttribute('aria-describedby', below);
		else dom.removeAttribute('aria-describedby');
	}, [editor, wrong, below]);
	const current = offer.options?.length ? offer.optionId(offer.active) : null;
	useEffect(() => {
		const { dom } = editor.view;
		if (current === null) dom.removeAttribute('aria-activedescendant');
		else dom.setAttribute('aria-activedescendant', current);
	}, [editor, current]);
	return (
		<>
			<RichTools editor={editor} onPicture={onPicture} />
			<EditorContent editor={editor} />
			<FieldList offer={offer} fields={fields} at={begun?.at ?? null} />
		</>
	);
}

/** What is pressed to mark a text, and what asks for the address of a link or a picture. */
function RichTools({ editor, onPicture }: { editor: Editor; onPicture: RichTextProps['onPicture'] }) {
	const t = useContentTexts();
	const [asking, setAsking] = useState<'link' | 'picture' | null>(null);
	const on = useEditorState({
		editor,
		selector: ({ editor: one }) => ({
			bold: one.isActive('bold'),
			link: one.isActive('link'),
			list: one.isActive('bulletList'),
			heading: one.isActive('heading'),
		}),
	});
	const tool = (name: 'bold' | 'link' | 'list' | 'heading' | 'picture', Icon: TablerIcon, act: () => void) => (
		<button
			type="button"
			className={styles.tool}
			aria-label={t(name)}
			title={t(name)}
			aria-pressed={name === 'picture' ? undefined : on[name]}
			onPointerDown={(event) => event.preventDefault()}
			onClick={act}
		>
			<Icon size={18} stroke={1.75} aria-hidden="true" />
		</button>
	);
	return (
		<>
			<div className={styles.tools} role="toolbar" aria-label={t('tools')}>
				{tool('bold', IconBold, () => editor.chain().focus().toggleBold().run())}
				{tool('link', IconLink, () => setAsking(asking === 'link' ? null : 'link'))}
				{tool('list', IconList, () => editor.chain().focus().toggleBulletList().run())}
				{tool('picture', IconPhoto, () => setAsking(asking === 'picture' ? null : 'picture'))}
				{tool('heading', IconH2, () => editor.chain().focus().toggleHeading({ level: 2 }).run())}
				<span className={styles.line} />
				<button
					type="button"
					className={styles.fieldTool}
					onPointerDown={(event) => event.preventDefault()}
					onClick={() => editor.chain().focus().insertContent('{{ ').run()}
				>
					<IconBraces size={16} stroke={2} aria-hidden="true" />
					{t('field')}
				</button>
			</div>
			{asking === 'link' ? (
				<LinkForm
					first={String(editor.getAttributes('link').href ?? '')}
					onSet={(href) => {
						setAsking(null);
						const chain = editor.chain().focus().extendMarkRange('link');
						if (href === '') chain.unsetLink().run();
						else if (editor.state.selection.empty && !on.link)
							chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
						else chain.setLink({ href }).run();
					}}
					onCancel={() => {
						setAsking(null);
						editor.commands.focus();
					}}
				/>
			) : null}
			{asking === 'picture' ? (
				<PictureForm
					onPicture={onPicture}
					onSet={(src, alt) => {
						setAsking(null);
						editor.chain().focus().setImage({ src, alt }).run();
					}}
					onCancel={() => {
						setAsking(null);
						editor.commands.focus();
					}}
				/>
			) : null}
		</>
	);
}

function LinkForm({ first, onSet, onCancel }: { first: string; onSet: (href: string) => void; onCancel: () => void }) {
	const t = useContentTexts();
	const [href, setHref] = useState(first);
	return (
		<div className={styles.asked}>
			<TextField
				label={t('linkTo')}
				hint={t('linkHint', { field: '{{ links.unsubscribe }}' })}
				placeholder="https://"
				autoFocus
				value={href}
				onChange={({ currentTarget }) => setHref(currentTarget.value)}
				onKeyDown={(event) => {
					if (event.key !== 'Enter') return;
					event.preventDefault();
					onSet(href.trim());
				}}
			/>
			<div className="buttons-end">
				<Button variant="default" size="xs" onClick={onCancel}>
					{t('cancel')}
				</Button>
				<Button variant="default" data-strong size="xs" onClick={() => onSet(href.trim())}>
					{href.trim() === '' && first !== '' ? t('removeLink') : t('setLink')}
				</Button>
			</div>
		</div>
	);
}

interface PictureFormProps {
	onPicture: RichTextProps['onPicture'];
	onSet: (src: string, alt: string) => void;
	onCancel: () => void;
}

function PictureForm({ onPicture, onSet, onCancel }: PictureFormProps) {
	const t = useContentTexts();
	const [src, setSrc] = useState('');
	const [alt, setAlt] = useState('');
	const [busy, setBusy] = useState(false);
	const file = useRef<HTMLInputElement>(null);
	return (
		<div className={styles.asked}>
			<TextField
				label={t('heroAddress')}
				hint={t('pictureKinds')}
				placeholder="https://"
				autoFocus
				value={src}
				onChange={({ currentTarget }) => setSrc(currentTarget.value)}
			/>
			<TextField label={t('heroAlt')} hint={t('heroAltHint')} value={alt} onChange={({ currentTarget }) => setAlt(currentTarget.value)} />
			<input
				ref={file}
				type="file"
				accept="image/png,image/jpeg,image/gif,image/webp"
				hidden
				onChange={({ currentTarget }) => {
					const [one] = currentTarget.files ?? [];
					currentTarget.value = '';
					if (!one) return;
					setBusy(true);
					void onPicture(one).then((url) => {
						setBusy(false);
						if (url !== null) setSrc(url);
					});
				}}
			/>
			<div className="buttons-end">
				<Button variant="default" size="xs" loading={busy} onClick={() => file.current?.click()}>
					{t('upload')}
				</Button>
				<span className="spring" />
				<Button variant="default" size="xs" onClick={onCancel}>
					{t('cancel')}
				</Button>
				<Button variant="default" data-strong size="xs" disabled={src.trim() === ''} onClick={() => onSet(src.trim(), alt.trim())}>
					{t('insertPicture')}
				</Button>
			</div>
		</div>
	);
}
