import { channelAt } from '@luvalla/contract/channels';
import { BASES } from '@luvalla/contract/consent/purposes';
import { type MyMessage, myMessages } from '@luvalla/contract/engagement/my-messages';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { saidDayText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { Empty } from '#portal/ui/Empty.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './my-data.module.css';
import { Part } from './Part.tsx';
import { Receipt } from './Receipt.tsx';
import { howText, type MyDataTexts, useMyDataTexts } from './texts.ts';

/** My messages: what each company sent to one's own addresses, and why. */
export function MyMessages() {
	const t = useMyDataTexts();
	const { email } = usePerson();
	const query = useQuery(asQuery(myMessages, {}));
	return (
		<Part title={t('messagesTitle')} lead={t('messagesLead')} query={query} failed={t('messagesFailed')}>
			{({ messages, more }) =>
				messages.length === 0 ? (
					<Empty title={t('noMessages')}>{t('noMessagesWhy', { email })}</Empty>
				) : (
					<>
						<ul className={`card-frame ${styles.messages}`} aria-label={t('messages')}>
							{messages.map((one) => (
								<Message key={one.id} message={one} />
							))}
						</ul>
						{more ? <p className={styles.quiet}>{t('olderMessages')}</p> : null}
					</>
				)
			}
		</Part>
	);
}

function Message({ message }: { message: MyMessage }) {
	const t = useMyDataTexts();
	const say = useSay();
	const language = useLanguage();
	const ids = useId();
	const [open, setOpen] = useState(false);
	const { label, icon: Icon } = channelSigns[channelAt(message.channel)];
	const { permission } = message;
	const record = permission?.record ?? null;
	return (
		<li className={styles.message}>
			<span className={styles.wayIcon}>
				<Icon size={20} stroke={1.75} aria-hidden="true" />
			</span>
			<div className={styles.words}>
				<strong id={`${ids}-title`}>{message.campaign}</strong>
				<span>
					{message.customer} · {message.domain}
				</span>
				<span className={styles.small}>
					{say(label)} · <ExactTime at={message.at} seconds={false} />
					{message.address === null ? '' : ` · ${message.address}`}
				</span>
				{message.state === 'accepted' ? null : <span className={styles.small}>{t(`state_${message.state}`)}</span>}
				<button
					type="button"
					className={styles.said}
					aria-expanded={open}
					aria-controls={open ? `${ids}-why` : undefined}
					aria-describedby={`${ids}-title`}
					onClick={() => setOpen(!open)}
				>
					<IconChevronDown className={styles.fold} size={16} stroke={1.75} aria-hidden="true" data-open={open ? '' : undefined} />
					{t('why')}
				</button>
				{open ? (
					<div id={`${ids}-why`} className={styles.why}>
						<p>{whyText(t, message, language)}</p>
						{permission?.purposes.map(({ name, about }) => (
							<blockquote key={name}>
								<strong>{name}</strong>
								{about === '' ? null : <span>{about}</span>}
							</blockquote>
						))}
						{record ? (
							<div className="row-4-12">
								<span>{t('receiptOf')}</span>
								<Receipt recordId={record.id} date={saidDayText(record.saidAt, record.how, language)} />
							</div>
						) : null}
						{did(t, message).map(({ text, at }) => (
							<p key={text} className={styles.small}>
								{text} <ExactTime at={at} seconds={false} />
							</p>
						))}
						{message.why === null ? null : (
							<a className="link" href={`${message.why}?lang=${language}`}>
								{t('whyPage')}
							</a>
						)}
					</div>
				) : null}
			</div>
		</li>
	);
}

/** In one sentence, what permitted it. */
function whyText(t: MyDataTexts, { permission, customer }: MyMessage, language: ReturnType<typeof useLanguage>): string {
	if (permission === null) return t('why_gone', { customer });
	if (permission.basis === 'transactional') return t('why_transactional', { customer });
	if (permission.record) {
		const { saidAt, how } = permission.record;
		return t('why_yes', { customer, date: saidDayText(saidAt, how, language), how: howText(t, how) });
	}
	const basis = BASES.find((one) => one === permission.basis);
	return basis && basis !== 'consent' ? t(`why_${basis}`, { customer }) : t('why_gone', { customer });
}

/** What is kept of what the reader did, where they let it be measured. */
const did = (t: MyDataTexts, { openedAt, clickedAt, leftAt }: MyMessage): { text: string; at: string }[] => [
	...(openedAt === null ? [] : [{ text: t('opened'), at: openedAt }]),
	...(clickedAt === null ? [] : [{ text: t('clicked'), at: clickedAt }]),
	...(leftAt === null ? [] : [{ text: t('left'), at: leftAt }]),
];
