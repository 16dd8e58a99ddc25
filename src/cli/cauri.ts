#!/usr/bin/env node
import { run } from './run.js'

// Readable stack traces also without the flag `--enable-source-maps`.
process.setSourceMapsEnabled(true)

await run(process.argv.slice(2))
