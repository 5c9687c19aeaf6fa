/** What each tab of the consent report asks the server; only the tab that is open asks. */
import { consents } from '@luvalla/contract/consent/ledger';
import { consentRates } from '@luvalla/contract/consent/rates';
import { useQuery } from '@tanstack/react-query';
import { asList, asQuery } from '#portal/lib/calls.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { instantsOf } from '#portal/lib/spans.ts';
import { daysOf, type RateGroup, type ReportSearch, rateDaysOf } from './reports.search.ts';

/** A page of choices. @param customerId null while the page's customer is not known */
export const useChoices = (search: ReportSearch, customerId: number | null) =>
	useQuery({
		...asList(
			consents,
			{ query: { ...listQueryOf(search), days: daysOf(search), ...instantsOf(search), kind: search.kind } },
			{ customerId, domainId: search.domain ?? null },
		),
		enabled: customerId !== null && search.tab !== 'rates',
	});
export type Choices = ReturnType<typeof useChoices>;

/** Rates of the span by one group; the rates before stay until the next ones are there. */
export const useRates = (search: ReportSearch, customerId: number | null, by: RateGroup) =>
	useQuery({
		...asQuery(
			consentRates,
			{ query: { by, days: rateDaysOf(search), ...instantsOf(search) } },
			{ customerId, domainId: search.domain ?? null },
		),
		// rows of another group would be named wrongly: only the span and the domain may change under them
		placeholderData: (previous, query) => (isBy(query?.queryKey[1], by) ? previous : undefined),
		enabled: customerId !== null && search.tab === 'rates',
	});
export type Rates = ReturnType<typeof useRates>;

const isBy = (asked: object | string | undefined, by: RateGroup): boolean =>
	typeof asked === 'object' && 'query' in asked && Object(asked.query).by === by;
