import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { notifySuccess, sayPlainly } from '#portal/lib/notices.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { NoticePlace } from './NoticePlace.tsx';

// what files before this one said is said no more
beforeEach(() => sayPlainly([]));

it('is a region that screen readers know before the first notice comes into it', async () => {
	const { container } = render(<NoticePlace />, { wrapper: ThemeProvider });
	const region = container.querySelector<HTMLElement>('[aria-live="polite"]');
	expect(region).toBeEmptyDOMElement();
	notifySuccess('Saved.');
	expect(region).toContainElement(await screen.findByRole('status'));
});
