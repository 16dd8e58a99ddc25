#!/usr/bin/env node
import { CommanderError } from 'commander'
import { exitCodeOfMistake, program } from './program.js'

// Readable stack traces also without the flag `--enable-source-maps`.
process.setSourceMapsEnabled(true)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? 0 : exitCodeOfMistake
}
