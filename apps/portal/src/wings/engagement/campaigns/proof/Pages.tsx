/** The pages of one recipient as the printing house would get them, with the address field and the folds named beside what is printed. */
import type { CampaignProof } from '@luvalla/contract/engagement/campaign-proof';
import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type PdfPages, readPdf } from '#portal/lib/pdf.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { useCampaignTexts } from '../texts.ts';
import styles from './proof.module.css';

/** Drawn so many times finer than they are shown, for whoever looks close. */
const FINE = 2;

interface PagesProps {
	blob: Blob;
	name: string;
	measures: CampaignProof['measures'];
}

export function Pages({ blob, name, measures }: PagesProps) {
	const t = useCampaignTexts();
	const [pages, setPages] = useState<PdfPages | null>(null);
	const [error, setError] = useState<unknown>(null);
	const [again, setAgain] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: `again` is pressed to read it once more
	useEffect(() => {
		let open: PdfPages | null = null;
		let gone = false;
		setError(null);
		readPdf(blob).then((found) => {
			open = found;
			if (gone) void found.close();
			else setPages(found);
		}, setError);
		return () => {
			gone = true;
			setPages(null);
			void open?.close();
		};
	}, [blob, again]);
	if (error) return <Failed sentence={t('proofFailed')} error={error} onRetry={() => setAgain(again + 1)} />;
	const count = pages?.count ?? measures.sides;
	return (
		<div className={styles.pages}>
			{Array.from({ length: count }, (_, n) => n + 1).map((number) => (
				<Sheet key={number} pages={pages} number={number} name={name} measures={measures} />
			))}
		</div>
	);
}

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

function Sheet({ pages, number, name, measures }: Omit<PagesProps, 'blob'> & { pages: PdfPages | null; number: number }) {
	const t = useCampaignTexts();
	const canvas = useRef<HTMLCanvasElement>(null);
	const [words, setWords] = useState<string | null>(null);
	const { page, slug, bleed, address, folds, sides } = measures;
	const [wide, high] = [page.width + 2 * slug, page.height + 2 * slug];
	const front = sides === 1 || number % 2 === 1;
	useEffect(() => {
		const on = canvas.current;
		if (!pages || !on) return;
		let gone = false;
		const draw = () =>
			pages.draw(number, on, Math.max(400, on.clientWidth * FINE)).then(
				(said) => (gone ? undefined : setWords(said)),
				() => undefined,
			);
		void draw();
		return () => {
			gone = true;
		};
	}, [pages, number]);
	const label = t(front ? 'proofFront' : 'proofBack');
	return (
		<figure className={styles.page}>
			<figcaption>
				{label}
				{front ? t('proofSize', { bleed }) : null}
			</figcaption>
			<div className={styles.paper} style={{ aspectRatio: `${wide} / ${high}` }} data-drawn={words === null ? undefined : ''}>
				<canvas ref={canvas} role="img" aria-label={t('proofOf', { page: label, name })} />
				{words === null ? <Skeleton className={styles.blank} /> : null}
				{front ? (
					<>
						<span
							className={styles.address}
							style={{
								left: percent(slug + address.x, wide),
								top: percent(slug + address.y, high),
								width: percent(address.width, wide),
								height: percent(address.height, high),
							}}
						/>
						<span
							className={styles.named}
							style={{ left: percent(slug + address.x, wide), top: percent(slug + address.y + address.height + 1, high) }}
						>
							{t('proofAddress')}
						</span>
						{folds.map((fold) => (
							<span key={fold} className={styles.fold} style={{ top: percent(slug + fold, high) }}>
								{t('proofFold')}
							</span>
						))}
					</>
				) : null}
			</div>
			<p className="visually-hidden">{words}</p>
		</figure>
	);
}
