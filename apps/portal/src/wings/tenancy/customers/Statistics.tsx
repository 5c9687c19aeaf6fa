/** How long a company keeps its statistics, on its own page. */
import { changeKeptCounts, KEPT_MONTHS, type KeptCounts, keptCounts } from '@luvalla/contract/insight/kept-counts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import * as z from 'zod';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
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
			{query.isError && !kept ? <Failed error={query.error} onRetry={() => query.refetch()} /> : null}
			{query.isPending ? <PageSkeleton /> : null}
			{kept ? (
				<>
					<Facts
						facts={[
							{ label: t('keptFor'), value: words(kept.months) },
							{ label: t('keptFrom'), value: kept.firstDay ? dayText(kept.firstDay, language) : t('nothingCounted') },
						]}
					/>
					<Button variant="default" className={styles.act} onClick={onOpen}>
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
				const cut = months === null ? null : dayjs().subtract(months, 'month').format('YYYY-MM-DD');
				const goes = cut !== null && kept.firstDay !== null && kept.firstDay < cut;
				return (
					<>
						<SelectField
							label={t('keptFor')}
							hint={t('keptForHint')}
							data={Chosen.options.map((value) => ({ value, label: words(monthsOf(value)) }))}
							allowDeselect={false}
							{...form.getInputProps('kept')}
						/>
						<p role="status">{goes ? t('keptGoes', { day: dayText(cut, language) }) : ''}</p>
					</>
				);
			}}
		</DrawerForm>
	);
}
