/** A screen that is a list: its customer where it has one, the head with its actions, the list, and what opens over it. */
import { Button } from '@mantine/core';
import { IconPlus, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CustomerGate } from '../CustomerGate.tsx';
import { Empty } from '../Empty.tsx';
import { PageHeader, type PageHeaderProps } from '../PageHeader.tsx';
import { DataList, type DataListProps, isNothing, type ListQuery } from './DataList.tsx';
import type { PageCustomer } from './pickers.tsx';
import { useAddPlace } from './use-add-place.ts';

export interface ListScreenProps<Row> extends Omit<DataListProps<Row>, 'caption' | 'query' | 'empty'> {
	title: string;
	query: ListQuery<Row> & { isFetching: boolean; isPending: boolean };
	crumbs?: PageHeaderProps['crumbs'];
	about?: string;
	/** The customer that the page is about: the list waits until it is known. */
	page?: PageCustomer;
	/** `PageTabs`, where the page is one of several that belong together. */
	tabs?: ReactNode;
	/** Pickers, exports and the like: they stand before the button that adds. */
	tools?: ReactNode;
	/** What adds a row (`?id=new`, or an address), where the person may. An empty list offers it below its drawing: one filled button a view. */
	add?: { label: string; icon?: TablerIcon; to?: string; search?: Record<string, string> };
	/** `action`: another next step than adding. */
	empty: { title: string; why: string; action?: ReactNode };
	/** Drawers and dialogs. */
	children?: ReactNode;
}

export function ListScreen<Row>({
	title,
	crumbs,
	about,
	page,
	of = page?.customerId,
	tabs,
	tools,
	add,
	empty,
	children,
	...list
}: ListScreenProps<Row>) {
	const Icon = add?.icon ?? IconPlus;
	const to = add?.to;
	const { inHead, holding } = useAddPlace(isNothing(list) && empty.action === undefined);
	const button = add ? (
		<Button
			h={36}
			data-tour="add"
			{...holding}
			leftSection={<Icon size={16} stroke={2} aria-hidden="true" />}
			{...(to
				? { renderRoot: (props: object) => <Link {...props} to={to} search={add.search ?? {}} /> }
				: { onClick: () => list.onSearch({ id: 'new' }) })}
		>
			{add.label}
		</Button>
	) : null;
	const body = (
		<>
			<PageHeader
				title={title}
				crumbs={crumbs}
				about={about}
				busy={list.query.isFetching && !list.query.isPending}
				actions={
					<>
						{page?.picker}
						{tools}
						{inHead ? button : null}
					</>
				}
			/>
			{tabs}
			<DataList
				{...list}
				caption={title}
				of={of}
				empty={
					<Empty title={empty.title} action={empty.action ?? (inHead ? null : button)}>
						{empty.why}
					</Empty>
				}
			/>
			{children}
		</>
	);
	return page ? (
		<CustomerGate page={page} title={title}>
			{body}
		</CustomerGate>
	) : (
		body
	);
}
