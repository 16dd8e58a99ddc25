import { startTied } from './tied-process.js'

/** For the test of `tied-process`: a process that has a server and is then killed. */
const [scratch = ''] = process.argv.slice(2)
startTied('sleep', ['600'], scratch)
setInterval(() => {}, 1_000)
process.stdout.write('started\n')
