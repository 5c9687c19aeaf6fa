/** Why a webhook had no answer, of the errors that a connection ends with. */
import type { DeliveryFailure } from '@luvalla/contract/consent/webhook-states.ts';
import { OutboundRefused } from '#kernel/outbound/guard.ts';
import { OutboundFailed } from '#kernel/outbound/http.ts';

/** By the system's words (errno), ours of `OutboundFailed`, and those of Node.js and OpenSSL for certificates. */
const WHY: Readonly<Record<string, DeliveryFailure>> = {
	ECONNREFUSED: 'refused',
	EHOSTUNREACH: 'refused',
	ENETUNREACH: 'refused',
	ENOTFOUND: 'no_name',
	EAI_AGAIN: 'no_name',
	ECONNRESET: 'hung_up',
	EPIPE: 'hung_up',
	ERR_STREAM_PREMATURE_CLOSE: 'hung_up',
	slow: 'slow',
	ETIMEDOUT: 'slow',
	EPROTO: 'no_tls',
	CERT_HAS_EXPIRED: 'certificate_expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_unknown',
	SELF_SIGNED_CERT_IN_CHAIN: 'certificate_unknown',
	UNABLE_TO_GET_ISSUER_CERT: 'certificate_unknown',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unknown',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unknown',
};

/** Null: it is none of these. */
export const whyOf = (error: unknown): DeliveryFailure | null => {
	if (error instanceof OutboundRefused) return 'not_allowed';
	if (!(error instanceof OutboundFailed)) return null;
	return error.code.startsWith('ERR_SSL_') ? 'no_tls' : (WHY[error.code] ?? null);
};
