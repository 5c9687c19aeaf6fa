/** The senders of text messages that a campaign may choose from, and the words that stop them: asked once for all who show them. */
import { textSenders } from '@luvalla/contract/engagement/text-messages';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';

export const useTextSenders = (scope: Scope, enabled = true) =>
	useQuery({ ...asQuery(textSenders, { query: {} }, scope), staleTime: 60_000, enabled });
