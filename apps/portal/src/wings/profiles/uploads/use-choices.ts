/** What columns of a file may become at a customer: who somebody is, what is known, purposes of the domain, segments without a rule. */
import { purposes } from '@luvalla/contract/consent/purposes';
import { segments } from '@luvalla/contract/profiles/segments';
import { ANSWER_PARTS, FACTS } from '@luvalla/contract/profiles/uploads';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { purposeName } from '#portal/lib/purpose-name.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useUploadTexts } from './texts.ts';

interface Option {
	value: string;
	label: string;
}

export interface Choices {
	targets: { group: string; items: Option[] }[];
	purposes: Option[];
	/** Ids of purposes by which nobody may be written to. */
	silent: readonly string[];
}

export function useChoices(customerId: number, domainId: string | null): Choices {
	const t = useUploadTexts();
	const language = useLanguage();
	const known = useQuery(asQuery(purposes, { params: { customerId }, query: domainId === null ? {} : { domainId } }));
	const groups = useQuery(asQuery(segments, {}, { customerId, domainId }));
	const asked = (known.data?.data ?? []).flatMap((one) =>
		one.legalBasis === 'consent' ? [{ value: one.id, label: purposeName(one, language) }] : [],
	);
	const byHand = (groups.data?.data ?? []).filter(({ rule }) => rule === null);
	return {
		purposes: asked,
		silent: (known.data?.data ?? []).flatMap((one) => (one.channels.length === 0 && !one.tracks ? [one.id] : [])),
		targets: [
			{ group: '', items: [{ value: 'nothing', label: t('to_nothing') }] },
			{
				group: t('group_who'),
				items: (['email', 'phone', 'externalId', 'luvallaId'] as const).map((to) => ({ value: to, label: t(`to_${to}`) })),
			},
			{
				group: t('group_facts'),
				items: [
					{ value: 'name', label: t('to_name') },
					...FACTS.map((fact) => ({ value: `fact:${fact}`, label: t(`fact_${fact}`) })),
					{ value: 'attribute', label: t('to_attribute') },
				],
			},
			{
				group: t('group_said'),
				items: [
					...asked.map(({ value, label }) => ({ value: `consent:${value}`, label: t('to_consent', { purpose: label }) })),
					{ value: 'status', label: t('to_status') },
					{ value: 'day', label: t('to_day') },
				],
			},
			...(byHand.length === 0
				? []
				: [
						{
							group: t('group_segments'),
							items: byHand.map(({ id, name }) => ({ value: `segment:${id}`, label: t('to_segment', { segment: name }) })),
						},
					]),
			{ group: t('group_answers'), items: ANSWER_PARTS.map((part) => ({ value: `answer:${part}`, label: t(`part_${part}`) })) },
		],
	};
}
