/** The customer that ADMIN works for: the last one whose page was open. Kept for the session; everybody else has a current customer. */
import { useSyncExternalStore } from 'react';
import * as z from 'zod';

const KEY = 'luvalla.pageCustomer';
const Kept = z.object({ id: z.int(), name: z.string() });
export type WorkedFor = z.infer<typeof Kept>;

const listeners = new Set<() => void>();
let read: { text: string | null; value: WorkedFor | null } = { text: null, value: null };

/** The same object while nothing changed. */
function workedFor(): WorkedFor | null {
	const text = sessionStorage.getItem(KEY);
	if (text !== read.text) read = { text, value: text === null ? null : parsed(text) };
	return read.value;
}

function parsed(text: string): WorkedFor | null {
	try {
		return Kept.safeParse(JSON.parse(text)).data ?? null;
	} catch (error) {
		if (error instanceof SyntaxError) return null;
		throw error;
	}
}

export function workFor(customer: WorkedFor): void {
	const text = JSON.stringify(customer);
	if (text === sessionStorage.getItem(KEY)) return;
	sessionStorage.setItem(KEY, text);
	for (const listener of listeners) listener();
}

function onChange(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export const useWorkedFor = (): WorkedFor | null => useSyncExternalStore(onChange, workedFor);
