/** The session in React. */
import { useSyncExternalStore } from 'react';
import { onSession, type Person, readSession, type SessionState } from './session.ts';

export const useSession = (): SessionState => useSyncExternalStore(onSession, readSession);

/**
 * The signed-in person; for everything that is drawn inside the shell.
 * @throws Error when nobody is signed in, which the top-level switch rules out
 */
export function usePerson(): Person {
	const session = useSession();
	if (session.at !== 'signedIn') throw new Error('This part is drawn only for a signed-in person');
	return session.person;
}
