import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheck, IconHourglass } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Done, type Step, wayTo } from './steps.ts';
import { useTourTexts } from './texts.ts';
import styles from './tour.module.css';
import { anchorOf, type Place, useAnchor } from './use-anchor.ts';

interface PointerProps {
	step: Step;
	so: Done | null;
	done: boolean;
	/** What was done a moment ago, and brought this step by itself. */
	ended: Step | null;
	/** What was done before the tour began, at the step it began with. */
	before: readonly Step[];
	at: number;
	all: number;
	minutes: number;
	/** Of each step, for the bar. */
	isDone: readonly boolean[];
	onBack: (() => void) | null;
	onNext: (() => void) | null;
	onLeave: () => void;
}

/** Where nobody presses Ctrl K: a phone's width, or a finger for a pointer. */
const NO_KEYS = '(max-width: 37.49em), (pointer: coarse)';
const GAP = 12;
const EDGE = 8;

interface Beside {
	top: number;
	left: number;
	/** Where the card's own tip points from. */
	tip: { left: number } | { top: number };
	side: 'below' | 'above' | 'right';
}

const within = (at: number, least: number, most: number): number => Math.min(Math.max(least, at), Math.max(least, most));

/** Below the control where there is room, else above it; at the right of what stands in the menu; always within the window. */
const beside = (place: Place, width: number, height: number): Beside => {
	const lowest = window.innerHeight - height - EDGE;
	if (place.left < 40 && place.left + place.width + GAP + width < window.innerWidth / 2) {
		const top = within(place.top, EDGE, lowest);
		return {
			top,
			left: place.left + place.width + GAP,
			tip: { top: within(Math.min(place.height, 40) / 2 + place.top - top, 18, height - 18) },
			side: 'right',
		};
	}
	const below = place.top + place.height + GAP;
	const side = below > lowest && place.top - GAP - height > EDGE ? 'above' : 'below';
	const left = within(place.left + place.width / 2 - width / 2, EDGE, window.innerWidth - width - EDGE);
	const top = side === 'above' ? place.top - GAP - height : within(below, EDGE, lowest);
	return { top, left, tip: { left: within(place.left + place.width / 2 - left, 18, width - 18) }, side };
};

/** One step of the tour: a ring around the real control, and beside it what to do there. It dims nothing and takes no press from the page. */
export function Pointer({ step, so, done, ended, before, at, all, minutes, isDone, onBack, onNext, onLeave }: PointerProps) {
	const t = useTourTexts();
	const ids = useId();
	const navigate = useNavigate();
	const { pathname } = useLocation();
	const narrow = useMediaQuery('(max-width: 37.49em)', false, { getInitialValueInEffect: false });
	const noKeys = useMediaQuery(NO_KEYS, false, { getInitialValueInEffect: false });
	const anchors = wayTo(step, pathname);
	const { place, covered } = useAnchor(anchors);
	const card = useRef<HTMLElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const [size, setSize] = useState({ width: 320, height: 240 });
	useLayoutEffect(() => {
		const rect = card.current?.getBoundingClientRect();
		if (rect && (rect.width !== size.width || rect.height !== size.height)) setSize({ width: rect.width, height: rect.height });
	});
	const moved = ended !== null;
	useEffect(() => {
		// a step that came by itself is said; whoever presses a button here stays here with the focus
		if (!moved) heading.current?.focus({ preventScroll: true });
	}, [moved]);
	if (covered) return null;
	const leave = () => {
		const back = anchorOf(anchors);
		onLeave();
		if (back instanceof HTMLElement) back.focus();
	};
	const away = step.path !== undefined && !pathname.toLowerCase().startsWith(step.path);
	const docked = narrow || place === null;
	const where = docked || place === null ? null : beside(place, size.width, size.height);
	const site = step.key === 'choice' ? (so?.site ?? null) : null;
	const waiting = step.done && !done ? t(`wait_${step.key as 'domain'}`) : null;
	return (
		<>
			{place ? (
				<span
					className={styles.ring}
					aria-hidden="true"
					style={{ top: place.top - 4, left: place.left - 4, width: place.width + 8, height: place.height + 8 }}
				/>
			) : null}
			<section
				ref={card}
				className={styles.card}
				// at the end of the screen that is free of what it points at
				data-docked={docked ? (place && place.top + place.height / 2 > window.innerHeight / 2 ? 'top' : 'foot') : undefined}
				role="dialog"
				aria-modal="false"
				aria-labelledby={`${ids}-title`}
				aria-describedby={before.length > 0 ? `${ids}-before ${ids}-text` : `${ids}-text`}
				style={where ? { top: where.top, left: where.left } : undefined}
				onKeyDown={(event) => {
					if (event.key === 'Escape') {
						event.stopPropagation();
						leave();
					}
				}}
			>
				{where ? <span className={styles.tip} data-side={where.side} aria-hidden="true" style={where.tip} /> : null}
				<div className={styles.head}>
					<span>{t('place', { at: at + 1, all })}</span>
					<span>{t('left', { count: minutes })}</span>
				</div>
				<div className={styles.bar} aria-hidden="true">
					{isDone.map((one, n) => (
						// places of a bar have no other name
						// biome-ignore lint/suspicious/noArrayIndexKey: see above
						<span key={n} data-on={one || n === at ? '' : undefined} />
					))}
				</div>
				<h2 ref={heading} id={`${ids}-title`} tabIndex={-1} className={styles.title}>
					{t(`title_${step.key}`)}
				</h2>
				{before.length > 0 ? (
					<p id={`${ids}-before`} role="status" className={styles.status}>
						<IconCheck size={16} stroke={2} aria-hidden="true" />
						{t('doneBefore', { titles: before.map((one) => t(`title_${one.key}`)).join(', ') })}
					</p>
				) : null}
				<p id={`${ids}-text`} className={styles.text}>
					{step.key === 'menu' && noKeys ? t('text_menuTouch') : t(`text_${step.key}`)}
					{so?.waits && (step.key === 'banner' || step.key === 'domain') ? ` ${t('waits')}` : ''}
				</p>
				<p role="status" className={styles.status}>
					{ended ? (
						<>
							<IconCheck size={16} stroke={2} aria-hidden="true" />
							{t('isDone', { title: t(`title_${ended.key}`) })}
						</>
					) : done ? (
						<>
							<IconCheck size={16} stroke={2} aria-hidden="true" />
							{t('already')}
						</>
					) : waiting ? (
						<>
							<IconHourglass size={16} stroke={1.75} aria-hidden="true" />
							{waiting}
						</>
					) : null}
				</p>
				{site ? (
					<a className="link" href={site} target="_blank" rel="noreferrer">
						{t('open', { site: site.replace(/^https?:\/\/|\/$/g, '') })}
					</a>
				) : null}
				<div className={styles.acts}>
					{onBack ? (
						<Button variant="default" onClick={onBack}>
							{t('back')}
						</Button>
					) : null}
					<span className={styles.spring} />
					{onNext ? (
						<Button variant="subtle" color="gray" onClick={leave}>
							{t('leave')}
						</Button>
					) : null}
					{away && step.path ? (
						<Button variant="default" data-strong onClick={() => void navigate({ to: step.path ?? '/', search: {} })}>
							{t('go')}
						</Button>
					) : null}
					{onNext ? (
						<Button variant="default" data-strong={away ? undefined : true} onClick={onNext}>
							{t('next')}
						</Button>
					) : (
						<Button variant="default" data-strong onClick={leave}>
							{t('finish')}
						</Button>
					)}
				</div>
			</section>
		</>
	);
}
