/** What a link of ours says, sealed: nobody else makes one, and nothing of it can be read in a history or a log. */
import type * as z from 'zod';
import { SecretError, type Secrets } from './secrets.ts';

/** Longer than any link of ours. */
const MOST_SIGNS = 4000;

/** @param place where these links are opened, and nothing else: one of another place opens nothing */
export const sealedLink = <T>(place: string, shape: z.ZodType<T>) => ({
	seal: (secrets: Secrets, said: T): string => secrets.seal(JSON.stringify(said), place),
	/** Null: it is not one of these. */
	open: (secrets: Secrets, token: unknown): T | null => {
		if (typeof token !== 'string' || token.length > MOST_SIGNS) return null;
		try {
			return shape.safeParse(JSON.parse(secrets.open(token, place))).data ?? null;
		} catch (error) {
			if (error instanceof SecretError || error instanceof SyntaxError) return null;
			throw error;
		}
	},
});
