/**
 * What is waited for is sought many times in vain. The document is written out for a person to read once the wait is over, not each time:
 * an eighth of what tests of screens cost.
 */
import { configure, getConfig } from '@testing-library/react';

/** Of an error by this name the library puts the line of the test in the place of its own. */
const NAME = 'TestingLibraryElementError';

const isWaiting = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure(({ getElementError }) => ({
	getElementError: (message, container) =>
		isWaiting() ? Object.assign(new Error(message ?? ''), { name: NAME }) : getElementError(message, container),
}));
