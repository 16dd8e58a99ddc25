/** Connections of one process to MySQL: more than it has requests in SQL at once, fewer than a server has to give. */
export const poolSizeUsual = 16
