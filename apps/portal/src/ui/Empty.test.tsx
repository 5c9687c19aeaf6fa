import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CallFailure } from '#portal/lib/failure.ts';
import { Failed } from './Empty.tsx';

const shown = (message: string, status: number, code: string, fields?: Record<string, string>) =>
	render(
		<MantineProvider env="test">
			<Failed sentence="We could not load the dashboard." error={new CallFailure(message, status, { code, fields })} onRetry={() => {}} />
		</MantineProvider>,
	);

describe('a load that failed', () => {
	it('says the server’s own sentence where one has to wait', () => {
		shown('Try again in a moment.', 429, 'busy_counting');
		expect(screen.getByRole('alert')).toHaveTextContent('Try again in a moment.');
		expect(screen.queryByText('We could not load the dashboard.')).toBeNull();
		expect(screen.getByText('busy_counting')).toBeVisible();
	});
	it('says that the server cannot be reached, where nobody answered', () => {
		shown('error occured', 0, 'no_connection');
		expect(screen.getByText('We could not load the dashboard.')).toBeVisible();
		expect(screen.getByText('The server cannot be reached. Check your connection.')).toBeVisible();
		expect(screen.queryByText('error occured')).toBeNull();
	});
	it('says that nothing is there where the address names it by an id that cannot be read', () => {
		shown('Check the fields named.', 400, 'invalid', { id: 'This value cannot be used' });
		expect(screen.getByText('There is nothing at this address.')).toBeVisible();
		expect(new CallFailure('', 400, { code: 'invalid', fields: { id: '', q: '' } }).notThere).toBe(false);
	});
	it.each(['error occured', 'Something went wrong'])('says the page’s own sentence where nothing else names what failed: %s', (text) => {
		shown(text, 503, 'unavailable');
		expect(screen.getByText('We could not load the dashboard.')).toBeVisible();
		expect(screen.getByText(text)).toBeVisible();
	});
});
