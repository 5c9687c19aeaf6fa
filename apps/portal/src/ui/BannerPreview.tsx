/**
 * The real banner, run in a sandboxed frame on what is given: `/cmp/preview/{version}`. The frame has an origin of its
 * own, stores nothing and sends nothing. Desktop is drawn 1180 px wide and scaled to the pane.
 */
import '#portal/theme/select-styles.ts';
import type { LanguageWords } from '@luvalla/banner/languages/words';
import type { TcfPreviewMessage } from '@luvalla/banner/preview/main';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { LightConfig } from '@luvalla/contract/consent/light';
import { Select } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconDeviceDesktop, IconDeviceMobile, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { languageTitle } from '#portal/lib/language-names.ts';
import { messages, useLanguage } from '#portal/lib/say.ts';
import styles from './BannerPreview.module.css';
import { useBannerWords } from './banner-words.ts';
import { LateMenu } from './LateMenu.tsx';
import { RadioRow } from './RadioRow.tsx';
import { type Device, SiteStage } from './SiteStage.tsx';
import { Tip } from './Tip.tsx';

const usePreviewTexts = messages(
	'bannerPreview',
	{
		frame: 'Preview of the banner',
		layer: 'Layer',
		first: 'First layer',
		second: 'Second layer',
		after: 'After',
		device: 'Device',
		desktop: 'Desktop',
		phone: 'Phone',
		language: 'Language of the preview',
		gpc: 'The browser sends Global Privacy Control',
		more: 'More of the preview',
		note: 'This is the real banner. Nothing here is recorded.',
	},
	{
		frame: 'Bannerin esikatselu',
		layer: 'Taso',
		first: 'Ensimmäinen taso',
		second: 'Toinen taso',
		after: 'Jälkeen',
		device: 'Laite',
		desktop: 'Tietokone',
		phone: 'Puhelin',
		language: 'Esikatselun kieli',
		gpc: 'Selain lähettää Global Privacy Control -signaalin',
		more: 'Lisää esikatselusta',
		note: 'Tämä on oikea banneri. Mitään ei kirjata.',
	},
);

/** After a choice there is neither: only the way back. */
const LAYERS = { '0': 0, '1': 1, '2': 2 } as const;
type Layer = keyof typeof LAYERS;
const layerOf = (value: string): Layer => (value === '0' || value === '2' ? value : '1');
/** More languages than these have no room beside each other. */
const MOST_SEGMENTS = 4;

/** A narrow portal begins with the phone. */
const PHONE_BELOW = 600;
interface BannerPreviewProps {
	config: Pick<LightConfig, 'languages'>;
	/** The light banner's shape. */
	template?: string;
	/** Draws the framework's banner instead, in the language asked for. */
	tcf?: (language: BannerLanguage, words: LanguageWords) => TcfPreviewMessage['tcf'];
	/** Of the banner's build. */
	version: string;
	/** Host name in the frame's head. */
	host: string;
	/** Language to show until another is chosen here; the portal's own otherwise. */
	language?: BannerLanguage;
	/** Without the controls and no higher than it must be: as a record shows what a visitor saw. */
	still?: boolean;
	/** Screen to begin with; by the room there is otherwise. */
	device?: Device;
}

