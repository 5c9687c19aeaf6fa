/** A screen's search, parsed by its own schema, and the way to change it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod';

/** By what an address names what is opened over its page. */
const OPENED: ReadonlySet<string> = new Set(['id', 'answer', 'edit', 'mail', 'ask']);
/** It closes what was opened, or leads on from what was made: Back is not to open that once more. */
const isDone = (old: object, patch: object): boolean =>
	('id' in old && old.id === 'new' && 'id' in patch) ||
	(Object.keys(patch).some((key) => OPENED.has(key)) && Object.values(patch).every((value) => value === undefined));

/**
 * `patch({ q: 'x', page: undefined })` changes those names and keeps the others; `replace` leaves no history entry, and neither does closing or
 * leading on from what is new.
 */
export type PatchSearch<S> = (patch: Partial<S>, options?: { replace?: boolean }) => void;

/** The URL's search as the screen's schema reads it. */
export function useScreenSearch<S extends z.ZodObject>(schema: S): [z.output<S>, PatchSearch<z.output<S>>] {
	const raw: unknown = useSearch({ strict: false });
	const navigate = useNavigate();
	const search = schema.parse(raw);
	return [
		search,
		(patch, options) =>
			void navigate({ to: '.', search: (old: object) => ({ ...old, ...patch }), replace: options?.replace ?? isDone(search, patch) }),
	];
}
