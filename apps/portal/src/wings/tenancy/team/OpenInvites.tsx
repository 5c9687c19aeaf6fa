import { invites, revokeInvite } from '@luvalla/contract/tenancy/invites';
import { useQuery } from '@tanstack/react-query';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { InviteList } from '#portal/ui/invites/InviteList.tsx';

/** Invitations to a customer's team. */
export function OpenInvites({ customerId }: { customerId: number }) {
	const query = useQuery(asQuery(invites, { query: { customerId } }, { customerId }));
	const revoke = useCall(revokeInvite, { reload: [invites], scope: { customerId } });
	return (
		<InviteList
			query={query}
			revoke={{
				isPending: revoke.isPending,
				mutate: (id, done) => revoke.mutate({ params: { id }, query: { customerId } }, { onSettled: done }),
			}}
			gives
		/>
	);
}
