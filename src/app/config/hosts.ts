export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

export const isLoopback = (host: string): boolean => /^(127(\.\d+){3}|::1|localhost)$/.test(host)
