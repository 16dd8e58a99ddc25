import Sequencer from '@jest/test-sequencer'

/** The folders of the suites that take longest, longest first: they wait for leases and start processes. */
const folders = ['browser', 'end-to-end', 'clocks', 'jobs', 'ledger'].map((name) => `/test/${name}/`)

const rank = ({ path }) => {
  // A suite of kills is long however short its file, and by size it would come last and alone.
  if (/\/kill(-\w+)?\.test\.ts$/.test(path)) return -1
  const found = folders.findIndex((folder) => path.includes(folder))
  return found === -1 ? folders.length : found
}

/** Begins with what takes longest, so that nothing long is left to run alone at the end. Jest goes by size or by cache. */
class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b))
  }
}

// oxlint-disable-next-line import/no-default-export -- Jest takes a sequencer in no other way.
export default LongestFirst
