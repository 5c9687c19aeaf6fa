import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Download } from '../Download.tsx';
import { useKitTexts } from '../texts.ts';
import { type Cell, downloadCsv } from './csv.ts';

/** The list as the server writes it: with the list's own search, filters and sort, to the last row. */
export function ListExport({ read, short = false }: { read: () => Promise<{ name: string; blob: Blob }>; short?: boolean }) {
	const t = useKitTexts();
	return <Download label={short ? t('csv') : t('exportCsv')} read={read} />;
}

/**
 * A button that downloads what the page itself has worked out as `{name}.csv`. The first row is the heading.
 * `short` says *CSV* instead of *Export CSV*.
 */
export function CsvExport({ name, rows, short = false }: { name: string; rows: () => Cell[][]; short?: boolean }) {
	const t = useKitTexts();
	return (
		<Button
			variant="default"
			leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
			onClick={() => downloadCsv(name, rows())}
		>
			{short ? t('csv') : t('exportCsv')}
		</Button>
	);
}
