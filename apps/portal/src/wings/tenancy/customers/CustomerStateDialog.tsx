import { type Customer, currentCustomer, customers, setCustomerStatus } from '@luvalla/contract/tenancy/customers';
import { useCall } from '#portal/lib/calls.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { useCustomerTexts } from './texts.ts';

/** What a customer is asked to be brought to, and by which verb. */
const MOVES = { hold: 2, resume: 1, cancel: 0 } as const;
export type Move = keyof typeof MOVES;

/** Asks before a customer is put on hold, goes on, or loses its onboarding. */
export function CustomerStateDialog({ asked, onDone }: { asked: { row: Customer; move: Move } | null; onDone: () => void }) {
	const t = useCustomerTexts();
	const set = useCall(setCustomerStatus, { reload: [customers, currentCustomer], onSuccess: onDone });
	const move = asked?.move ?? 'hold';
	return (
		<ConfirmDialog
			opened={asked !== null}
			title={t(`${move}Question`, { name: asked?.row.name ?? '' })}
			verb={t(move)}
			danger={move !== 'resume'}
			working={set.isPending}
			onCancel={onDone}
			onConfirm={() => {
				if (asked) set.mutate({ query: { id: asked.row.id, status: MOVES[asked.move] } });
			}}
		>
			<p>{t(`${move}What`)}</p>
		</ConfirmDialog>
	);
}
