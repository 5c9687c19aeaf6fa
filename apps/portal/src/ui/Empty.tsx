import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { NO_CONNECTION } from '#portal/lib/client.ts';
import { CallFailure, codeOf, Unauthenticated } from '#portal/lib/failure.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import styles from './Empty.module.css';
import { Horizon } from './Horizon.tsx';
import type { Crumb } from './PageHeader.tsx';
import { useKitTexts } from './texts.ts';
import { WayBack } from './WayBack.tsx';

interface EmptyProps {
	title: string;
	children?: ReactNode;
	action?: ReactNode;
	/** Beside what is there: without the drawing, which belongs to pages that have no data. */
	part?: boolean;
}

/** Nothing there yet: the drawing, what is missing, one sentence why it matters, the next step. */
export function Empty({ title, children, action, part = false }: EmptyProps) {
	return (
		<div className={styles.empty} data-part={part ? '' : undefined}>
			{part ? null : <Horizon />}
			<h2 className={styles.title}>{title}</h2>
			{children ? <p className={styles.text}>{children}</p> : null}
			{action ? <div className={styles.actions}>{action}</div> : null}
		</div>
	);
}

/** What failed: a query, or what is no single query with its own way to try again. */
type FailedProps = {
	sentence?: string;
	/** Where the thing of a page would stand in: it is led there, as trying again brings nothing that is not there. */
	back?: Crumb | undefined;
} & ({ query: { error: unknown; refetch: () => unknown } } | { error: unknown; onRetry: () => void });

/** Texts of the catalogue that do not say what failed. */
const NAME_NOTHING = ['error occured', 'Something went wrong'] as const;

/** A load that failed: the sentence, *Try again*, the code in mono; the rest of the page stays alive. */
export function Failed({ sentence, back, ...what }: FailedProps) {
	const t = useKitTexts();
	const { error, onRetry } = 'query' in what ? { error: what.query.error, onRetry: () => void what.query.refetch() } : what;
	const notThere = error instanceof CallFailure && error.notThere;
	const said = error instanceof Error && !(error instanceof Unauthenticated) ? error.message : '';
	const own = notThere && error.status !== 404 ? t('notThere') : said;
	// What the server said, or the catalogue says of this call, goes first; where that names nothing, the screen does.
	const away = codeOf(error) === NO_CONNECTION;
	const named = own !== '' && !NAME_NOTHING.some((one) => own === fixedText(one, currentLanguage()));
	return (
		<div className={styles.failed} role="alert">
			<p className="strong">{named ? own : (sentence ?? own)}</p>
			{away ? (
				<p className="quiet">{t('noConnection')}</p>
			) : named || sentence === undefined || own === '' ? null : (
				<p className="quiet">{own}</p>
			)}
			<p className="aside">
				{t('code')} <code>{codeOf(error)}</code>
			</p>
			{back && notThere ? (
				<WayBack to={back} />
			) : (
				<Button variant="default" data-strong onClick={onRetry}>
					{t('tryAgain')}
				</Button>
			)}
		</div>
	);
}
