import { type AnswerOf, nameOf } from '@luvalla/contract/call';
import { type Connector, connectors, type testConnector } from '@luvalla/contract/profiles/connectors';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPlugConnected } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '#portal/lib/client.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './connectors.module.css';
import { useConnectorTexts } from './texts.ts';

/** Tries what is saved, and says what came of it. */
export function TestPart({ connector, call, dirty }: { connector: Connector; call: typeof testConnector; dirty: boolean }) {
	const t = useConnectorTexts();
	const client = useQueryClient();
	const [working, setWorking] = useState(false);
	const [found, setFound] = useState<AnswerOf<typeof testConnector> | null>(null);
	const run = async (): Promise<void> => {
		setWorking(true);
		try {
			setFound((await ask(call, { query: { id: connector.id } }, { customerId: connector.customerId })).data);
			await client.invalidateQueries({ queryKey: [nameOf(connectors)] });
		} catch (error) {
			notifyFailure(error instanceof Error ? error.message : String(error));
		} finally {
			setWorking(false);
		}
	};
	return (
		<div className="stack-12">
			<div className="line-12">
				<Button
					variant="default"
					loading={working}
					leftSection={<IconPlugConnected size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => void run()}
				>
					{t('test')}
				</Button>
				{dirty ? <span className="note">{t('testSaved')}</span> : null}
			</div>
			<div role="status">
				{found ? (
					<div className={styles.found} data-fine={found.isSuccessful}>
						{found.isSuccessful ? (
							<IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
						) : (
							<IconCircleX size={18} stroke={1.75} aria-hidden="true" />
						)}
						<div>
							<p className={styles.foundTitle}>{t(found.isSuccessful ? 'passed' : 'notPassed', { ms: found.ms })}</p>
							<p>{found.isSuccessful ? found.message : found.errorMessage}</p>
						</div>
						<ExactTime at={found.at} />
					</div>
				) : null}
			</div>
		</div>
	);
}