/** Draws the banner live: every change of the props is in the frame at once. */
export function BannerPreview({
	config,
	template,
	tcf,
	version,
	host,
	language: wanted,
	still = false,
	device: screen,
}: BannerPreviewProps) {
	const t = usePreviewTexts();
	const own = useLanguage();
	const [layer, setLayer] = useState<Layer>('1');
	const [device, setDevice] = useState<Device>(() => screen ?? (window.innerWidth < PHONE_BELOW ? 'phone' : 'desktop'));
	/** Chosen here; it counts until another one is wanted. */
	const [choice, setChoice] = useState<{ language: BannerLanguage | undefined; over: BannerLanguage | undefined } | null>(null);
	const [gpc, setGpc] = useState(false);
	const start = wanted ?? own;
	const chosen = choice?.over === wanted ? choice?.language : undefined;
	const choose = (value: string | null) => setChoice({ language: config.languages.find((one) => one === value), over: wanted });
	const language =
		chosen && config.languages.includes(chosen) ? chosen : config.languages.includes(start) ? start : (config.languages[0] ?? 'en');
	// A whole vendor list goes into it: once a change, not once a rendering.
	const words = useBannerWords(language);
	const drawn = useMemo(() => words && tcf?.(language, words), [tcf, language, words]);

	return (
		<div className={styles.preview}>
			{still ? null : <Controls languages={config.languages} {...{ layer, setLayer, device, setDevice, language, choose, gpc, setGpc }} />}
			<SiteStage
				key={version}
				device={device}
				fills={!still}
				host={host}
				version={version}
				title={t('frame')}
				message={words && { host, ...(drawn ? { tcf: drawn } : { config, template, words }), language, layer: LAYERS[layer], gpc }}
				onLayer={(one) => setLayer(layerOf(String(one)))}
			/>
			<p className="quiet line-8">
				<IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
				{t('note')}
			</p>
		</div>
	);
}

interface ControlsProps {
	languages: readonly BannerLanguage[];
	layer: Layer;
	setLayer: (layer: Layer) => void;
	device: Device;
	setDevice: (device: Device) => void;
	language: BannerLanguage;
	choose: (language: string | null) => void;
	gpc: boolean;
	setGpc: (on: boolean) => void;
}

/** What is shown: which layer, on which screen, in which language, with a browser's signal. */
function Controls({ languages, layer, setLayer, device, setDevice, language, choose, gpc, setGpc }: ControlsProps) {
	const t = usePreviewTexts();
	const own = useLanguage();
	return (
		<div className="row-8-16">
			<RadioRow
				label={t('layer')}
				value={layer}
				onChange={setLayer}
				options={[
					{ value: '1', label: t('first') },
					{ value: '2', label: t('second') },
					{ value: '0', label: t('after') },
				]}
			/>
			<span className="spring" />
			<RadioRow
				label={t('device')}
				value={device}
				onChange={setDevice}
				options={[
					{
						value: 'desktop',
						label: <Labelled icon={<IconDeviceDesktop size={15} stroke={1.75} aria-hidden="true" />}>{t('desktop')}</Labelled>,
					},
					{
						value: 'phone',
						label: <Labelled icon={<IconDeviceMobile size={15} stroke={1.75} aria-hidden="true" />}>{t('phone')}</Labelled>,
					},
				]}
			/>
			{languages.length > MOST_SEGMENTS ? (
				<Select
					aria-label={t('language')}
					w={170}
					searchable
					allowDeselect={false}
					value={language}
					onChange={choose}
					data={languages.map((one) => ({ value: one, label: languageTitle(one, own) }))}
				/>
			) : languages.length > 1 ? (
				<RadioRow
					label={t('language')}
					value={language}
					onChange={choose}
					options={languages.map((one) => ({ value: one, label: one.toUpperCase() }))}
				/>
			) : null}
			<Tip label={t('more')}>
				<LateMenu
					position="bottom-end"
					closeOnItemClick={false}
					button={
						<button type="button" className={styles.more} data-on={gpc || undefined} aria-label={t('more')}>
							<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden="true" />
						</button>
					}
				>
					{(Menu) => (
						<Menu.CheckboxItem checked={gpc} onChange={setGpc}>
							{t('gpc')}
						</Menu.CheckboxItem>
					)}
				</LateMenu>
			</Tip>
		</div>
	);
}

function Labelled({ icon, children }: { icon: ReactNode; children: ReactNode }) {
	return (
		<span className={styles.labelled}>
			{icon}
			{children}
		</span>
	);
}
