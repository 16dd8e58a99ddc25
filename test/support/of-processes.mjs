/** Suites whose work is done by processes beside them: services that are started, attacked, held up and killed, and a browser. */
export const isOfProcesses = (path) => /\/test\/(browser|end-to-end)\/|\/kill\.test\.ts$/.test(path)

/**
 * `npm test` alone leaves them to `npm run test:processes` (docs/decisions/0175-suites-of-processes-have-a-command.md). A run that is
 * told anything, a path or a title or to watch, leaves out nothing of what it is asked for.
 */
const filter = (paths) => ({
  filtered: process.argv.length > 2 ? paths : paths.filter((path) => !isOfProcesses(path)),
})

// Jest asks for it by `require`.
export { filter as 'module.exports' }
