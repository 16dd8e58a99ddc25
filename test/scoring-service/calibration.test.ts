import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { calibrationCommand } from '../../src/cli/calibration-command.js'
import { generatedGroups } from '../../src/scoring-service/calibration/generated-groups.rules.js'
import { generatedLives } from '../../src/scoring-service/calibration/generated-lives.rules.js'
import { compareGroups } from '../../src/scoring-service/calibration/groups.rules.js'
import { readOutcomes, type Column } from '../../src/scoring-service/calibration/outcome-file.js'
import { runCommand } from '../../src/scoring-service/calibration/run-command.js'
import { probabilityOfDefault } from '../../src/scoring-service/card/verdict/scale.rules.js'
import { parsedCommand } from '../cli/parsed-command.js'
import { runProgram } from '../running/processes.js'
import { randomOf } from './fixtures/random.js'

describe('generated persons', () => {
  test('lose approvals and limits by unpaid loans, and not by repaid ones', () => {
    const { lines, broken } = generatedLives(40)
    expect(broken).toEqual([])
    const limits = Object.fromEntries(lines.map((line) => [line.way, line.limit]))
    expect(limits['repays each loan']).toBeGreaterThan(0.05)
    expect([limits['leaves most unpaid'], limits['leaves all unpaid']]).toEqual([0, 0])
    const approvedFrom400 = (way: string) => lines.find((line) => line.way === way)?.approvals[1]?.share
    expect(approvedFrom400('leaves most unpaid')).toBe(0)
  })

  test('have the same score with the names and places of every group', () => {
    const { members, unequalLives } = generatedGroups(12)
    expect(unequalLives).toEqual([])
    expect(new Set(members.map(({ score }) => score)).size).toBeGreaterThan(6)
    const lines = compareGroups(members)
    for (const line of lines) expect(line).toMatchObject({ psi: 0, ks: 0 })
    const ratios = lines.flatMap(({ approvals }) => approvals.flatMap(({ ratio }) => ratio ?? []))
    expect(ratios.length / lines.length).toBeGreaterThanOrEqual(4)
    expect(new Set(ratios)).toEqual(new Set([1]))
  })
})

const all: readonly Column[] = ['request_id', 'card', 'score', 'scored_on', 'observed_on', 'outcome']
const heading = 'request_id,card,score,scored_on,observed_on,outcome'
const line = (id: string, score: number | string, outcome = 'good', observed = '2026-06-30'): string =>
  `${id},sc-2026.1,${score},2026-03-01,${observed},${outcome}`
const file = (...lines: string[]): Buffer => Buffer.from([heading, ...lines].join('\n'))

describe('an outcome file', () => {
  test('is read with a byte order mark, semicolons, quotes and empty lines', () => {
    const text = `\uFEFF${heading.replaceAll(',', ';')}\r\n\r\n"a";sc-2026.1; 640 ;2026-03-01;2026-06-30;bad\r\n`
    expect(readOutcomes(Buffer.from(text), all)).toEqual([
      {
        line: 3,
        requestId: 'a',
        card: 'sc-2026.1',
        score: 640,
        scoredOn: '2026-03-01',
        observedOn: '2026-06-30',
        outcome: 'bad',
        group: '',
      },
    ])
  })

  test.each<[string, Buffer, string | RegExp]>([
    ['empty', Buffer.from(''), 'the file is empty'],
    ['a heading alone', file(), 'the file has a heading and no rows'],
    ['not text', Buffer.from([0xff, 0xfe, 0x00, 0xd8]), 'the file is not UTF-8 text'],
    ['a quote that never ends', file('"a,sc,1'), /^the file is no CSV: /],
    [
      'columns missing, unknown and twice',
      Buffer.from('score,name,score\n1,x,2'),
      /^line 1 has the unknown columns 'name' and names a column twice and lacks the columns request_id, card, scored_on, observed_on, outcome; known are /,
    ],
    ['a cell too few', file(line('a', 500), 'b,sc-2026.1'), 'line 3: 2 cells, the heading has 6'],
    [
      'cells of another shape',
      file('a,sc-2026.1,1001,2026-02-30,30.06.2026,paid'),
      "line 2: score '1001' is not a whole number from 0 to 1000, or -1; scored_on '2026-02-30' is not a day as YYYY-MM-DD; " +
        "observed_on '30.06.2026' is not a day as YYYY-MM-DD; outcome 'paid' is not good, bad, indeterminate",
    ],
    ['a score with decimals', file(line('a', '500.5')), /^line 2: score '500.5' is not/],
    ['a score below -1', file(line('a', -2)), /^line 2: score '-2' is not/],
    [
      'observed before it was scored',
      file(line('a', 500, 'bad', '2026-02-01')),
      'line 2: observed_on 2026-02-01 is before scored_on 2026-03-01',
    ],
    [
      'a request twice',
      file(line('a', 500), line('b', 500), line('a', 600)),
      'line 4: request_id a was on line 2',
    ],
    [
      'more than ten faults',
      file(...Array.from({ length: 13 }, (_, i) => line(`r${i}`, 'x'))),
      /line 11: score 'x'.*\nand 3 more$/s,
    ],
  ])('is refused: %s', (_, bytes, message) => {
    expect(() => readOutcomes(bytes, all)).toThrow(message)
  })
})

