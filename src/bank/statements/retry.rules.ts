const seconds = 1000
const minutes = 60 * seconds

/** The backoff grows: a mail server is often back soon, but an overloaded one must not get more load. */
const waitsMs = [10 * seconds, 30 * seconds, 2 * minutes, 5 * minutes, 15 * minutes, 30 * minutes]
const waitMsMax = 60 * minutes

/** The wait after an attempt; the first is number 1. */
export const waitMsAfter = (attempts: number): number => waitsMs[attempts - 1] ?? waitMsMax

/** From this attempt on an error is logged: about an hour has passed. */
export const alarmFromAttempt = waitsMs.length + 1
