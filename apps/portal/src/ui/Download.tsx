/** A button that brings a file which the server makes, as long as it is. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#portal/lib/notices.ts';
import { downloadFile } from './download.ts';

interface DownloadProps {
	label: string;
	/** Asks for the file: `() => fetchFile(call, input, scope)`. */
	read: () => Promise<{ name: string; blob: Blob }>;
	disabled?: boolean;
}

export function Download({ label, read, disabled = false }: DownloadProps) {
	const get = useMutation({
		mutationFn: read,
		onSuccess: ({ name, blob }) => downloadFile(name, blob.type, blob),
		onError: (error: Error) => notifyFailure(error.message),
	});
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
