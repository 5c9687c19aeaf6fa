/** In the preview's place while no vendor list is stored: why there is nothing, and what leads on. */
import { Button } from '@mantine/core';
import { publicSettings } from '#portal/lib/settings.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Empty } from '#portal/ui/Empty.tsx';
import { ListActs } from './ListActs.tsx';
import { useTcfTexts } from './texts.ts';

export function NoList({ onUpload }: { onUpload: () => void }) {
	const t = useTcfTexts();
	const { isAdmin } = usePerson();
	return (
		<Empty
			part
			title={t('noList')}
			action={
				isAdmin ? (
					<ListActs filled onUpload={onUpload} />
				) : (
					<Button variant="default" component="a" href={publicSettings().supportUrl}>
						{t('askForList')}
					</Button>
				)
			}
		>
			{isAdmin ? t('noListAdmin') : t('noListOther')}
		</Empty>
	);
}
