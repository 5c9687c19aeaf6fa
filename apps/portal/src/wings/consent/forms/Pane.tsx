/** The form itself, run in a sandboxed frame on what was chosen; its letter and its pages; and how it comes onto the site. */
import {
	type FormConfig,
	type FormCounts,
	type FormLanguage,
	FormConfig as FormShape,
	previewSignupForm,
	type SignupForm,
} from '@luvalla/contract/consent/forms';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDeviceDesktop, IconDeviceMobile, IconInfoCircle, IconLock } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { framed } from '#portal/ui/letter-frame.ts';
import { Segmented } from '#portal/ui/Segmented.tsx';
import type { NamedDomain } from '#portal/ui/use-place.ts';
import styles from './editor.module.css';
import { OnSite } from './OnSite.tsx';
import { useFormTexts } from './texts.ts';

const SHOWN = ['form', 'check', 'letter', 'done'] as const;
const DEVICES = ['desktop', 'phone'] as const;
const signs = { desktop: IconDeviceDesktop, phone: IconDeviceMobile } as const;
const SETTLED_MS = 300;

interface PaneProps {
	config: FormConfig;
	language: FormLanguage;
	onLanguage: (language: FormLanguage) => void;
	domain: NamedDomain;
	scope: Scope;
	form: SignupForm | null;
	counts: FormCounts | null;
}

export function Pane({ config, language, onLanguage, domain, scope, form, counts }: PaneProps) {
	const t = useFormTexts();
	const own = useLanguage();
	const [shown, setShown] = useState<(typeof SHOWN)[number]>('form');
	const [device, setDevice] = useState<(typeof DEVICES)[number]>('desktop');
	const written = JSON.stringify({ config, language });
	const [settled] = useDebouncedValue(written, SETTLED_MS);
	const body = JSON.parse(settled) as { config: FormConfig; language: FormLanguage };
	const made = useQuery({
		...asQuery(previewSignupForm, { query: {}, body }, scope),
		// What is half written cannot be shown: what was shown before stays.
		enabled: FormShape.safeParse(body.config).success,
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});
	const preview = made.data?.data;
	const page =
		preview && (shown === 'letter' ? preview.letter.html : shown === 'check' ? preview.asked : shown === 'done' ? preview.confirmed : null);
	return (
		<aside className={styles.pane} aria-label={t('preview')}>
			<div className={styles.tools}>
				<Segmented label={t('shown')} options={SHOWN} value={shown} onChange={setShown}>
					{(one) => t(`shown_${one}`)}
				</Segmented>
				<span className={styles.right}>
					<Segmented label={t('device')} options={DEVICES} value={device} onChange={setDevice} icon={(one) => signs[one]}>
						{(one) => <span className="visually-hidden">{t(`device_${one}`)}</span>}
					</Segmented>
					{config.languages.length > 1 ? (
						<Segmented label={t('previewLanguage')} options={config.languages} value={language} onChange={onLanguage}>
							{(one) => one.toUpperCase()}
						</Segmented>
					) : null}
				</span>
			</div>
			<div className={styles.window} data-device={device}>
				<div className={styles.windowHead}>
					<span className="window-dots" aria-hidden="true" />
					<IconLock size={13} stroke={1.75} aria-hidden="true" />
					<span className="window-host">{shown === 'letter' ? (preview?.letter.subject ?? '') : domain.domain}</span>
					{counts && shown === 'form' ? (
						<span>{t('scriptSize', { size: numberText(Math.round(counts.scriptBytes / 100) / 10, own) })}</span>
					) : null}
				</div>
				{page === null || page === undefined ? (
					<Live title={t('preview')} shown={preview?.form} ground={config.look.background} />
				) : (
					<iframe className={styles.page2} title={t(`shown_${shown}`)} sandbox="" srcDoc={framed(page, false)} />
				)}
			</div>
			<OnSite form={form} config={config} language={language} counts={counts} scope={scope} />
			<p className="flat line-8 aside">
				<IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
				{t('real')}
			</p>
		</aside>
	);
}

/** The real form.js in a frame with an origin of its own: nothing in it can be sent. The frame is the form's own ground where it is higher than the form. */
function Live({ title, shown, ground }: { title: string; shown: object | undefined; ground: string }) {
	const frame = useRef<HTMLIFrameElement>(null);
	const [ready, setReady] = useState(false);
	const [height, setHeight] = useState(420);
	const hear = useEffectEvent(({ source, data }: MessageEvent<unknown>) => {
		if (source !== frame.current?.contentWindow || typeof data !== 'object' || data === null || !('type' in data)) return;
		if (data.type === 'form-ready') setReady(true);
		if (data.type === 'form-height' && 'height' in data && typeof data.height === 'number')
			setHeight(Math.min(1200, Math.max(320, data.height)));
	});
	useEffect(() => {
		const listener = (event: MessageEvent<unknown>) => hear(event);
		window.addEventListener('message', listener);
		return () => window.removeEventListener('message', listener);
	}, []);
	const text = shown && JSON.stringify({ shown });
	useEffect(() => {
		if (ready && text) frame.current?.contentWindow?.postMessage(JSON.parse(text), '*');
	}, [ready, text]);
	return (
		<iframe
			ref={frame}
			className={styles.live}
			title={title}
			src="/signup/preview"
			sandbox="allow-scripts"
			style={{ height, background: ground }}
		/>
	);
}
