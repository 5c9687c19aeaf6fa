/** What one costs, by the tariff that holds now; ADMIN opens its form from here. */
import { readTariff } from '@luvalla/contract/billing/tariff';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { dateText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Card } from '#portal/ui/Card.tsx';
import styles from '#portal/ui/credits/costs.module.css';
import { PriceTable } from './PriceTable.tsx';
import { useCostTexts } from './texts.ts';

export function TariffCard({ onChange }: { onChange: () => void }) {
	const t = useCostTexts();
	const language = useLanguage();
	const { isAdmin } = usePerson();
	const tariff = useQuery(asQuery(readTariff, {})).data?.data;
	if (!tariff) return null;
	const { since, prices, currency, next } = tariff;
	const title = since === null ? t('tariff') : t('tariffSince', { day: dateText(since, language) });
	return (
		<Card
			title={title}
			aside={
				isAdmin ? (
					<Button variant="default" size="compact-sm" onClick={onChange}>
						{t('tariffChange')}
					</Button>
				) : null
			}
		>
			<PriceTable title={title} prices={prices} currency={currency} />
			<p className={styles.quiet}>
				{t('tariffOwn')} {next[0] ? t('tariffNext', { day: dateText(next[0].since, language) }) : null}
			</p>
		</Card>
	);
}
