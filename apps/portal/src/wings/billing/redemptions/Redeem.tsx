import type { CheckedVoucher } from '@luvalla/contract/billing/vouchers';
import { VOUCHER_TRIES_PER_HOUR } from '@luvalla/contract/constants';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { creditText } from '#portal/lib/credits.ts';
import { dayText } from '#portal/lib/dates.ts';
import { type Say, useLanguage } from '#portal/lib/say.ts';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import type { en } from './messages/en.ts';
import styles from './redemptions.module.css';
import { useRedemptionTexts } from './texts.ts';
import { type Redeemed, useRedeeming } from './use-redeeming.ts';

/** 5 credits; Licence, 3 months. */
export const goodFor = ({ kind, value }: Pick<CheckedVoucher, 'kind' | 'value'>, t: Say<typeof en>): string =>
	t(kind === 'credits' ? 'credits' : 'months', { count: value });

interface RedeemProps {
	customerId: number;
	domains: readonly { id: string; domain: string }[];
	/** Whose account it is, where that is not said otherwise. */
	whose: Record<string, string>;
}

/** The field of the code, the specified sentence under it, and what came of it. */
export function Redeem({ customerId, domains, whose }: RedeemProps) {
	const t = useRedemptionTexts();
	const [code, setCode] = useState('');
	const [domainId, setDomainId] = useState<string | null>(null);
	const redeeming = useRedeeming(customerId, domains.length, () => {
		setCode('');
		setDomainId(null);
	});
	const { found, got, trouble, working } = redeeming;
	const said = trouble === null ? undefined : typeof trouble === 'string' ? t(trouble) : trouble.said;
	return (
		<section className={styles.redeem} aria-labelledby="redeem">
			<h2 id="redeem">{t('redeem')}</h2>
			<form
				noValidate
				className={styles.redeem}
				onSubmit={(event) => {
					event.preventDefault();
					redeeming.redeem(code.trim(), domainId);
				}}
			>
				<TextField
					label={t('code')}
					placeholder="K7QM-2XR9-TB4W"
					mono
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={60}
					value={code}
					error={trouble === 'chooseDomain' ? undefined : said}
					onChange={(event) => {
						setCode(event.currentTarget.value);
						redeeming.forget();
					}}
				/>
				<p className={styles.hint}>{t('codeHint', { most: VOUCHER_TRIES_PER_HOUR })}</p>
				{found ? (
					<>
						<p role="status">{t('isGoodFor', { what: goodFor(found, t) })}</p>
						<SelectField
							label={t('domain')}
							placeholder={t('chooseDomain')}
							searchable
							data={domains.map(({ id, domain }) => ({ value: id, label: domain }))}
							value={domainId}
							error={trouble === 'chooseDomain' ? said : undefined}
							onChange={setDomainId}
						/>
					</>
				) : null}
				<Button type="submit" loading={working}>
					{t('redeemVerb')}
				</Button>
			</form>
			<div role="status">{got ? <Got got={got} whose={whose} /> : null}</div>
		</section>
	);
}

/** What the voucher gave. */
function Got({ got, whose }: { got: Redeemed; whose: Record<string, string> }) {
	const t = useRedemptionTexts();
	const language = useLanguage();
	const { licence } = got;
	return (
		<p className={styles.got}>
			<IconCheck size={16} stroke={2} aria-hidden="true" />
			<span>
				{licence
					? t('gotLicence', {
							domain: licence.domain,
							from: dayText(licence.startsOn, language),
							to: dayText(licence.endsOn, language),
						})
					: t('gotCredits', { what: goodFor(got, t), balance: creditText(got.balanceMicros, language) })}{' '}
				<Link to={licence ? '/manageaccount/licences' : '/manageaccount/credits'} search={whose}>
					{t(licence ? 'toLicences' : 'ledgerLink')}
				</Link>
			</span>
		</p>
	);
}
