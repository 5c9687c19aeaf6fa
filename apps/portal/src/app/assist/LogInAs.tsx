import { ASSISTED_MINUTES, logInAsUser } from '@luvalla/contract/identity/sessions';
import { useCall } from '#portal/lib/calls.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { changePerson } from '#portal/lib/session.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { useAssistTexts } from './texts.ts';

/**
 * Asks, then begins an assisted session as the user: session data is cleared and the second-version app opened after
 * 1000 ms. A proof of identity is asked for on the way when the last one is too old.
 * @param userName the user's address, or null while nobody is asked about
 * @param verb what the press is called that led here
 */
export function LogInAs({ userName, verb, onClose }: { userName: string | null; verb: string; onClose: () => void }) {
	const t = useAssistTexts();
	const begin = useCall(logInAsUser, {
		onSuccess: (data) => {
			notifySuccess(t('opening', { who: data.userName }));
			void changePerson(publicSettings().newAdminUrl);
		},
	});
	return (
		<ConfirmDialog
			opened={userName !== null}
			title={t('question', { who: userName ?? '' })}
			verb={verb}
			onConfirm={() => {
				if (userName !== null) begin.mutate({ body: { userName } });
				// the proof of identity may be asked for next: one dialog at a time
				onClose();
			}}
			onCancel={onClose}
		>
			{t('what', { minutes: ASSISTED_MINUTES })}
		</ConfirmDialog>
	);
}
