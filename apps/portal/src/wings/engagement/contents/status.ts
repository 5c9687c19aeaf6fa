/** Statuses of a content as the specification numbers its labels (portal.md, Status labels). */
import type { StatusKey } from '#portal/ui/Badge.tsx';

const LABELS = ['draft', 'published', 'running', 'stopped', 'completed', 'approved'] as const satisfies readonly StatusKey[];

/** The label of a status: 0 Draft … 5 Approved. A number that the specification does not name is a draft. */
export const statusOf = (status: number): StatusKey => LABELS[status] ?? 'draft';
