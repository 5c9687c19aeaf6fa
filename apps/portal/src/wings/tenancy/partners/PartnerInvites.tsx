import { partnerInvites, revokePartnerInvite } from '@luvalla/contract/tenancy/invites';
import type { Partner } from '@luvalla/contract/tenancy/partners';
import { useQuery } from '@tanstack/react-query';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { InviteList } from '#portal/ui/invites/InviteList.tsx';

/** Invitations to a partner. */
export function PartnerInvites({ partner }: { partner: Partner }) {
	const params = { partnerId: partner.id };
	const query = useQuery(asQuery(partnerInvites, { params }));
	const revoke = useCall(revokePartnerInvite, { reload: [partnerInvites] });
	return (
		<InviteList
			query={query}
			revoke={{
				isPending: revoke.isPending,
				mutate: (id, done) => revoke.mutate({ params: { ...params, id } }, { onSettled: done }),
			}}
			gives={false}
		/>
	);
}
