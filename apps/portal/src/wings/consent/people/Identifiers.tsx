import { type KnownIdentifier, type PersonDetail, people, person, removeIdentifier } from '@luvalla/contract/consent/people';
import { IconCheck, IconCircleDashed, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '#portal/ui/DataTable.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import { usePeopleTexts } from './texts.ts';
import { howText } from './words.tsx';

/** What a person is known by, how each came about, and taking one away. */
export function Identifiers({ data, customerId }: { data: PersonDetail; customerId: number }) {
	const t = usePeopleTexts();
	const [asking, setAsking] = useState<KnownIdentifier | null>(null);
	const remove = useCall(removeIdentifier, { reload: [person, people], scope: { customerId } });
	const columns: Column<KnownIdentifier>[] = [
		{ key: 'value', header: t('value'), cell: (row) => <span translate="no">{row.value}</span>, width: 240 },
		{ key: 'kind', header: t('kind'), cell: (row) => t(row.kind) },
		{ key: 'how', header: t('addedHow'), cell: (row) => howText(t, row.how) },
		{ key: 'added', header: t('added'), cell: (row) => <ExactTime at={row.addedAt} seconds={false} /> },
		{
			key: 'confirmed',
			header: t('confirmed'),
			cell: (row) => (
				<Badge hue={row.confirmedAt ? 'teal' : 'gray'} icon={row.confirmedAt ? IconCheck : IconCircleDashed}>
					{t(row.confirmedAt ? 'confirmedOn' : 'notConfirmed')}
				</Badge>
			),
		},
	];
	return (
		<Card title={t('identifiers')} flush>
			<DataTable
				caption={t('identifiers')}
				columns={columns}
				rows={data.identifiers}
				rowId={(row) => `${row.kind}:${row.value}`}
				rowName={(row) => row.value}
				{...(data.can.remove && {
					actions: (row: KnownIdentifier) => [{ label: t('remove'), icon: IconUnlink, onSelect: () => setAsking(row), danger: true }],
				})}
				expect={2}
			/>
			<ConfirmDialog
				opened={asking !== null}
				title={t('removeTitle', { value: asking?.value ?? '' })}
				verb={t('remove')}
				danger
				working={remove.isPending}
				onCancel={() => setAsking(null)}
				onConfirm={() =>
					asking &&
					remove.mutate(
						{ params: { id: data.luvallaId }, query: {}, body: { kind: asking.kind, value: asking.value } },
						{ onSettled: () => setAsking(null) },
					)
				}
			>
				<p>{t('removeText')}</p>
			</ConfirmDialog>
		</Card>
	);
}
