/** The portal as the provider's first client. */
import type { Secrets } from '#kernel/secrets.ts';

export const PORTAL_CLIENT = 'portal';
/** Portal.md section 9. */
export const API_SCOPE = 'API';

export const portalSecret = (secrets: Secrets): string => secrets.derive('portal client').toString('base64url');
