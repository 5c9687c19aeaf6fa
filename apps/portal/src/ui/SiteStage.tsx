/** A customer's page in a sandboxed frame, as a browser or a phone shows it, with what the banner's runtime draws on it: `/cmp/preview/{version}`. */
import { useElementSize } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRested } from '#portal/lib/use-rested.ts';
import styles from './BannerPreview.module.css';

export type Device = 'desktop' | 'phone';
/** Width of the drawn screen and its least height. */
const SIZES: Record<Device, { width: number; least: number }> = {
	desktop: { width: 1180, least: 560 },
	phone: { width: 390, least: 760 },
};
/** The window's head and edges. */
const HEAD = 40;

export function SiteStage({
	device,
	fills,
	host,
	version,
	title,
	message,
	onLayer,
}: {
	device: Device;
	/** Takes the height of its pane; otherwise the pane takes its height. */
	fills: boolean;
	host: string;
	version: string;
	title: string;
	/** Undefined until its words are there. */
	message: object | undefined;
	/** What was pressed in the frame shows another layer. */
	onLayer?: (layer: unknown) => void;
}) {
	const frame = useRef<HTMLIFrameElement>(null);
	const [ready, setReady] = useState(false);
	// a frame is a process of its own, which begins beside the page's first picture otherwise
	const rested = useRested();
	const { ref, width: room, height: tall } = useElementSize();
	const { width, least } = SIZES[device];
	const frameRoom = fills ? tall - HEAD : 0;
	const scale = Math.min(1, room > 0 ? room / width : 1, device === 'phone' && frameRoom > 0 ? frameRoom / least : 1);
	// A desktop is as high as the pane lets it be.
	const height = device === 'desktop' && frameRoom > 0 ? Math.max(least, frameRoom / scale) : least;

	const hear = useEffectEvent((event: MessageEvent<unknown>) => {
		// The frame has an opaque origin, so what tells it is who speaks, not from where.
		if (event.source !== frame.current?.contentWindow) return;
		if (typeof event.data !== 'object' || event.data === null || !('type' in event.data)) return;
		if (event.data.type === 'ready') setReady(true);
		if (event.data.type === 'layer' && 'layer' in event.data) onLayer?.(event.data.layer);
	});
	useEffect(() => {
		const listener = (event: MessageEvent<unknown>) => hear(event);
		window.addEventListener('message', listener);
		return () => window.removeEventListener('message', listener);
	}, []);
	const text = message && JSON.stringify(message);
	useEffect(() => {
		if (ready && text) frame.current?.contentWindow?.postMessage(JSON.parse(text), '*');
	}, [ready, text]);

	return (
		<div ref={ref} className={styles.stage} data-still={fills ? undefined : ''}>
			<div className={styles.window} data-device={device} style={{ width: width * scale }}>
				<div className={styles.head}>
					<span className="window-dots" aria-hidden="true" />
					<IconLock size={13} stroke={1.75} aria-hidden="true" />
					<span className="window-host">{host}</span>
					{scale < 1 ? <span className="num">{Math.round(scale * 100)} %</span> : null}
				</div>
				<div style={{ height: height * scale }} className={styles.clip}>
					{rested ? (
						<iframe
							ref={frame}
							title={title}
							src={`/cmp/preview/${encodeURIComponent(version)}`}
							sandbox="allow-scripts"
							style={{ width, height, transform: `scale(${scale})` }}
							className={styles.frame}
						/>
					) : null}
				</div>
			</div>
		</div>
	);
}
