import { signal } from '@preact/signals'

/** The state of a page is in its address. */
const here = () => ({
  path: location.pathname
    .replace(/^\/(console\/?)?/, '')
    .split('/')
    .map(decodeURIComponent),
  query: new URLSearchParams(location.search),
})

export const route = signal(here())

/** The address of this page with other parameters, without empty ones, scrolled to the same table. */
export const addressWith = (changes: Readonly<Record<string, string>>, prefix: string): string => {
  const query = new URLSearchParams(route.value.query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name)
    else query.set(name, value)
  }
  const place = prefix === '' ? '' : `#${prefix.slice(0, -1)}`
  return `${location.pathname}${query.size === 0 ? '' : `?${query}`}${place}`
}

export const go = (address: string): void => {
  history.pushState(null, '', address)
  route.value = here()
  const place = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
  if (place) place.scrollIntoView()
  else window.scrollTo(0, 0)
}

/** Handles links within the console and its insights without loading a page; all others are left to the browser. */
export const followLinks = (): void => {
  addEventListener('popstate', () => (route.value = here()))
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const link = (event.target as Element).closest?.('a')
    if (!link || link.target || link.download || link.origin !== location.origin) return
    if (link.getAttribute('href')?.startsWith('#')) return
    if (!/^\/(console|insights)(\/|$)/.test(link.pathname)) return
    event.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}
