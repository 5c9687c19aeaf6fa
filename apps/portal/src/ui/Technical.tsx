/** Hashes, ids and signatures, folded away: for whoever checks by hand. Each can be copied. */
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Fold } from './Fold.tsx';
import styles from './Technical.module.css';
import { useKitTexts } from './texts.ts';

interface TechnicalProps {
	facts: readonly { label: string; value: string }[];
}

export function Technical({ facts }: TechnicalProps) {
	const t = useKitTexts();
	return (
		<Fold summary={t('technical')}>
			<CopyFacts facts={facts} />
		</Fold>
	);
}

/** Labels and values that are copied elsewhere as they stand. */
export function CopyFacts({ facts }: TechnicalProps) {
	return (
		<dl className={styles.technical}>
			{facts.map(({ label, value }) => (
				<div key={label}>
					<dt>{label}</dt>
					<dd>
						<code>{value}</code>
						<Copy label={label} value={value} />
					</dd>
				</div>
			))}
		</dl>
	);
}

function Copy({ label, value }: { label: string; value: string }) {
	const t = useKitTexts();
	const clipboard = useClipboard({ timeout: 2000 });
	const Icon = clipboard.copied ? IconCheck : IconCopy;
	return (
		<>
			<button type="button" className={styles.copy} aria-label={t('copyOf', { label })} onClick={() => clipboard.copy(value)}>
				<Icon size={16} stroke={1.75} aria-hidden="true" />
			</button>
			<span role="status" className="visually-hidden">
				{clipboard.copied ? t('copiedOf', { label }) : ''}
			</span>
		</>
	);
}
