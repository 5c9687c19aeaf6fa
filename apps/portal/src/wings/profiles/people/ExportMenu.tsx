import { personFile } from '@luvalla/contract/consent/people';
import { personTable } from '@luvalla/contract/profiles/profiles';
import { Button } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '#portal/lib/client.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { downloadFile } from '#portal/ui/download.ts';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import { useProfileTexts } from './profile-texts.ts';

/** Everything kept of somebody, as one file or the other. */
export function ExportMenu({ id, customerId }: { id: string; customerId: number }) {
	const p = useProfileTexts();
	const take = useMutation({
		mutationFn: (call: typeof personFile | typeof personTable) => fetchFile(call, { params: { id }, query: {} }, { customerId }),
		onSuccess: ({ name, blob }) => downloadFile(name, blob.type, blob),
		onError: (error: Error) => notifyFailure(error.message),
	});
	return (
		<LateMenu
			position="bottom-end"
			button={
				<Button
					variant="default"
					loading={take.isPending}
					leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
					rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
				>
					{p('export')}
				</Button>
			}
		>
			{(Menu) => (
				<>
					<Menu.Item onClick={() => take.mutate(personFile)}>{p('exportJson')}</Menu.Item>
					<Menu.Item onClick={() => take.mutate(personTable)}>{p('exportCsv')}</Menu.Item>
				</>
			)}
		</LateMenu>
	);
}
