/** Asking a customer's rows for somebody who waits. */
import { faultOf, type Reach } from '../storage/reach.ts';
import { Away } from './errors.ts';

/** What they answer; whoever cannot be reached is not asked again for a moment. @throws Away */
export const reached = async <T>(reach: Reach, customerId: number, ask: () => Promise<T>): Promise<T> => {
	const wait = reach.waitSeconds(customerId);
	if (wait !== null) throw new Away(wait);
	try {
		return await ask();
	} catch (error) {
		if (faultOf(error) !== 'customer') throw error;
		reach.lost(customerId, error);
		throw new Away(reach.waitSeconds(customerId) ?? 1);
	}
};
