/** Campaigns that are ready to be executed. */
import type { TestApp } from '../app.ts';
import { campaignScene } from './scene.ts';
import { openSink, type SinkManners } from './sink.ts';

/** To so many people who said yes, over a mail server with these manners. */
export const stagedLetters = async (t: TestApp, n: number, manners: SinkManners = {}, over: object = {}) => {
	const sink = await openSink(manners);
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const people = scene.emails(n);
	await scene.say(people, true);
	const audience = await scene.audience([await scene.segment(people)]);
	const campaign = await scene.campaign({ audience, constellation: await scene.published(), ...over });
	return { sink, scene, people, campaign };
};
