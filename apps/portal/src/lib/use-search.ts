/** A screen's search, parsed by its own schema, and the way to change it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod';

/** `patch({ q: 'x', page: undefined })` changes those names and keeps the others; `replace` leaves no history entry. */
export type PatchSearch<S> = (patch: Partial<S>, options?: { replace?: boolean }) => void;

/** The URL's search as the screen's schema reads it. */
export function useScreenSearch<S extends z.ZodObject>(schema: S): [z.output<S>, PatchSearch<z.output<S>>] {
	const raw: unknown = useSearch({ strict: false });
	const navigate = useNavigate();
	const search = schema.parse(raw);
	return [
		search,
		(patch, options) => void navigate({ to: '.', search: (old: object) => ({ ...old, ...patch }), replace: options?.replace }),
	];
}
