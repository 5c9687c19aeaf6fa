/** Why a webhook had no answer, in the reader's words. */
import type { DeliveryFailure } from '@luvalla/contract/consent/webhook-states';
import type { useDomainTexts } from './texts.ts';

const TEXTS = {
	refused: 'whyRefused',
	no_name: 'whyNoName',
	hung_up: 'whyHungUp',
	slow: 'whySlow',
	no_tls: 'whyNoTls',
	certificate_expired: 'whyCertificateExpired',
	certificate_name: 'whyCertificateName',
	certificate_unknown: 'whyCertificateUnknown',
	not_allowed: 'whyNotAllowed',
	no_address: 'whyNoAddress',
} as const satisfies Record<DeliveryFailure, string>;

interface Failure {
	readonly error: string | null;
	readonly why: DeliveryFailure | null;
}

/** What is none of the known reasons is said as the server found it. */
export const failureText = (t: ReturnType<typeof useDomainTexts>, { error, why }: Failure): string =>
	why === null ? (error ?? '') : t(TEXTS[why]);
