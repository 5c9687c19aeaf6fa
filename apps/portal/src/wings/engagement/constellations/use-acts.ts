/** What is done with a constellation that stands: published, tried out. */
import {
	type Constellation,
	constellationContents,
	constellations,
	publishConstellation,
	publishedConstellations,
	sendUat,
} from '@luvalla/contract/engagement/constellations';
import { useCall } from '#portal/lib/calls.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { notifySuccess, notifyWarning } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { useConstellationTexts } from './texts.ts';

export function useActs(customerId: number | null) {
	const t = useConstellationTexts();
	const scope = { customerId, domainId: null };
	const publishing = useCall(publishConstellation, { reload: [constellations, constellationContents, publishedConstellations], scope });
	const trying = useCall(sendUat, {
		quiet: true,
		scope,
		onSuccess: ({ sent, failed }) => {
			if (sent.length > 0) notifySuccess(fixedText(sendUat.success, currentLanguage()));
			if (failed.length > 0)
				notifyWarning(
					t('uatFailed', { count: failed.length, who: failed.map(({ address, reason }) => `${address} (${reason})`).join(', ') }),
				);
		},
	});
	return {
		/** @param done goes on once it is published; `failed` where it could not be, which has been told */
		publish: ({ id, changedAt }: Pick<Constellation, 'id' | 'changedAt'>, done?: () => void, failed?: () => void) =>
			publishing.mutate({ params: { id }, query: { changedAt } }, { ...(done && { onSuccess: done }), ...(failed && { onError: failed }) }),
		publishing: publishing.isPending,
		tryOut: ({ id }: Constellation) => trying.mutate({ params: { id }, query: {} }),
		trying: trying.isPending,
	};
}
