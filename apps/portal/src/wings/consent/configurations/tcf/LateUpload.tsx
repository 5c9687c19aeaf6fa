import { late } from '#portal/lib/late.tsx';
import { useOnce } from '#portal/ui/late.ts';

const UploadDialog = late(() => import('./UploadDialog.tsx').then((module) => module.UploadDialog));

/** The upload of a vendor list; its code comes when it is first opened. */
export function LateUpload(props: { opened: boolean; onClose: () => void }) {
	return useOnce(props.opened) ? <UploadDialog {...props} /> : null;
}
