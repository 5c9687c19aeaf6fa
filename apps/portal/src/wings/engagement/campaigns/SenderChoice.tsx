/** Who something is from; where there is nobody yet, the way to one. */
import { IconPlus } from '@tabler/icons-react';
import { usePerson } from '#portal/lib/use-session.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import styles from './campaigns.module.css';
import { SenderField } from './permission-fields.tsx';
import { useCampaignTexts } from './texts.ts';
import type { Choices } from './use-choices.ts';

interface SenderChoiceProps {
	choices: Choices;
	sender: Choices['usualSender'];
	/** Goes to where one is added, and loses nothing that was written. */
	onAdd: () => void;
	onChoose: (id: string) => void;
}

export function SenderChoice({ choices, sender, onAdd, onChoose }: SenderChoiceProps) {
	const t = useCampaignTexts();
	const person = usePerson();
	const mayAdd = person.isAdmin || person.isPartner || person.customerAdmin;
	return choices.senders.length > 0 ? (
		<SenderField t={t} choices={choices} sender={sender} onChoose={onChoose} />
	) : (
		<>
			<p className="aside light">{mayAdd ? t('sendersNone') : `${t('sendersNone')} ${t('senderByAdmin')}`}</p>
			{mayAdd ? (
				<ActButton variant="default" size="xs" className={styles.left} sign={IconPlus} onClick={onAdd}>
					{t('addSender')}
				</ActButton>
			) : null}
		</>
	);
}
