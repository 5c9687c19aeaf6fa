/** Beside a text message: the answers that stop it, and who it is from, country by country. */
import type { TextSender } from '@luvalla/contract/engagement/text-messages';
import { IconHandStop, IconPlus, IconWorld } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useId, useState } from 'react';
import type { Scope } from '#portal/lib/client.ts';
import { countryName } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import styles from './sms-ways.module.css';
import { useContentTexts } from './texts.ts';
import { useTextSenders } from './use-text-senders.ts';

/** Words that stand in sight; the others are one press away. */
const IN_SIGHT: readonly string[] = ['STOP', 'ARRET', 'PERU'];
const locales = { en: 'en-GB', fi: 'fi-FI' } as const;

interface SmsWaysProps {
	scope: Scope;
	/** ADMIN's choice of the customer, as the address of another page carries it. */
	address: Readonly<Record<string, string>>;
}

export function SmsWays({ scope, address }: SmsWaysProps) {
	const t = useContentTexts();
	const { isAdmin, isPartner, customerAdmin } = usePerson();
	const mayChange = isAdmin || isPartner || customerAdmin;
	const asked = useTextSenders(scope);
	const found = asked.data?.data;
	if (asked.isError && !found)
		return (
			<p className={styles.failed} role="alert">
				{t('waysFailed')}{' '}
				<button type="button" className="link" onClick={() => void asked.refetch()}>
					{t('again')}
				</button>
			</p>
		);
	const connectors = found?.connectors ?? [];
	return (
		<div className={styles.ways} aria-busy={!found}>
			<Part sign={<IconHandStop size={18} stroke={1.75} aria-hidden="true" />} title={t('stopWords')}>
				{found ? <StopWords words={found.stopWords} connectors={connectors} address={address} mayChange={mayChange} /> : <Waits />}
			</Part>
			<Part sign={<IconWorld size={18} stroke={1.75} aria-hidden="true" />} title={t('textFrom')}>
				{found ? <Senders connectors={connectors} address={address} mayChange={mayChange} /> : <Waits />}
			</Part>
		</div>
	);
}

function Part({ sign, title, children }: { sign: ReactNode; title: string; children: ReactNode }) {
	const id = useId();
	return (
		<section className={styles.part} aria-labelledby={id}>
			{sign}
			<div>
				<h2 id={id}>{title}</h2>
				{children}
			</div>
		</section>
	);
}

/** As high as one line of what comes. */
const Waits = () => <p className="quiet">…</p>;

interface FoundProps extends Pick<SmsWaysProps, 'address'> {
	connectors: readonly TextSender[];
	mayChange: boolean;
}

function StopWords({ words, connectors, address, mayChange }: FoundProps & { words: readonly string[] }) {
	const t = useContentTexts();
	const [all, setAll] = useState(false);
	const own = [...new Set(connectors.flatMap(({ stopWords }) => stopWords))];
	const first = words.filter((word) => IN_SIGHT.includes(word));
	const others = words.filter((word) => !first.includes(word));
	const [only] = connectors;
	return (
		<>
			<ul className={styles.chips}>
				{[...first, ...own, ...(all ? others : [])].map((word) => (
					<li key={word} className={styles.chip}>
						{word}
					</li>
				))}
				{others.length > 0 ? (
					<li>
						<button type="button" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
							{all ? t('fewerWords') : t('moreWords', { count: others.length })}
						</button>
					</li>
				) : null}
				{mayChange && only ? (
					<li>
						<Link
							to="/connectors"
							search={{ ...address, ...(connectors.length === 1 ? { id: only.id } : { type: 'sms-http' }) }}
							className={styles.more}
						>
							<IconPlus size={14} stroke={2} aria-hidden="true" />
							{t('addWord')}
						</Link>
					</li>
				) : null}
			</ul>
			<p className="quiet">{t('stopHeeded')}</p>
		</>
	);
}

function Senders({ connectors, address, mayChange }: FoundProps) {
	const t = useContentTexts();
	if (connectors.length === 0)
		return (
			<>
				<p className="quiet">
					{t(publicSettings().mailbox ? 'noTextSenderMailbox' : 'noTextSender')}
					{mayChange ? '' : ` ${t('whoAddsSender')}`}
				</p>
				{mayChange ? (
					<Link to="/connectors" search={{ ...address, id: 'new', type: 'sms-http' }} className="link">
						{t('addTextSender')}
					</Link>
				) : null}
			</>
		);
	return (
		<>
			{connectors.map((one) => (
				<Sender key={one.id} connector={one} named={connectors.length > 1} address={address} mayChange={mayChange} />
			))}
			{connectors.length > 1 ? <p className="quiet">{t('campaignChooses')}</p> : null}
		</>
	);
}

interface SenderProps extends Pick<FoundProps, 'address' | 'mayChange'> {
	connector: TextSender;
	/** There are others. */
	named: boolean;
}

function Sender({ connector, named, address, mayChange }: SenderProps) {
	const t = useContentTexts();
	const language = useLanguage();
	const { id, name, senders, answer } = connector;
	const list = new Intl.ListFormat(locales[language], { type: 'conjunction' });
	const where = (countries: readonly string[]): string =>
		countries.length > 0
			? t('inCountries', { countries: list.format(countries.map((one) => countryName(one, language))) })
			: t(senders.length > 1 ? 'elsewhere' : 'everywhere');
	const names = [...new Set(senders.filter(({ isName }) => isName).map(({ from }) => from))];
	return (
		<>
			<div className={styles.line}>
				<p>
					{named ? <span className="quiet">{name}: </span> : null}
					{senders.map(({ from, countries }, at) => (
						<Fragment key={from}>
							{at > 0 ? ' · ' : ''}
							<b>{from}</b> <span className="quiet">{where(countries)}</span>
						</Fragment>
					))}
				</p>
				{mayChange ? (
					<Link
						to="/connectors"
						search={{ ...address, id }}
						className="link"
						aria-label={named ? t('changeSenderOf', { name }) : t('changeSender')}
					>
						{t('change')}
					</Link>
				) : null}
			</div>
			{names.length > 0 ? (
				<p className="quiet">
					{answer === ''
						? t(names.length === 1 ? 'nameLink' : 'namesLink', { names: list.format(names) })
						: t(names.length === 1 ? 'nameNumber' : 'namesNumber', { names: list.format(names), answer })}
				</p>
			) : null}
		</>
	);
}
