/** The row that a list's drawer is about (`?id=`): the listed one, else read by itself. */
import type { AnswerOf, CallShape, InputOf } from '@luvalla/contract/call';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import type { ListQuery } from './DataList.tsx';

interface DrawerRow<C extends CallShape> {
	/** What the address names; undefined: the drawer is closed. */
	id: string | undefined;
	/** The list behind. */
	list: ListQuery<AnswerOf<C>>;
	/** What the address names a row by. */
	idOf: (row: AnswerOf<C>) => string;
	/** Reads one row. */
	call: C;
	input: (id: string) => InputOf<C>;
	/** Whether a row that was read by itself is one of this page; one that is not is not shown. */
	belongs?: (row: AnswerOf<C>) => boolean;
}

/** `loading` is for `FormDrawer`: undefined once there is what the drawer shows. */
export function useDrawerRow<C extends CallShape>({ id, list, idOf, call, input, belongs = () => true }: DrawerRow<C>) {
	const isNew = id === 'new';
	const rows = list.data?.data;
	const listed = rows?.find((row) => idOf(row) === id);
	// a list that failed keeps no drawer waiting
	const settled = rows !== undefined || list.isError;
	const read = useQuery({ ...asQuery(call, input(id ?? '')), enabled: id !== undefined && !isNew && settled && listed === undefined });
	const alone = read.data && belongs(read.data.data) ? read.data.data : undefined;
	const row = id === undefined || isNew ? undefined : (listed ?? alone);
	return { row, isNew, opened: id !== undefined, loading: isNew || row !== undefined ? undefined : read };
}
