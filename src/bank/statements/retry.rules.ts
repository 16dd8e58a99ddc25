const seconds = 1000
const minutes = 60 * seconds

/** A mail server that is down is often back soon, and one that is not needs no crowd before its door. */
const waitsMs = [10 * seconds, 30 * seconds, 2 * minutes, 5 * minutes, 15 * minutes, 30 * minutes]
const waitMsMax = 60 * minutes

/** How long to wait after so many attempts; the first has the number 1. */
export const waitMsAfter = (attempts: number): number => waitsMs[attempts - 1] ?? waitMsMax

/** From this attempt on somebody must look: about an hour has passed. */
export const attemptsAlarm = waitsMs.length + 1
