// Scripts of package.json run the pinned Node.js from node_modules. On a platform for which npm has no package of it,
// the machine's own is used: a version that is too old is refused here with one line.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const oldest = 24
const { version, platform, arch } = process
const pinned = ['node', 'node.exe'].map((name) =>
  fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url)),
)
if (Number(version.slice(1).split('.')[0]) < oldest) {
  console.error(
    `Node.js ${version} is too old: ${oldest} or later is needed, and ` +
      (pinned.some((path) => existsSync(path))
        ? 'node_modules has it: run this by npm (npm run, npm exec), which finds it there'
        : `npm has no package of it for ${platform} ${arch} (or optional dependencies were left out); ` +
          'install Node.js 26 and try again'),
  )
  process.exit(1)
}
