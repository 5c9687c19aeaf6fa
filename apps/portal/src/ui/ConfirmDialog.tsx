import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { backToPage } from './back-to-page.ts';
import { Dialog } from './Dialog.tsx';
import { TextField } from './form/field.tsx';
import { useKitTexts } from './texts.ts';

interface ConfirmDialogProps {
	opened: boolean;
	/** The question. */
	title: string;
	/** What happens, and to how many. */
	children: ReactNode;
	/** Repeats the verb of the question. */
	verb: string;
	danger?: boolean;
	working?: boolean;
	/** Nothing is chosen yet to do it to. */
	disabled?: boolean;
	/** Has to be written before the button works: only where it cannot be undone. */
	typeName?: string;
	onConfirm: () => void;
	onCancel: () => void;
}

/** Asks before something serious. */
export function ConfirmDialog({
	opened,
	title,
	children,
	verb,
	danger = false,
	working = false,
	disabled = false,
	typeName,
	onConfirm,
	onCancel,
}: ConfirmDialogProps) {
	const t = useKitTexts();
	const [written, setWritten] = useState('');
	const ready = typeName === undefined || written.trim() === typeName;
	const closed = () => {
		setWritten('');
		backToPage();
	};
	return (
		<Dialog opened={opened} onClose={onCancel} title={title} onClosed={closed}>
			<div>{children}</div>
			{typeName === undefined ? null : (
				<div style={{ marginTop: 16 }}>
					<TextField
						label={t('typeToConfirm', { name: typeName })}
						value={written}
						onChange={(event) => setWritten(event.currentTarget.value)}
						autoComplete="off"
					/>
				</div>
			)}
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onCancel} disabled={working} data-autofocus>
					{t('cancel')}
				</Button>
				<Button color={danger ? 'danger' : undefined} onClick={onConfirm} loading={working} disabled={disabled || !ready}>
					{verb}
				</Button>
			</Group>
		</Dialog>
	);
}

export interface AskedCall<Input> {
	isPending: boolean;
	mutate: (input: Input, settings: { onSettled: () => void }) => void;
}

interface CallQuestionProps<Input> extends Pick<ConfirmDialogProps, 'title' | 'children' | 'verb' | 'danger' | 'typeName' | 'disabled'> {
	/** `useCall` of the call that a yes makes. */
	call: AskedCall<Input>;
	/** What it is made with; none: nothing is asked. */
	input: Input | null | undefined | false;
	onClose: () => void;
}

/** Asks before a call is made; whatever came of it is told by the call, and the question closes. */
export function CallQuestion<Input>({ call, input, onClose, ...asked }: CallQuestionProps<Input>) {
	return (
		<ConfirmDialog
			{...asked}
			opened={Boolean(input)}
			working={call.isPending}
			onCancel={onClose}
			onConfirm={() => input && call.mutate(input, { onSettled: onClose })}
		/>
	);
}
