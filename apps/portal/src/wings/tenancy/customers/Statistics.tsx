/** How long a company keeps its statistics, on its own page. */
import { changeKeptCounts, KEPT_MONTHS, KEPT_SHORTER_DAYS, type KeptCounts, keptCounts } from '@luvalla/contract/insight/kept-counts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { dateText, dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { WaitingChange } from '#portal/ui/WaitingChange.tsx';
import styles from './customers.module.css';
import { useCustomerTexts } from './texts.ts';

const FOR_EVER = 'ever';
const Chosen = z.enum([FOR_EVER, ...KEPT_MONTHS.map(String)]);
const monthsOf = (chosen: string): KeptCounts['months'] => KEPT_MONTHS.find((one) => String(one) === chosen) ?? null;

interface Part {
	customerId: number;
	opened: boolean;
	onOpen: () => void;
	onClose: () => void;
}

export function Statistics({ customerId, opened, onOpen, onClose }: Part) {
	const t = useCustomerTexts();
	const language = useLanguage();
	const query = useQuery(asQuery(keptCounts, { params: { id: customerId } }));
	const kept = query.data?.data;
	const words = useKeptWords();
	return (
		<section className={styles.company} aria-label={t('statistics')}>
			<h2>{t('statistics')}</h2>
			<p>{t('statisticsAbout')}</p>
			{query.isError && !kept ? <Failed query={query} /> : null}
			{query.isPending ? <PageSkeleton /> : null}
			{kept ? (
				<>
					<Facts
						facts={[
							{ label: t('keptFor'), value: words(kept.months) },
							{ label: t('keptFrom'), value: kept.firstDay ? dayText(kept.firstDay, language) : t('nothingCounted') },
						]}
					/>
					{kept.shortening ? <Waiting customerId={customerId} months={kept.months} shortening={kept.shortening} /> : null}
					<Button variant="default" className="above-16" onClick={onOpen}>
						{t('changeKept')}
					</Button>
				</>
			) : null}
			<FormDrawer opened={opened} title={t('changeKept')} onClose={onClose} loading={kept ? undefined : query}>
				{opened && kept ? <KeptForm customerId={customerId} kept={kept} /> : null}
			</FormDrawer>
		</section>
	);
}

interface Waits {
	customerId: number;
	months: KeptCounts['months'];
	shortening: NonNullable<KeptCounts['shortening']>;
}

/** A shorter time that does not hold yet, and the way back: any time that is not shorter cancels it. */
function Waiting({ customerId, months, shortening }: Waits) {
	const t = useCustomerTexts();
	const language = useLanguage();
	const words = useKeptWords();
	const change = useCall(changeKeptCounts, { reload: [keptCounts] });
	return (
		<WaitingChange
			says={t('keptWaits', { date: dateText(shortening.at, language), time: words(shortening.months) })}
			cancel={t('keptCancel')}
			cancelling={change.isPending}
			onCancel={() => change.mutate({ params: { id: customerId }, body: { months } })}
		/>
	);
}

const useKeptWords = () => {
	const t = useCustomerTexts();
	return (months: KeptCounts['months']): string => (months === null ? t('keptForEver') : t('keptMonths', { months }));
};

function KeptForm({ customerId, kept }: { customerId: number; kept: KeptCounts }) {
	const t = useCustomerTexts();
	const language = useLanguage();
	const words = useKeptWords();
	const change = useCall(changeKeptCounts, { reload: [keptCounts] });
	return (
		<DrawerForm<{ kept: string }>
			initial={{ kept: kept.months === null ? FOR_EVER : String(kept.months) }}
			schema={z.object({ kept: Chosen })}
			labels={{ kept: t('keptFor') }}
			onSave={(values) => change.mutateAsync({ params: { id: customerId }, body: { months: monthsOf(values.kept) } })}
			saveLabel={t('saveKept')}
		>
			{(form) => {
				const months = monthsOf(form.values.kept);
				const shorter = months !== null && (kept.months === null || months < kept.months) && kept.firstDay !== null;
				const holds = dayjs().add(KEPT_SHORTER_DAYS, 'day');
				const cut = months === null ? '' : holds.subtract(months, 'month').format('YYYY-MM-DD');
				const says = kept.firstDay !== null && kept.firstDay < cut ? 'keptGoes' : 'keptNoneGoes';
				return (
					<>
						<SelectField
							label={t('keptFor')}
							hint={t('keptForHint')}
							data={Chosen.options.map((value) => ({ value, label: words(monthsOf(value)) }))}
							allowDeselect={false}
							{...form.getInputProps('kept')}
						/>
						<p role="status">{shorter ? t(says, { date: dateText(holds.toISOString(), language), day: dayText(cut, language) }) : ''}</p>
					</>
				);
			}}
		</DrawerForm>
	);
}
