/** What a purpose permits, as its form holds it and as it is sent. */
import { CHANNELS, type Channel } from '@luvalla/contract/channels';
import { type Basis, type Purpose, SEGMENT_BASES } from '@luvalla/contract/consent/purposes';

export interface PermitValues extends Record<string, unknown> {
	tracks: boolean;
	basis: Basis;
	/** '' while none is chosen. */
	basisSegment: string;
	channels: Channel[];
}

type Permits = Pick<Purpose, 'tracks' | 'basis' | 'basisSegment' | 'channels'>;

export const permitValues = (row?: Permits): PermitValues => ({
	tracks: row?.tracks ?? false,
	basis: row?.basis ?? 'consent',
	basisSegment: row?.basisSegment ?? '',
	channels: CHANNELS.filter((one) => row?.channels.includes(one)),
});

/** Channels that a basis can permit. */
export const channelsOn = (basis: Basis): readonly Channel[] => (basis === 'post without objection' ? ['leaflet'] : CHANNELS);

/** What the form says: what is hidden is not meant. */
export const permitsOf = ({ tracks, basis, basisSegment, channels }: PermitValues): Permits => {
	if (tracks) return { tracks, basis: 'consent', basisSegment: null, channels: [] };
	const segment = SEGMENT_BASES.includes(basis) && basisSegment !== '' ? basisSegment : null;
	return { tracks, basis, basisSegment: segment, channels: channels.filter((one) => channelsOn(basis).includes(one)) };
};

/** Only what is not as it was. */
export const permitsChanged = (values: PermitValues, before: Permits): Partial<Permits> => {
	const was = permitsOf(permitValues(before));
	return Object.fromEntries(
		Object.entries(permitsOf(values)).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(was[key as keyof Permits])),
	);
};

/** Whether the segment is missing that the basis needs. */
export const lacksSegment = ({ basis, basisSegment }: Pick<Permits, 'basis' | 'basisSegment'>): boolean =>
	SEGMENT_BASES.includes(basis) && basisSegment === null;
