/** Calls what somebody else gave us. What it throws is reported as an error of the page, as a listener's is, and stops nothing of ours. */
export const safely = (call: () => void): void => {
	try {
		call();
	} catch (error) {
		reportError(error);
	}
};
