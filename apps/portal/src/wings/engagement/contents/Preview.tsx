/** What somebody would get, made by the engine that sends, at the side of what is written. */
import { PRINTED } from '@luvalla/contract/channels';
import type { Rendered } from '@luvalla/contract/engagement/contents';
import type { Placement } from '@luvalla/contract/placement';
import { ActionIcon, TextInput } from '@mantine/core';
import {
	IconAlignLeft,
	IconChevronDown,
	IconChevronRight,
	IconDeviceDesktop,
	IconDeviceMobile,
	IconInfoCircle,
	IconMoon,
	IconUser,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { late } from '#portal/lib/late.tsx';
import { useLanguage } from '#portal/lib/say.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import { framed } from '#portal/ui/letter-frame.ts';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { type Draft, placedOf } from './draft.ts';
import { kindOf } from './kinds.ts';
import { PushPreview } from './PushPreview.tsx';
import styles from './preview.module.css';
import { useContentTexts } from './texts.ts';
import type { Previewed } from './use-person.ts';
import type { Writing } from './use-writing.ts';

/** The banner's own stage; of messages on a site alone. */
const SitePreview = late(() => import('./SitePreview.tsx').then((module) => module.SitePreview));

const LOOKS = ['desktop', 'phone', 'dark', 'plain'] as const;
/** A push stands on a phone, or in a browser. */
const PHONE_LOOKS = ['phone', 'dark'] as const satisfies readonly Look[];
const BROWSER_LOOKS = ['desktop', 'dark'] as const satisfies readonly Look[];
/** A leaflet has one look here: its pages are looked at in the proof. */
const PAPER_LOOKS = ['desktop'] as const satisfies readonly Look[];
/** A message on a site stands on a page. */
const SITE_LOOKS = ['desktop', 'phone'] as const satisfies readonly Look[];
type Look = (typeof LOOKS)[number];
const signs = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, dark: IconMoon, plain: IconAlignLeft } as const;

interface PreviewProps {
	draft: Draft;
	writing: Writing;
	person: Previewed;
	domain: string;
	/** Who a text message is from, as its reader sees it. */
	from: string;
	/** Stands beside the message where there is room, else below it. */
	children?: ReactNode;
}

export function Preview({ draft, writing, person, domain, from, children }: PreviewProps) {
	const t = useContentTexts();
	const language = useLanguage();
	const [chosen, setLook] = useState<Look>('desktop');
	const { current: lang, controls, preview, begun } = writing;
	/** Stale: it is what was made before something was written that cannot be read. */
	const { rendered, stale, busy } = preview;
	const { channel, types } = kindOf(draft.contentType);
	/** It has a subject, and is sent to somebody. */
	const letter = channel === 'email' || (channel === null && types.includes('subject'));
	/** Its pushes come to browsers. */
	const web = channel === 'web';
	/** It is printed: its pages are looked at in the proof. */
	const paper = channel !== null && PRINTED[channel];
	/** What its picture shows. */
	const alt = controls.heroimageAlt ?? '';
	const push = begun ? (rendered?.push ?? null) : null;
	const placed = push === null ? null : placedOf(draft);
	const looks = paper ? PAPER_LOOKS : push === null ? LOOKS : placed ? SITE_LOOKS : web ? BROWSER_LOOKS : PHONE_LOOKS;
	const look = looks.find((one) => one === chosen) ?? looks[0];
	const name = person.current?.name ?? t('toExample');
	/** It is text alone. */
	const textOnly = begun && rendered !== null && rendered.html === null && push === null;
	const plain = look === 'plain' || textOnly;
	return (
		<aside className={styles.pane} aria-label={t('preview')} aria-busy={busy && rendered === null}>
			<div className={styles.held} data-blank={begun ? undefined : ''} data-beside={children ? '' : undefined}>
				<div className={styles.tools}>
					<Segmented
						label={t('shownAs')}
						options={looks}
						value={look}
						onChange={setLook}
						icon={(one) => signs[one]}
						hidden={textOnly || paper}
					>
						{(one) => t(one)}
					</Segmented>
					<div className={styles.person}>
						<PersonMenu person={person} />
						<Tip label={t('next')}>
							<ActionIcon
								variant="default"
								size={34}
								aria-label={t('next')}
								aria-disabled={person.next === null}
								onClick={() => person.next?.()}
							>
								<IconChevronRight size={16} stroke={1.75} />
							</ActionIcon>
						</Tip>
					</div>
				</div>
				<div className={styles.middle}>
					<div className={styles.message}>
						{letter ? (
							<div className={styles.head}>
								<span className={styles.face} aria-hidden="true">
									{domain.charAt(0)}
								</span>
								<div className={styles.subject} lang={lang}>
									<b>{rendered?.subject || t('noSubject')}</b>
									<span lang={language}>{t('subjectLine', { domain, to: person.current?.email ?? name })}</span>
								</div>
								{rendered && begun ? <Size bytes={rendered.size} /> : null}
							</div>
						) : null}
						<div className={styles.ground} data-look={placed ? 'site' : textOnly ? (rendered.sms && !letter ? 'sms' : 'text') : look}>
							{preview.isError && !preview.data?.data ? (
								<Failed sentence={t('previewFailed')} error={preview.error} onRetry={() => void preview.refetch()} />
							) : rendered === null || !begun ? (
								<p className={styles.none}>{begun ? (busy ? '' : t('notMade')) : t('blank')}</p>
							) : (
								<Drawn {...{ rendered, push, placed, plain, look, name, web, alt, domain, from, lang }} />
							)}
						</div>
					</div>
					{children}
				</div>
				<p className={styles.foot}>
					<IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
					<span>{stale ? t('notNow') : t(placed ? 'onSite' : paper ? 'onPaper' : 'real')}</span>
					{letter || !rendered || !begun ? null : <Size bytes={rendered.size} />}
				</p>
			</div>
		</aside>
	);
}

