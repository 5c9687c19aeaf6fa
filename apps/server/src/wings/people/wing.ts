/** People: who is who, what they are known by, who is one with whom, and what is remembered of a no. */
import type { Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { addressRoutes } from './addresses/calls.ts';
import { checkWordsDaily, workWords } from './persons/words-work.ts';

export { othersOf } from './addresses/calls.ts';
export { type Mine, noteConfirmed, readMine } from './addresses/mine.ts';
export {
	dropObjections,
	type Objection,
	readObjections,
	rememberEach,
	rememberObjections,
	remembersAny,
} from './objections/objections.ts';
export {
	allowChannel,
	anyCapped,
	type ChannelNo,
	type Chooser,
	channelNoesOf,
	channelsRefused,
	chooseCap,
	ownCapOf,
	ownCapsOf,
	refuseChannel,
	refusingChannel,
} from './objections/own-choice.ts';
export { isAddress, stopEverything, stoppedBy, stopsBy, stopsOf, unstop } from './objections/stops.ts';
export { alone, type Cluster, clustersBy, clustersOf, type Edge, membersOf, ownerAmong } from './persons/clusters.ts';
export { keepPeople, type Naming } from './persons/keep.ts';
export { countOn, fewOn } from './persons/known-on.ts';
export { madeOn } from './persons/made-on.ts';
export { mergePersons, unmergePerson } from './persons/merge.ts';
export {
	countryOfPhone,
	identifiersOf,
	lockPeople,
	type Named,
	namePeople,
	normalPhone,
	type ReadKey,
	subjectOf,
	type Unnamed,
	type Within,
	wordOf,
} from './persons/naming.ts';
export { countKnownOn, knownBeside, nextNamedOn, unseeOn } from './persons/on-domain.ts';
export { releasePersons } from './persons/release.ts';
export {
	customersKnowing,
	type FoundPeople,
	findBeginning,
	findPersons,
	type KnownBy,
	knownAmong,
	knownSince,
	namesOf,
	personKnownBy,
	readIdentifiers,
	removeIdentifier,
} from './persons/store.ts';
export { broughtBy, type Heir, noteBounced, passOnBrought, removeBrought, unseeBrought } from './persons/take-back.ts';
export { dropWords, ENOUGH, factBeginning, insideOf, maybeInside, namedInside, noteWords, standsIn, TOUCHED } from './persons/words.ts';

export const peopleWing = (kernel: Kernel) => {
	const stops: (() => Promise<void>)[] = [];
	return {
		routes: addressRoutes(kernel) satisfies Route[],
		/** Worker's part. */
		async work(): Promise<void> {
			const working: Kernel = { ...kernel, storage: kernel.storage.forWork };
			stops.push(await workWords(working));
			await checkWordsDaily(working);
		},
		async stop(): Promise<void> {
			for (const stop of stops) await stop();
		},
	};
};
export { valuesOf } from './persons/values.ts';
