/** What became of a request, as a badge. */
import type { DeletionRequest } from '@luvalla/contract/tenancy/deletion-requests';
import { IconArrowBackUp, IconCircleDashed, IconEraser, IconHourglass, IconX, type TablerIcon } from '@tabler/icons-react';
import type { Meaning } from '#portal/theme/tokens.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import type { en } from './messages/en.ts';
import { useRequestTexts } from './texts.ts';

type Known = Pick<DeletionRequest, 'status' | 'erasedAt' | 'cancelledAt'>;
interface Sign {
	word: keyof typeof en & ('status0' | 'status1' | 'status2' | 'erased' | 'broughtBack');
	hue: Meaning;
	icon: TablerIcon;
}

const signOf = ({ status, erasedAt, cancelledAt }: Known): Sign => {
	if (erasedAt !== null) return { word: 'erased', hue: 'red', icon: IconEraser };
	if (cancelledAt !== null) return { word: 'broughtBack', hue: 'green', icon: IconArrowBackUp };
	if (status === 1) return { word: 'status1', hue: 'amber', icon: IconHourglass };
	return status === 0 ? { word: 'status0', hue: 'blue', icon: IconCircleDashed } : { word: 'status2', hue: 'gray', icon: IconX };
};

export function RequestBadge({ request }: { request: Known }) {
	const t = useRequestTexts();
	const { word, hue, icon } = signOf(request);
	return (
		<Badge hue={hue} icon={icon}>
			{t(word)}
		</Badge>
	);
}
