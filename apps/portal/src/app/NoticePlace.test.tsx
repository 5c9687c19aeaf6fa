import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { notifySuccess, sayPlainly } from '#portal/lib/notices.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { NoticePlace } from './NoticePlace.tsx';

afterEach(() => sayPlainly([]));

it('is a region that screen readers know before the first notice comes into it', async () => {
	const { container } = render(<NoticePlace />, { wrapper: ThemeProvider });
	const region = container.querySelector<HTMLElement>('[aria-live="polite"]');
	expect(region).toBeEmptyDOMElement();
	notifySuccess('Saved.');
	expect(region).toContainElement(await screen.findByRole('status'));
});
