/**
 * Who may be written as: asked by the sheet, by whoever executes, goes on with and tries a run again, and once more where a way for letters
 * opens, since a run outlives what was checked when it was begun.
 */
import type { Kernel } from '#kernel/kernel.ts';
import { type Problem, problem } from '../problems.ts';
import type { Checked } from './dns.ts';
import { isReady } from './sentences.ts';

/** Hosts of this machine alone: where an installation is tried out (its own address is local), nothing leaves by them. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|.*\.localhost)$/;

/** @param host of the mail server; null: the built-in mailbox */
export const leavesForTheWorld = ({ isLocal }: Pick<Kernel['settings'], 'isLocal'>, host: string | null): boolean =>
	host !== null && !(isLocal && LOOPBACK.test(host));

/**
 * What keeps letters from being written as this sender; null: nothing.
 * @param sender undefined: none is named, or it is gone
 * @param excused without one letters may go that do not leave for the world
 */
export const senderProblem = (
	sender: { readonly address: string; readonly checked: Checked | null } | undefined,
	{ toTheWorld, excused }: { readonly toTheWorld: boolean; readonly excused: boolean },
): Problem | null => {
	if (!sender) return excused && !toTheWorld ? null : problem('no_sender');
	return toTheWorld && !isReady(sender.checked) ? problem('sender_not_checked', sender.address) : null;
};
