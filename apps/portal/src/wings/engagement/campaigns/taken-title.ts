/** A title that is taken is said at its field as well as in the notice. */
import { CallFailure } from '#portal/lib/failure.ts';

/** @throws what `send` throws */
export const titled = async <T>(send: () => Promise<T>): Promise<T> => {
	try {
		return await send();
	} catch (error) {
		if (error instanceof CallFailure && error.code === 'campaign_known')
			throw new CallFailure(error.message, error.status, { code: error.code, fields: { title: error.message } });
		throw error;
	}
};
