import { ConfirmDialog } from '../ConfirmDialog.tsx';

export interface RemoveQuestionProps {
	/** The row that is to go; none: nothing is asked. */
	row: { id: string } | null;
	title: string;
	/** What goes with it. */
	text: string;
	verb: string;
	/** `useCall` of the call that removes. */
	remove: {
		isPending: boolean;
		mutate: (input: { query: { id: string } }, settings: { onSettled: () => void }) => void;
	};
	onClose: () => void;
}

/** What `RemoveQuestion` asks, of a call that takes the row's id elsewhere than in its query. */
export const removing = <Input,>(
	call: { isPending: boolean; mutate: (input: Input, settings: { onSettled: () => void }) => void },
	inputOf: (id: string) => Input,
): RemoveQuestionProps['remove'] => ({
	isPending: call.isPending,
	mutate: ({ query }, then) => call.mutate(inputOf(query.id), then),
});

/** Asks before a row of a list goes; whatever came of it is told by the call, and the question closes. */
export function RemoveQuestion({ row, title, text, verb, remove, onClose }: RemoveQuestionProps) {
	return (
		<ConfirmDialog
			opened={row !== null}
			title={title}
			verb={verb}
			danger
			working={remove.isPending}
			onCancel={onClose}
			onConfirm={() => row && remove.mutate({ query: { id: row.id } }, { onSettled: onClose })}
		>
			{text}
		</ConfirmDialog>
	);
}
