/** The portal as the provider's first client. */
import type { Secrets } from '#kernel/secrets.ts';

export const PORTAL_CLIENT = 'portal';
/** Portal.md section 9. */
export const API_SCOPE = 'API';

export const portalSecret = (secrets: Secrets): string => secrets.derive('portal client').toString('base64url');

/** What each scope tells of a person, in ID tokens and by UserInfo. */
export const CLAIMS: Readonly<Record<string, string[]>> = { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] };
