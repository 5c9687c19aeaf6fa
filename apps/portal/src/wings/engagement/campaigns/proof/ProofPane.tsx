/** What a leaflet comes to: who gets it, what it costs, what no font has, where its readers live, and the way on. */

import { type CampaignProof, campaignProof, chooseSigns } from '@luvalla/contract/engagement/campaign-proof';
import { campaignBefore } from '@luvalla/contract/engagement/campaign-runs';
import { type Campaign, campaigns } from '@luvalla/contract/engagement/campaigns';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { moneyText, reasonSign, reasonText } from '#portal/ui/deliveries/words.ts';
import { NumberText } from '#portal/ui/times.tsx';
import { useCampaignTexts } from '../texts.ts';
import styles from './proof.module.css';

interface ProofPaneProps {
	campaign: Campaign;
	/** Undefined while it is on its way. */
	proof: CampaignProof | undefined;
	scope: Scope;
	address: Record<string, string>;
}

/** Names of countries as the reader says them. */
const countryIn = (code: string, language: string): string => new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;

export function ProofPane({ campaign, proof, scope, address }: ProofPaneProps) {
	const t = useCampaignTexts();
	const d = useDeliveryTexts();
	const language = useLanguage();
	const navigate = useNavigate();
	const number = (value: number) => numberText(value, language);
	const money = (micros: number) => moneyText(micros, proof?.currency ?? 'EUR', language);
	const choose = useCall(chooseSigns, { reload: [campaigns, campaignProof, campaignBefore], scope });
	if (!proof) return <aside className={styles.side} aria-label={t('proofPane')} aria-busy="true" />;
	const { people, left, signs, text, countries } = proof;
	const out = left.reduce((sum, { count }) => sum + count, 0);
	const lost = left.find(({ reason }) => reason === 'missing_sign')?.count ?? 0;
	const open = lost > 0 && !signs.leaveOut;
	const about = (shown: string): string => (proof.isExact ? shown : t('about', { sum: shown }));
	const each = [...new Set(proof.units.map(({ units }) => proof.baseMicros + units * proof.priceMicros))].sort((a, b) => a - b);
	const set = (other: boolean, leaveOut: boolean) => choose.mutate({ params: { id: campaign.id }, query: {}, body: { other, leaveOut } });
	const line = (name: string, value: string) => (
		<div className={styles.line}>
			<dt>{name}</dt>
			<dd>{value}</dd>
		</div>
	);
	return (
		<aside className={styles.side} aria-label={t('proofPane')}>
			<section className={styles.part}>
				<div className={styles.partHead}>
					<h2>{t('proofPeople')}</h2>
					<span className="small light">{t('proofCounted', { ms: Math.max(1, proof.ms) })}</span>
				</div>
				<p className={styles.big}>
					<NumberText value={people} />
				</p>
				<p className="small light">{t('proofLeft', { count: people + out, left: out })}</p>
				{left.length > 0 ? (
					<ul className={styles.left}>
						{left.map(({ reason, count }) => {
							const Icon = reasonSign(reason);
							return (
								<li key={reason}>
									<Icon size={16} stroke={1.75} aria-hidden="true" />
									<span>{reasonText(d, reason)}</span>
									<strong>{number(count)}</strong>
								</li>
							);
						})}
					</ul>
				) : null}
				<dl className={styles.lines}>
					{line(t('proofPages'), about(number(proof.printed)))}
					{line(t(proof.measures.sides === 2 ? 'proofSheetsTwo' : 'proofSheetsOne'), about(number(proof.sheets)))}
					{each.length > 0 ? line(t('proofEach'), each.map(money).join(' / ')) : null}
				</dl>
			</section>
			<Signs {...{ proof, lost, open }} idle={campaign.status !== 2} choosing={choose.isPending} onChoose={set} />
			{countries.length > 0 ? (
				<section className={styles.part}>
					<h2>{t('proofCountries')}</h2>
					<dl className={styles.lines}>
						{countries.map(({ country, place, people: count }) => (
							<div key={country} className={styles.line}>
								<dt>
									{countryIn(country, language)} <span className="small light">{place}</span>
								</dt>
								<dd>{number(count)}</dd>
							</div>
						))}
					</dl>
				</section>
			) : null}
			<div className="above-auto grid-8">
				<p className="small light">{t('together')}</p>
				<p className={styles.total}>{about(money(proof.costMicros))}</p>
				<Button
					fullWidth
					size="lg"
					disabled={open || text.length > 0}
					onClick={() => void navigate({ to: '/campaigns/before', search: { ...address, id: campaign.id } })}
				>
					{t('proofGoOn')}
				</Button>
				<p className="small light">
					{text.length > 0 || open ? t('proofSignsFirst') : t('proofAgain')}{' '}
					{people === 0 ? (
						<Link to="/campaigns" search={{ ...address, id: campaign.id }} className="link">
							{t('wayChoose')}
						</Link>
					) : null}
				</p>
			</div>
		</aside>
	);
}

interface SignsProps {
	proof: CampaignProof;
	/** People whom a missing sign leaves out, or stops. */
	lost: number;
	/** Nobody chose yet what becomes of them. */
	open: boolean;
	/** It does not run. */
	idle: boolean;
	choosing: boolean;
	onChoose: (other: boolean, leaveOut: boolean) => void;
}

/** A sign and its number: a browser may lack it as well. */
const named = (sign: string): string => `${sign} (U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;

/** Signs that no font has: what is chosen about them, or has to be. */
function Signs({ proof: { lacking, signs, fonts, text }, lost, open, idle, choosing, onChoose }: SignsProps) {
	const t = useCampaignTexts();
	const still = lacking.filter(({ isElsewhere }) => !(signs.other && isElsewhere));
	const elsewhere = !signs.other && [...lacking, ...text].some(({ isElsewhere }) => isElsewhere);
	return text.length > 0 || open ? (
		<section className={styles.alert} aria-label={t('proofSigns')}>
			<h2>
				<IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
				{t('proofLacks', {
					signs: (text.length > 0 ? text : still).map(({ sign }) => named(sign)).join(', '),
					font: signs.other ? `${fonts.own} + ${fonts.other}` : fonts.own,
				})}
			</h2>
			<p>{text.length > 0 ? t('proofOwnText') : t('proofNames', { count: lost })}</p>
			<div className="wrap-8">
				{elsewhere ? (
					<Button variant="default" data-strong loading={choosing} disabled={!idle} onClick={() => onChoose(true, signs.leaveOut)}>
						{t('proofOther', { font: fonts.other })}
					</Button>
				) : null}
				{open ? (
					<Button variant="default" data-strong loading={choosing} disabled={!idle} onClick={() => onChoose(signs.other, true)}>
						{t('proofLeaveOut')}
					</Button>
				) : null}
			</div>
		</section>
	) : signs.other || (lost > 0 && signs.leaveOut) ? (
		<section className={styles.part} aria-label={t('proofSigns')}>
			<ul className={styles.left}>
				{signs.other ? (
					<li data-ok="">
						<IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
						<span>{t('proofOtherChosen', { own: fonts.own, other: fonts.other })}</span>
					</li>
				) : null}
				{lost > 0 ? (
					<li data-ok="">
						<IconCircleCheck size={16} stroke={1.75} aria-hidden="true" />
						<span>{t('proofLeaveOutChosen', { count: lost })}</span>
					</li>
				) : null}
			</ul>
			{idle ? (
				<Button variant="subtle" className="at-start" loading={choosing} onClick={() => onChoose(false, false)}>
					{t('proofChooseAgain')}
				</Button>
			) : null}
		</section>
	) : null;
}
