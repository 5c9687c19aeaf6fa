import { words as en } from '@luvalla/banner/languages/en';
import { words as fi } from '@luvalla/banner/languages/fi';
import { templates } from '@luvalla/banner/templates';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { BannerPreview } from './BannerPreview.tsx';

const { config } = templates['bottom-bar'];
const draw = (language: 'en' | 'fi' = 'en') =>
	render(
		<QueryClientProvider client={new QueryClient()}>
			<ThemeProvider env="test">
				<BannerPreview config={config} template="bottom-bar" version="0.1.0" host="shop.example" language={language} />
			</ThemeProvider>
		</QueryClientProvider>,
	);
const frame = (): HTMLIFrameElement => {
	const found = screen.getByTitle('Preview of the banner');
	if (!(found instanceof HTMLIFrameElement)) throw new Error('not a frame');
	return found;
};
const says = (source: Window | null) => act(() => window.dispatchEvent(new MessageEvent('message', { data: { type: 'ready' }, source })));

it('runs the real banner in a frame that may only run scripts, once the frame is ready, and again on each change', async () => {
	draw();
	await screen.findByTitle('Preview of the banner');
	expect(frame()).toHaveAttribute('src', '/cmp/preview/0.1.0');
	expect(frame()).toHaveAttribute('sandbox', 'allow-scripts');
	const target = frame().contentWindow;
	if (!target) throw new Error('no window');
	const sent = vi.spyOn(target, 'postMessage');
	// Somebody else's message is not the frame's.
	says(window);
	expect(sent).not.toHaveBeenCalled();
	says(target);
	await waitFor(() =>
		expect(sent).toHaveBeenLastCalledWith(
			{ host: 'shop.example', config, template: 'bottom-bar', words: en, language: 'en', layer: 1, gpc: false },
			'*',
		),
	);
	await userEvent.click(screen.getByText('Second layer'));
	await userEvent.click(screen.getByText('FI'));
	await userEvent.click(screen.getByRole('button', { name: 'More of the preview' }));
	await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'The browser sends Global Privacy Control' }));
	await waitFor(() =>
		expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ language: 'fi', words: fi, layer: 2, gpc: true }), '*'),
	);
	expect(screen.getByText('This is the real banner. Nothing here is recorded.')).toBeInTheDocument();
});
