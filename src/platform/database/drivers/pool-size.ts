/**
 * The connections of one process to MySQL, unless the configuration sets them: enough for its concurrent requests, and few enough for the
 * limit of a server.
 */
export const poolSizeUsual = 16
