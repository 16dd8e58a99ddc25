import { expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { compiledProgram } from '../end-to-end/compile.js'
import { civilAnswers } from './civil-answers.js'

// A process keeps its time zone, so each zone needs a process of its own.
const script = `
  import { civilAnswers } from ${JSON.stringify(pathToFileURL(compiledProgram('civil-answers')).href)}
  const minutesBehindUtc = new Date(1772323200000).getTimezoneOffset()
  console.log(JSON.stringify({ minutesBehindUtc, answers: civilAnswers() }))`

test.each([
  ['UTC', 0],
  ['America/Lima', 300],
  ['Asia/Tokyo', -540],
  ['Africa/Douala', -60],
  ['Pacific/Kiritimati', -840],
])('dates and interest are the same in a process in %s', async (zone, minutesBehindUtc) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { TZ: zone },
  })
  expect(JSON.parse(stdout)).toEqual({ minutesBehindUtc, answers: civilAnswers() })
})