/** Outcomes with a default risk that is 1.5 times what the card states. */
const portfolio = (count: number): string => {
  const random = randomOf(3)
  const lines = Array.from({ length: count }, (_, i) => {
    const score = random.between(100, 900)
    const isBad = random.chance(Math.min(1, 1.5 * (probabilityOfDefault(score) ?? 0)))
    return line(`r${i}`, score, isBad ? 'bad' : 'good', isBad ? '2026-04-15' : '2026-06-30')
  })
  return [heading, ...lines].join('\n')
}

const answerTo = async (args: string, files: Readonly<Record<string, string | Buffer>>) => {
  const wish = await parsedCommand(calibrationCommand, args.split(' '))
  if (typeof wish === 'string') throw new Error(wish)
  return runCommand(wish, (path) => Buffer.from(files[path] ?? ''))
}

describe('cauri calibration', () => {
  const files = { 'o.csv': portfolio(1500) }

  test('fit proposes a curve, and gives its accuracy on outcomes that it was not fitted on', async () => {
    const fit = JSON.parse((await answerTo('fit o.csv --method platt', files)).text)
    expect(fit).toMatchObject({
      card: 'sc-2026.1',
      method: 'platt',
      horizonDays: null,
      hasConverged: true,
      outcomes: { count: 1500, from: '2026-03-01', to: '2026-03-01' },
    })
    expect(fit.risks).toHaveLength(11)
    expect(fit.risks[5]).toMatchObject({ score: 500, card: 0.05 })
    expect(fit.risks[5].fit).toBeGreaterThan(0.05)
    expect(fit.accuracy.fitOnUnseen.logLoss).toBeLessThan(fit.accuracy.card.logLoss)
    const steps = JSON.parse((await answerTo('fit o.csv --method isotonic', files)).text)
    expect(steps.steps.length).toBeGreaterThan(2)
    expect(steps.risks[2].fit).toBeGreaterThanOrEqual(steps.risks[8].fit)
  })

  test('the order of the rows does not change the output', async () => {
    const [head = '', ...rows] = files['o.csv'].split('\n')
    const turned = { 'o.csv': [head, ...rows.reverse()].join('\n') }
    for (const args of ['report o.csv', 'fit o.csv', 'fit o.csv --method isotonic']) {
      expect(await answerTo(args, turned)).toEqual(await answerTo(args, files))
    }
  })

  test('the horizon decides which outcomes are bad, good or too recent', async () => {
    const rows = file(
      line('a', 500, 'bad', '2026-03-20'),
      line('b', 500, 'bad', '2026-06-15'),
      line('c', 500, 'good', '2026-03-20'),
      line('d', 600, 'good'),
      line('e', 600, 'indeterminate'),
      line('f', -1, 'bad'),
    )
    const { text } = await answerTo('report o.csv --horizon-days 30', { 'o.csv': rows })
    expect(text).toContain('3 outcomes, 1 bad (33.33%)')
    expect(text).toContain('0 of other cards, 1 without a score, 1 indeterminate, 1 not observed long enough')
    expect((await answerTo('report o.csv', { 'o.csv': rows })).text).toContain('4 outcomes, 2 bad (50.00%)')
  })

  test.each<[string, Buffer, RegExp]>([
    [
      'fit o.csv',
      file(line('a', 500), line('b', 400, 'bad')),
      /^o\.csv: 1 good and 1 bad outcomes are too few: at least 200 are needed, 20 of each/,
    ],
    ['report o.csv', file(line('a', 500)), /^o\.csv: 1 good and 0 bad outcomes are too few/],
    [
      'report o.csv --card sc-1',
      file(line('a', 500)),
      /^o\.csv: the file has no scores of card sc-1; it has sc-2026\.1/,
    ],
    [
      'report o.csv',
      file(line('a', 500), line('b', 500).replace('sc-2026.1', 'sc-2027.1')),
      /^o\.csv: the file has scores of several cards, choose one with --card: sc-2026\.1, sc-2027\.1/,
    ],
    ['groups o.csv', file(line('a', 500)), /^o\.csv: line 1 lacks the columns group/],
    ['shift o.csv other.csv', file(line('a', 500)), /^other\.csv: the file is empty/],
  ])('%s says which file is wrong, and why', async (args, bytes, message) => {
    await expect(answerTo(args, { 'o.csv': bytes })).rejects.toThrow(message)
  })

  test.each([
    ['reprot o.csv', "unknown command 'reprot'\n(Did you mean report?)"],
    ['report', "missing required argument 'outcomes.csv'"],
    ['shift a.csv', "missing required argument 'now.csv'"],
    ['fit o.csv --method spline', 'It must be one of platt, isotonic'],
    ['report o.csv --method platt', "unknown option '--method'"],
    ['report o.csv --horizon-days 0', 'It must be a number from 1 to 3650'],
    ['groups o.csv --lives 3', '--lives is for generated groups, without a file'],
    ['lives o.csv', 'too many arguments'],
    ['groups --lives many', 'It must be a number from 1 to 2000'],
  ])("'%s' is refused: %s", async (args, problem) => {
    expect(await parsedCommand(calibrationCommand, args.split(' '))).toContain(problem)
  })

  test('the program ends with code 2 and an error on stderr for a missing file, and with 0 and a report on stdout for a valid one', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'calibration-'))
    const path = join(directory, 'o.csv')
    writeFileSync(path, files['o.csv'])
    const run = (...args: string[]) => runProgram('cauri', ['calibration', ...args])
    const [absent, report] = await Promise.all([
      run('report', join(directory, 'no.csv')),
      run('report', path),
    ])
    rmSync(directory, { recursive: true })
    expect(absent).toMatchObject({ code: 2, stdout: '' })
    expect(absent.stderr).toContain('no.csv: cannot be read (ENOENT)')
    expect(report).toMatchObject({ code: 0, stdout: `${(await answerTo('report o.csv', files)).text}\n` })
  })
})

describe('docs/calibration.md', () => {
  const page = readFileSync('docs/calibration.md', 'utf8')
  const blocks = (kind: string): [string, string][] =>
    [...page.matchAll(/```(\w+) (\S+)\n([\s\S]*?)```/g)].flatMap(([, is, name = '', text = '']) =>
      is === kind ? [[name, text]] : [],
    )
  const csv = Object.fromEntries(blocks('csv'))
  const shown = blocks('text')

  test.each(shown)('shows the output of %s', async (args, text) => {
    expect(`${(await answerTo(args.replaceAll('_', ' '), csv)).text}\n`).toBe(text)
  })

  test('has an example of each of the commands report, shift and groups', () => {
    expect(shown.map(([args]) => args.split('_')[0])).toEqual(['report', 'shift', 'groups'])
  })
})
