/** A document or a comment that names a file leads to one. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'

const root = join(import.meta.dir, '..')
const scan = (pattern: string): string[] => [...new Glob(pattern).scanSync(root)]
const sources = scan('{src,ui,tests,cli,migrations}/**/*')
const documents = ['CONTRIBUTING.md', 'style-guide.md', ...scan('{src,ui,tests}/**/*.md')]

/** Files of a data folder. */
const elsewhere = new Set(['company.json', 'operator-media/', 'set-aside/', 'timetable.json'])

/** Whether the end of a path in the project is `path`; a folder ends with a slash. `{a,b}` and `*` stand for several. */
function exists(path: string): boolean {
  if (elsewhere.has(path)) return true
  const pattern = new Glob(path.endsWith('/') ? `{,**/}${path}**` : `{,**/}${path}`)
  return sources.some((file) => pattern.match(file)) || scan(path.replace(/\/$/, '')).length > 0
}

const isPath = (text: string): boolean =>
  /^[\w@.{},*-]+(\/[\w@.{},*-]*)*$/.test(text) && /(\.(tsx?|sql|md|css|json|sh)|\/)$/.test(text)

test.each(documents)('%s', (document) => {
  const quoted = [...readFileSync(join(root, document), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  expect(quoted.filter((text) => isPath(text) && !exists(text))).toEqual([])
})

test('comments in the code', () => {
  const missing = sources
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line) => /(?:^|\s)(?:\/\/|\/?\*\*?)\s(.*)/.exec(line)?.[1] ?? '')
        .flatMap((comment) => [...comment.matchAll(/(?<![\w./@-])((?:[\w@-]+\/)*[\w@-][\w@.-]*\.(?:tsx?|sql|md))\b/g)])
        .map(([, path = '']) => path)
        .filter((path) => !exists(path))
        .map((path) => `${file}: ${path}`),
    )
  expect(missing).toEqual([])
})
