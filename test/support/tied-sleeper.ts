import { startTied } from './tied-process.js'

/** A process with a tied server, to be killed by the test of `tied-process`. */
const [scratch = ''] = process.argv.slice(2)
startTied('sleep', ['600'], scratch)
setInterval(() => {}, 1_000)
process.stdout.write('started\n')
