import styles from './Horizon.module.css';

/**
 * The horizon drawing of pages without data: sun, two ridges, lake, strokes of water, in steps 0, 1, 2 and 5 of the theme.
 * `wide` fills the sign-in's side; otherwise it is a card of 280 by 168.
 */
export function Horizon({ wide = false }: { wide?: boolean }) {
	return wide ? (
		<svg viewBox="0 0 640 900" preserveAspectRatio="xMidYMax slice" className={styles.wide} aria-hidden="true">
			<rect width="640" height="900" className={styles.sky} />
			<circle cx="398" cy="452" r="86" className={styles.sun} />
			<path d="M0 520C70 465 140 462 200 492S320 520 380 478 500 438 560 460 620 490 640 502V900H0Z" className={styles.far} />
			<path d="M0 560C60 538 140 528 220 545S380 582 480 560 590 528 640 545V900H0Z" className={styles.near} />
			<rect y="592" width="640" height="308" className={styles.lake} />
			<g className={styles.glint}>
				<path d="M332 608h132M354 628h92M340 652h66M386 678h40" />
			</g>
			<g className={styles.water}>
				<path d="M62 641h116M502 690h86M122 742h66M432 771h116M40 812h74" />
			</g>
		</svg>
	) : (
		<svg viewBox="0 0 280 168" className={styles.card} aria-hidden="true">
			<rect width="280" height="168" className={styles.sky} />
			<circle cx="90" cy="84" r="28" className={styles.sun} />
			<path d="M0 92C24 76 48 82 74 92S128 100 156 84 208 66 236 80 268 88 280 92V168H0Z" className={styles.far} />
			<path d="M0 116C40 106 84 108 120 114S208 124 280 106V168H0Z" className={styles.near} />
			<rect y="122" width="280" height="46" className={styles.lake} />
			<g className={styles.water}>
				<path d="M56 139h36M28 151h20M156 134h56M174 144h26M210 153h34" />
			</g>
		</svg>
	);
}
