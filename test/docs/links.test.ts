import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { at, first, present } from '../support/present.js'

const pages = globSync(['*.md', 'docs/**/*.md'])
const sources = globSync(
  ['{src,facade,jobs,bench,test,web,ops,scenarios}/**/*.{ts,mjs,graphql}', '*.{ts,mjs}'],
  {
    exclude: ['test/released/**'],
  },
)

/** The anchor as GitHub makes it: lower case, no punctuation but `-` and `_`, hyphens for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')

const withoutCode = (markdown: string): string => markdown.replace(/^( *)```[\s\S]*?^\1```$/gm, '')

const readAnchors = (page: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const [, heading] of withoutCode(readFileSync(page, 'utf8')).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(present(heading))
    let unique = anchor
    for (let nth = 1; anchors.has(unique); nth++) unique = `${anchor}-${nth}`
    anchors.add(unique)
  }
  return anchors
}

const anchorsOf = new Map(pages.map((page) => [normalize(page), readAnchors(page)]))

/** Whether the file exists, with this heading. A decision may be cited by its number alone. */
const leadsSomewhere = (file: string, anchor?: string): boolean =>
  /^docs\/decisions\/\d{4}$/.test(file)
    ? pages.some((page) => page.startsWith(`${file}-`))
    : existsSync(file) && (anchor === undefined || anchorsOf.get(normalize(file))?.has(anchor) === true)

const links = pages.flatMap((page) =>
  [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => present(target))
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => ({ page, target })),
)

test('each link of a page leads to a file, and to a heading of it', () => {
  const broken = links.filter(({ page, target }) => {
    const [path, anchor] = target.split('#')
    return !leadsSomewhere(path === '' ? page : join(dirname(page), present(path)), anchor)
  })
  expect(links.length).toBeGreaterThan(80)
  expect(broken).toEqual([])
})

test('each file of this repository that a page names exists', () => {
  const named = pages
    // These pages name files of the past.
    .filter((page) => page !== 'CHANGELOG.md' && !readFileSync(page, 'utf8').includes('*Status*: superseded'))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/`((?:src|facade|jobs|bench|test|docs)\/[\w./-]+)`/g)].map(
        ([, file]) => ({ page, file: present(file) }),
      ),
    )
  expect(named.filter(({ file }) => !existsSync(file))).toEqual([])
})

test('each page of docs that the source cites exists, with its heading', () => {
  const cited = sources.flatMap((source) =>
    [...readFileSync(source, 'utf8').matchAll(/(?<![\w./-])(docs\/[\w./-]*\w)(?:#([\w-]+))?/g)].map(
      ([citation, file, anchor]) => ({ source, citation, file: present(file), anchor }),
    ),
  )
  expect(cited.filter(({ file, anchor }) => !leadsSomewhere(file, anchor))).toEqual([])
})

test('each name in the glossary exists on the wire, in GraphQL or in the tables', () => {
  const textOf = (files: readonly string[]) => files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const places = [
    textOf(['docs/wire-contract.md']),
    textOf(['schema.graphql']),
    textOf(globSync('src/**/*.entity.ts')),
  ]
  const [, table = ''] = readFileSync('docs/glossary.md', 'utf8').split('## Savings and money')
  const rows = first(table.split('\n## '))
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const unknown = rows.flatMap((row) =>
    places.flatMap((place, nth) => {
      const names = at(row.split('|'), nth + 3).match(/(?<=`)[\w.]+(?=`)/g) ?? []
      return names.filter((name) => name.split('.').some((part) => !new RegExp(`\\b${part}\\b`).test(place)))
    }),
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})

/** Documents that are not in the repository. Their content belongs in docs, or in the comment that needs it. */
const documentsElsewhere = [
  /\bDESIGN\b/,
  /\bSCORING\b(?!['`:])/,
  /\bSTYLE\.md\b/,
  /\bcontract \d/i,
  /\bresearch\b/i,
]

test('no document is cited that is not in the repository', () => {
  const citing = [...sources, ...pages, '.dependency-cruiser.mjs']
    .filter((file) => file !== normalize('test/docs/links.test.ts'))
    .flatMap((file) => {
      // Line breaks inside a comment are removed, because a citation may span two lines.
      const text = readFileSync(file, 'utf8').replace(/\n\s*(?:\*|\/\/)? ?/g, ' ')
      return documentsElsewhere
        .flatMap((paper) => paper.exec(text)?.[0] ?? [])
        .map((found) => `${file}: ${found}`)
    })
  expect(citing).toEqual([])
})

test('no title of a test begins with numbers and a colon, as those of a list do', () => {
  const suites = sources.filter((source) => source.endsWith('.test.ts'))
  const numbered = suites.flatMap((suite) =>
    [...readFileSync(suite, 'utf8').matchAll(/\(\s*['"`](\d+(?:, \d+)*: [^'"`\n]+)/g)].map(
      ([, title]) => title,
    ),
  )
  expect(numbered).toEqual([])
})

describe.each(pages.filter((page) => /^docs\/decisions\/\d/.test(page)))('%s', (page) => {
  const text = readFileSync(page, 'utf8')
  const number = Number(page.slice('docs/decisions/'.length).slice(0, 4))

  test('has its number, a title, a status, a date and the test or command that guards it', () => {
    expect(text).toMatch(
      new RegExp(`^# ${number}\\. \\S.*\\n\\n\\*Status\\*: .+ \\*Date\\*: \\d{4}-\\d{2}-\\d{2}\\.\\n`),
    )
    if (!text.includes('*Status*: superseded')) expect(text).toMatch(/\*Guarded by\* .*`(test\/|npm run )/)
  })
})