interface DrawnProps extends Pick<PreviewProps, 'domain' | 'from'> {
	rendered: Rendered;
	push: Rendered['push'];
	/** It stands on the site so; null: it is pushed. */
	placed: Placement | null;
	/** As text alone. */
	plain: boolean;
	look: Look;
	/** Whose message it is. */
	name: string;
	web: boolean;
	alt: string;
	lang: string;
}

/** The message as whoever gets it sees it. */
function Drawn({ rendered, push, placed, plain, look, name, web, alt, domain, from, lang }: DrawnProps) {
	const t = useContentTexts();
	return push && placed ? (
		<SitePreview
			push={push}
			image={rendered.heroimage}
			alt={alt}
			shape={placed.shape}
			domain={domain}
			device={look === 'phone' ? 'phone' : 'desktop'}
			lang={lang}
		/>
	) : push ? (
		<PushPreview
			push={push}
			image={rendered.heroimage}
			domain={domain}
			label={t('letterOf', { name })}
			dark={look === 'dark'}
			web={web}
			lang={lang}
		/>
	) : plain ? (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
		<section className={styles.plain} tabIndex={0} aria-label={t('letterOf', { name })} lang={lang}>
			{rendered.sms ? (
				<div className={styles.talk} aria-hidden="true">
					<span className={styles.face}>{from.charAt(0)}</span>
					<b>{from}</b>
				</div>
			) : null}
			{rendered.html === null && rendered.heroimage ? <img src={rendered.heroimage} alt="" /> : null}
			<pre>{rendered.text ?? ''}</pre>
		</section>
	) : (
		<iframe
			title={t('letterOf', { name })}
			sandbox=""
			srcDoc={framed(rendered.html ?? '', look === 'dark')}
			className={styles.frame}
			style={{ colorScheme: look === 'dark' ? 'dark' : 'light' }}
		/>
	);
}

function Size({ bytes }: { bytes: number }) {
	const t = useContentTexts();
	const language = useLanguage();
	return <span className={styles.size}>{t('size', { size: numberText(Math.max(0.1, Math.round(bytes / 100) / 10), language) })}</span>;
}

function PersonMenu({ person }: { person: Previewed }) {
	const t = useContentTexts();
	return (
		<LateMenu
			position="bottom-end"
			width={300}
			button={
				<button type="button" className={styles.who}>
					<IconUser size={16} stroke={1.75} aria-hidden="true" />
					<span>{person.current ? t('as', { name: person.current.name }) : t('asExample')}</span>
					<IconChevronDown size={14} stroke={2} aria-hidden="true" />
				</button>
			}
		>
			{(Menu) => (
				<>
					<TextInput
						m={4}
						aria-label={t('findPerson')}
						placeholder={t('findPerson')}
						value={person.typed}
						onChange={({ currentTarget }) => person.type(currentTarget.value)}
					/>
					{person.people.map((one) => (
						<Menu.Item key={one.id} onClick={() => person.choose(one)}>
							<span className={styles.name}>
								{one.name}
								{one.email === null || one.email === one.name ? null : <span>{one.email}</span>}
							</span>
						</Menu.Item>
					))}
					{person.people.length === 0 ? <p className={styles.nobody}>{t('nobody')}</p> : null}
					<Menu.Divider />
					<Menu.Item onClick={() => person.choose(null)}>{t('example')}</Menu.Item>
				</>
			)}
		</LateMenu>
	);
}
