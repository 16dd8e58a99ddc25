#!/usr/bin/env node
import { run, watchOutput } from './run.js'

// Readable stack traces also without the flag `--enable-source-maps`.
process.setSourceMapsEnabled(true)

watchOutput()
await run(process.argv.slice(2))
