/** A button that brings a file which the server makes, as long as it is. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useDownload } from './use-download.ts';

interface DownloadProps {
	label: string;
	/** Asks for the file: `() => fetchFile(call, input, scope)`. */
	read: () => Promise<{ name: string; blob: Blob }>;
	disabled?: boolean;
}

export function Download({ label, read, disabled = false }: DownloadProps) {
	const get = useDownload(read);
	return (
		<Button
			variant="default"
			disabled={disabled}
			loading={get.isPending}
			leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
			onClick={() => get.mutate()}
		>
			{label}
		</Button>
	);
}
