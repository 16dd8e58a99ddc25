/** True for suites that start other processes: services, which are attacked, stopped and killed, or a browser. */
export const isOfProcesses = (path) => /\/test\/(browser|end-to-end)\/|\/kill\.test\.ts$/.test(path)

/**
 * `npm test` without arguments leaves these to `npm run test:processes`
 * (docs/decisions/0175-suites-of-processes-have-a-command.md). With any argument, such as a path, a title or
 * `--watch`, no suite is left out.
 */
const filter = (paths) => ({
  filtered: process.argv.length > 2 ? paths : paths.filter((path) => !isOfProcesses(path)),
})

// Jest loads this by `require`.
export { filter as 'module.exports' }
