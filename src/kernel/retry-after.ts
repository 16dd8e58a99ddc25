/** When to ask again is what a 503 tells: a lock is free by then, and who asks so often hears the end of an outage. */
export const retryAfterSeconds = 2
