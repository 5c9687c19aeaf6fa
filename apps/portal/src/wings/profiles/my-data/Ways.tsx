import { myMessages } from '@luvalla/contract/engagement/my-messages';
import { myDevices } from '@luvalla/contract/profiles/my-devices';
import { IconChevronRight, IconDevices, IconDownload, IconEraser, IconMail, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import styles from './my-data.module.css';
import { DATA, DEVICES, ERASE, MESSAGES } from './parts.ts';
import { useMyDataTexts } from './texts.ts';

/** What else one may do with one's own data: cards that lead to the other parts, and say how much is there once that is known. */
export function Ways() {
	const t = useMyDataTexts();
	const messages = useQuery(asQuery(myMessages, {})).data?.data;
	const devices = useQuery(asQuery(myDevices, {})).data?.data;
	const sent = messages && !messages.more ? messages.messages.length : undefined;
	const linked = devices?.reduce((all, one) => all + one.devices.length, 0);
	return (
		<ul className={styles.ways}>
			<Way to={DATA} icon={IconDownload} title={t('download')} text={t('downloadText')} />
			<Way
				to={MESSAGES}
				icon={IconMail}
				title={t('messages')}
				text={sent === undefined ? t('messagesText') : t('messagesCount', { count: sent })}
			/>
			<Way
				to={DEVICES}
				icon={IconDevices}
				title={t('devices')}
				text={linked === undefined ? t('devicesText') : t('devicesCount', { count: linked })}
			/>
			<Way to={ERASE} icon={IconEraser} title={t('erase')} text={t('eraseText')} />
		</ul>
	);
}

function Way({ to, icon: Icon, title, text }: { to: string; icon: TablerIcon; title: string; text: string }) {
	return (
		<li>
			<Link to={to} className={styles.way} activeProps={{}}>
				<span className={styles.wayIcon}>
					<Icon size={20} stroke={1.75} aria-hidden="true" />
				</span>
				<span className={styles.wayWords}>
					<strong>{title}</strong>
					<span>{text}</span>
				</span>
				<IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
			</Link>
		</li>
	);
}
