import { dropMemory, erasePerson, people } from '@luvalla/contract/consent/people';
import { profiles } from '@luvalla/contract/profiles/profiles';
import { Button, Group } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { usePeopleTexts } from './texts.ts';

type Erased = z.infer<typeof erasePerson.answer>;

interface ErasePersonProps {
	name: string;
	id: string;
	customerId: number;
	customer: Record<string, string>;
	/** The list to go back to. */
	back: string;
}

/** For those who answer for the customer; the server asks for fresh proof of who they are. What is remembered of a no is said, and can be dropped. */
export function ErasePerson({ name, id, customerId, customer, back }: ErasePersonProps) {
	const t = usePeopleTexts();
	const navigate = useNavigate();
	const [asking, setAsking] = useState(false);
	const [erased, setErased] = useState<Erased | null>(null);
	const leave = () => void navigate({ to: back, search: customer });
	const erase = useCall(erasePerson, {
		reload: [people, profiles],
		scope: { customerId },
		onSuccess: (data) => (data.remembered > 0 ? setErased(data) : leave()),
	});
	return (
		<>
			<Button
				variant="default"
				data-strong
				leftSection={<IconEraser size={16} stroke={1.75} aria-hidden="true" />}
				onClick={() => setAsking(true)}
			>
				{t('erase')}
			</Button>
			<ConfirmDialog
				opened={asking}
				title={t('eraseTitle', { name })}
				verb={t('erase')}
				danger
				typeName={name}
				working={erase.isPending}
				onCancel={() => setAsking(false)}
				onConfirm={() => erase.mutate({ params: { id }, query: {} }, { onSettled: () => setAsking(false) })}
			>
				<p>{t('eraseText')}</p>
				<p>{t('eraseMemory')}</p>
			</ConfirmDialog>
			<Remembered erased={erased} customerId={customerId} onDone={leave} />
		</>
	);
}

/** The receipt of an erasure that left a memory. */
function Remembered({ erased, customerId, onDone }: { erased: Erased | null; customerId: number; onDone: () => void }) {
	const t = usePeopleTexts();
	const drop = useCall(dropMemory, { scope: { customerId }, onSuccess: onDone });
	return (
		<Dialog opened={erased !== null} onClose={onDone} title={t('erasedTitle')}>
			{erased ? (
				<>
					<p>{t('erasedRecords', { count: erased.erased })}</p>
					<p>{t('erasedMemory', { count: erased.remembered })}</p>
					<p>{t('dropWhy')}</p>
					<Group justify="flex-end" mt="lg" gap="xs">
						<Button
							variant="default"
							data-strong
							loading={drop.isPending}
							onClick={() => drop.mutate({ params: { erasureId: erased.erasureId }, query: {} })}
						>
							{t('dropMemory')}
						</Button>
						<Button onClick={onDone} data-autofocus>
							{t('done')}
						</Button>
					</Group>
				</>
			) : null}
		</Dialog>
	);
}
