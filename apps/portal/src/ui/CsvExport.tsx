import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { notifyFailure } from '#portal/lib/notices.ts';
import { type Cell, downloadCsv } from './csv.ts';
import { useKitTexts } from './texts.ts';

/**
 * A button that downloads rows as `{name}.csv`. `rows` may ask the server; the first row is the heading.
 * `short` says *CSV* instead of *Export CSV*.
 */
export function CsvExport({ name, rows, short = false }: { name: string; rows: () => Promise<Cell[][]> | Cell[][]; short?: boolean }) {
	const t = useKitTexts();
	const [working, setWorking] = useState(false);
	const run = async () => {
		setWorking(true);
		try {
			downloadCsv(name, await rows());
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			notifyFailure(error.message);
		} finally {
			setWorking(false);
		}
	};
	return (
		<Button
			variant="default"
			loading={working}
			leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
			onClick={() => void run()}
		>
			{short ? t('csv') : t('exportCsv')}
		</Button>
	);
}
