/**
 * What somebody opened from the palette in this session, the last first: theirs alone, and of the customer they work for. It goes
 * with the session: at the log-out, when somebody acts as another person, and with a switch of the customer.
 */
import * as z from 'zod';
import { RECENTS_KEY as KEY } from '#portal/lib/session.ts';
import { type Entry, KINDS, type Target } from './entry.ts';

const MOST = 5;

const Recent = z.object({
	id: z.string(),
	kind: z.enum(KINDS),
	label: z.string(),
	detail: z.string().optional(),
	does: z.object({ to: z.string(), search: z.record(z.string(), z.string()) }),
});
const Kept = z.object({ of: z.string(), recents: z.array(Recent) });
type Recent = z.infer<typeof Recent>;

/** Whose they are. Another person, or the same one with another customer, has none of them. */
export const ownerOf = (email: string, customerId: number | undefined): string => `${email} ${customerId ?? ''}`;

export function readRecents(of: string): readonly Recent[] {
	const text = sessionStorage.getItem(KEY);
	if (text === null) return [];
	const kept = Kept.safeParse(JSON.parse(text)).data;
	return kept?.of === of ? kept.recents : [];
}

export function keepRecent(of: string, { id, kind, label, detail }: Entry, does: Target): void {
	const search = { ...does.search };
	const recents = [{ id, kind, label, detail, does: { to: does.to, search } }, ...readRecents(of).filter((one) => one.id !== id)];
	sessionStorage.setItem(KEY, JSON.stringify({ of, recents: recents.slice(0, MOST) }));
}
