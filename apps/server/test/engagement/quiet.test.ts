/** Quiet hours by a clock that may be changed while they last. */
import { expect, test } from 'vitest';
import { quietUntil } from '../../src/wings/engagement/send/permits.ts';

test.each([
	['on an ordinary night', 'Europe/Helsinki', [22, 8], '2027-01-15T20:30:00Z', '2027-01-16T06:00:00.000Z'],
	['over clocks that go forward', 'Europe/Helsinki', [22, 8], '2027-03-27T20:30:00Z', '2027-03-28T05:00:00.000Z'],
	['over clocks that go back', 'Europe/Helsinki', [22, 8], '2027-10-30T19:30:00Z', '2027-10-31T06:00:00.000Z'],
	['over clocks that go forward, elsewhere', 'America/New_York', [22, 7], '2027-03-14T03:30:00Z', '2027-03-14T11:00:00.000Z'],
	['over clocks that go back, elsewhere', 'America/New_York', [22, 7], '2027-11-07T02:30:00Z', '2027-11-07T12:00:00.000Z'],
	['over half an hour', 'Australia/Lord_Howe', [22, 8], '2027-10-02T12:00:00Z', '2027-10-02T21:00:00.000Z'],
	['to an hour that is left out', 'Europe/Helsinki', [22, 3], '2027-03-27T20:30:00Z', '2027-03-28T01:00:00.000Z'],
	['to an hour that comes twice', 'Europe/Helsinki', [22, 3], '2027-10-30T19:30:00Z', '2027-10-31T00:00:00.000Z'],
] as const)('Quiet hours end as clocks there show it, %s', (_, zone, [from, to], at, until) => {
	expect(quietUntil(new Date(at), zone, { from, to })?.toISOString()).toBe(until);
});
