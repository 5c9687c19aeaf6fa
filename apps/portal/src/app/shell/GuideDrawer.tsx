import { HELP_LIMIT } from '@luvalla/contract/constants';
import { ActionIcon } from '@mantine/core';
import { IconHelpCircle, IconKeyboard, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLanguage } from '#portal/lib/say.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { Tip } from '#portal/ui/Tip.tsx';
import { HelpText } from '../help/HelpText.tsx';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';

/** Help for the current page: title, short text, accordions; support at the foot. It pushes the page, never covers it. */
export function GuideDrawer({ topic, onClose, onShortcuts }: { topic: string; onClose: () => void; onShortcuts: () => void }) {
	const t = useShellTexts();
	const language = useLanguage();
	const closeButton = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		closeButton.current?.focus();
	}, []);
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
				<HelpText key={`${topic} ${language}`} type="featureHelp" title={topic} limit={HELP_LIMIT} />
			</div>
			<div className={styles.helpFoot}>
				<button type="button" className="link" onClick={onShortcuts}>
					<IconKeyboard size={16} stroke={1.75} aria-hidden="true" />
					{t('shortcuts')}
				</button>
				<a className="link" href={publicSettings().supportUrl}>
					{t('contactSupport')}
				</a>
			</div>
		</aside>
	);
}
