/** What a platform admin does about vendor lists: fetch the newest one now, or upload one. */
import { fetchGvlFile, gvlFile, gvlFiles } from '@luvalla/contract/consent/vendor-lists';
import { Button } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useCall } from '#portal/lib/calls.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { useTcfTexts } from './texts.ts';

interface ListActsProps {
	/** Fetching is the one main act of the view. */
	filled?: boolean;
	small?: boolean;
	onUpload: () => void;
}

/** The dialog of the upload belongs to whoever stays when the first list has come. */
export function ListActs({ filled = false, small = false, onUpload }: ListActsProps) {
	const t = useTcfTexts();
	const fetching = useCall(fetchGvlFile, {
		reload: [gvlFile, gvlFiles],
		quiet: true,
		onSuccess: ({ stored }) => notifySuccess(stored ? t('fetched') : t('unchanged')),
	});
	const size = small ? 'compact-sm' : undefined;
	return (
		<>
			<Button size={size} variant="default" leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />} onClick={onUpload}>
				{t('upload')}
			</Button>
			<Button
				size={size}
				variant={filled ? 'filled' : 'default'}
				loading={fetching.isPending}
				leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
				onClick={() => fetching.mutate({})}
			>
				{t('fetchNow')}
			</Button>
		</>
	);
}
