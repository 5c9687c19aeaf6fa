import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#portal/lib/notices.ts';
import { downloadFile } from './download.ts';

/**
 * Brings a file that a call answers, and says so where it does not come.
 * @param read asks for it: `() => fetchFile(call, input, scope)`
 */
export const useDownload = <Of = void>(read: (of: Of) => Promise<{ name: string; blob: Blob }>) =>
	useMutation({
		mutationFn: read,
		onSuccess: ({ name, blob }) => downloadFile(name, blob.type, blob),
		onError: (error: Error) => notifyFailure(error.message),
	});
