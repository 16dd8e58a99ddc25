import { signal } from '@preact/signals'

/** Where one is: what a page shows stands in its address. */
const here = () => ({
  path: location.pathname
    .replace(/^\/(console\/?)?/, '')
    .split('/')
    .map(decodeURIComponent),
  query: new URLSearchParams(location.search),
})

export const route = signal(here())

export const go = (address: string): void => {
  history.pushState(null, '', address)
  route.value = here()
  window.scrollTo(0, 0)
}

/** Follows links within the console and its insights without loading the page anew; all others are the browser's own. */
export const followLinks = (): void => {
  addEventListener('popstate', () => (route.value = here()))
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    const link = (event.target as Element).closest?.('a')
    if (!link || link.target || link.download || link.origin !== location.origin) return
    if (!/^\/(console|insights)(\/|$)/.test(link.pathname)) return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}
