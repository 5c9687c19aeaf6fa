import { HELP_LIMIT } from '@luvalla/contract/constants';
import type { HelpHit } from '@luvalla/contract/guidance/content';
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconHelpCircle, IconKeyboard, IconRoute, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Tip } from '#portal/ui/Tip.tsx';
import { mayOpen } from '../access.ts';
import { HelpSearch } from '../help/HelpSearch.tsx';
import { HelpText } from '../help/HelpText.tsx';
import { useHelpTexts } from '../help/texts.ts';
import { topicOf } from '../help/topic.ts';
import type { Screen } from '../screen.ts';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';

/** Pages of the TCF configurator have help of its own, below that of the page. */
const TCF = 'TCF configurations';

interface GuideProps {
	screens: readonly Screen[];
	topic: string;
	/** What its search begins with. */
	looked: string;
	onClose: () => void;
	onShortcuts: () => void;
	/** The tour is on. */
	touring: boolean;
	onTour: (on: boolean) => void;
}

/** Help for the current page: search over all help, title, short text, accordions; tour and support at the foot. It pushes the page, never covers it. */
export function GuideDrawer({ screens, topic, looked, onClose, onShortcuts, touring, onTour }: GuideProps) {
	const t = useShellTexts();
	const help = useHelpTexts();
	const language = useLanguage();
	const covers = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
	const closeButton = useRef<HTMLButtonElement>(null);
	const [typed, setTyped] = useState(looked);
	// a hit that was chosen, as long as its page is the one it was chosen on
	const [chosen, setChosen] = useState<{ hit: HelpHit; on: string } | null>(null);
	const hit = chosen?.on === topic ? chosen.hit : null;
	const isHere = hit === null || hit.title === topicOf(topic);
	useEffect(() => {
		const before = document.activeElement;
		closeButton.current?.focus();
		return () => {
			if (before instanceof HTMLElement) before.focus();
		};
	}, []);
	const begin = () => {
		onTour(true);
		// there it lies over what the tour is about
		if (covers) onClose();
	};
	const pageOf = usePages(screens);
	const support = (
		<a className="link" href={publicSettings().supportUrl}>
			{t('contactSupport')}
		</a>
	);
	return (
		<aside
			id="guide"
			className={styles.help}
			aria-label={t('guideMe')}
			onKeyDown={(event) => {
				if (event.key === 'Escape') onClose();
			}}
		>
			<div className={styles.helpHead}>
				<IconHelpCircle size={20} stroke={1.75} aria-hidden="true" />
				<h2>{t('guideMe')}</h2>
				<Tip label={t('closeGuide')}>
					<ActionIcon ref={closeButton} variant="subtle" color="gray" size={32} aria-label={t('closeGuide')} onClick={onClose}>
						<IconX size={18} stroke={1.75} />
					</ActionIcon>
				</Tip>
			</div>
			<div className={styles.helpBody}>
				<HelpSearch
					value={typed}
					onChange={setTyped}
					placeOf={(one) => (one.title === topicOf(topic) ? help('here') : (pageOf(one)?.name ?? one.heading))}
					onChoose={(one) => setChosen({ hit: one, on: topic })}
					elsewhere={support}
				/>
				<HelpText
					key={`${topic} ${language} ${hit?.title ?? ''} ${hit?.section ?? ''}`}
					type={hit?.type ?? 'featureHelp'}
					title={hit?.title ?? topic}
					limit={HELP_LIMIT}
					open={hit?.section ?? null}
					leads={hit !== null}
				/>
				{hit === null && topic === TCF ? <HelpText key={language} type="tcfConfigHelp" limit={HELP_LIMIT} /> : null}
				{hit && !isHere ? <Onwards page={pageOf(hit)} onBack={() => setChosen(null)} /> : null}
			</div>
			<div className={styles.helpFoot}>
				<button type="button" className="link" onClick={touring ? () => onTour(false) : begin}>
					<IconRoute size={16} stroke={1.75} aria-hidden="true" />
					{help(touring ? 'stopTour' : 'tour')}
				</button>
				<button type="button" className="link" onClick={onShortcuts}>
					<IconKeyboard size={16} stroke={1.75} aria-hidden="true" />
					{t('shortcuts')}
				</button>
				{support}
			</div>
		</aside>
	);
}

interface HelpedPage {
	name: string;
	/** Null: the reader may not open it, or it is about one thing. */
	path: string | null;
}

/** The screen that a page of help is about; several screens may share one: the first that the reader may open. */
function usePages(screens: readonly Screen[]): (hit: HelpHit) => HelpedPage | null {
	const say = useSay();
	const person = usePerson();
	return ({ type, title }) => {
		const about = screens.filter(({ help, path }) => (type === 'tcfConfigHelp' ? path === '/tcfconfig' : topicOf(help) === title));
		const open = about.find((one) => !one.path.includes('$') && mayOpen(one, person));
		const [any] = about;
		// as the menu calls it, where it stands there
		const nameOf = ({ title: own, menu }: Screen): string => say(menu?.[0]?.label ?? own);
		return open ? { name: nameOf(open), path: open.path } : any ? { name: nameOf(any), path: null } : null;
	};
}

/** From another page's help: to that page, or back to this one's. */
function Onwards({ page, onBack }: { page: HelpedPage | null; onBack: () => void }) {
	const help = useHelpTexts();
	return (
		<p className={styles.onwards}>
			{page?.path ? (
				<Link className="link" to={page.path} search={{}}>
					{help('go', { page: page.name })}
				</Link>
			) : null}
			<button type="button" className="link" onClick={onBack}>
				{help('back')}
			</button>
		</p>
	);
}
