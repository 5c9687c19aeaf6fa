/** What people are known by, within one customer. */
import * as z from 'zod';
import { Email, Id, line } from '../fields.ts';

export const NOT_A_PHONE = 'Use the international form, such as +358 40 123 4567';
/** International form, as `+358401234567`; blanks, hyphens and brackets are forgiven. */
export const Phone = z
	.string()
	.trim()
	.max(40)
	.regex(/^\+[\d ()-]{7,38}$/, { error: NOT_A_PHONE });

/** Who somebody is: any of these, or several that belong to one person. `externalId` is the customer's own. */
export const PersonKey = z
	.object({
		luvallaId: Id.optional(),
		email: Email.optional(),
		phone: Phone.optional(),
		externalId: line(200).min(1).optional(),
	})
	.refine((key) => Object.values(key).some((one) => one !== undefined), { error: 'Say who it is' });
export type PersonKey = z.infer<typeof PersonKey>;

export const IDENTIFIER_KINDS = ['email', 'phone', 'externalId'] as const;
export const Identifier = z.object({ kind: z.enum(IDENTIFIER_KINDS), value: z.string() });
export type Identifier = z.infer<typeof Identifier>;
