/** What the built screens make a browser fetch before somebody can begin, added up from the files: no browser is needed. */
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import * as chapters from '../../ui/chapters'
import type { Chapter } from '../../ui/shared/chapter'

const built = join(import.meta.dir, '..', '..', 'dist', 'ui')
if (!existsSync(built)) throw new Error('dist/ui is missing: `bun run build` makes it')

/** By the module's path below `ui`. */
const manifest: Readonly<Record<string, { readonly file: string; readonly isDynamicEntry?: true }>> = await Bun.file(
  join(built, '.vite', 'manifest.json'),
).json()
const codeOf = (file: string) => readFileSync(join(built, file), 'utf8')

/** The scripts that a browser fetches for these, they among them. */
function scriptsOf(...files: string[]): Set<string> {
  const all = new Set(files)
  for (const file of all)
    for (const [, imported] of codeOf(file).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      all.add(`assets/${imported}`)
  return all
}
function chunkOf(module: string): string {
  const chunk = manifest[module]
  if (!chunk) throw new Error(`nothing was built of ${module}`)
  return chunk.file
}

const assets = readdirSync(join(built, 'assets')).map((name) => `assets/${name}`)
const texts = (...areas: string[]) =>
  areas.map((area) => {
    const found = assets.filter((file) => new RegExp(`/texts-${area}-[0-9a-f]{8}\\.pt-BR\\.js$`).test(file))
    if (found.length !== 1) throw new Error(`texts of ${area}: ${found.length} files`)
    return found.join()
  })
const packed = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(built, file))).length, 0)

const [LOGIN, DESK] = ['features/login/LoginPage.tsx', 'features/desk/TicketsPage.tsx']
const first = [...codeOf('index.html').matchAll(/src="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
const signIn = scriptsOf(...first, chunkOf(LOGIN), ...texts('shared', 'backend', 'login'))
const desk = scriptsOf(
  ...signIn,
  chunkOf('routes/PrivateShell.tsx'),
  chunkOf(DESK),
  ...texts('shell', 'desk', 'messages', 'connections-state'),
)

test('sign-in is at most 120 kB of scripts, the desk 240 kB in all', () => {
  expect(packed(signIn)).toBeWithin(50_000, 120_000)
  expect(packed(desk)).toBeWithin(packed(signIn), 240_000)
})

test('neither brings the page or the texts of another chapter', () => {
  const pages = Object.keys(manifest).filter((module) => /^features\/[^/]+\/\w+Page\.tsx$/.test(module))
  const others = pages.filter((module) => module !== LOGIN && module !== DESK && manifest[module]?.isDynamicEntry)
  expect(others.length).toBeGreaterThan(3)
  expect(others.filter((module) => desk.has(chunkOf(module)))).toEqual([])
  expect([...desk].filter((file) => /\.(en|es|tr|pt-BR)\.js$/.test(file)).length).toBe(7)
})

test('neither grows with the number of chapters: they come after the desk, each little more than an entry of the menu', () => {
  const list = [...scriptsOf(chunkOf('routes/pages.ts'))].filter((file) => !desk.has(file))
  const others = Object.values<Chapter>(chapters).filter(({ name }) => name !== 'tickets')
  const standsIn = (files: Iterable<string>, { path }: Chapter) =>
    [...files].some((file) => new RegExp(`\\bpath:["'\`]${RegExp.escape(path)}["'\`]`).test(codeOf(file)))
  expect(others.filter((chapter) => standsIn(desk, chapter))).toEqual([])
  expect(others.filter((chapter) => !standsIn(list, chapter))).toEqual([])
  expect(packed(list)).toBeWithin(500, 2_000 + 350 * others.length)
})
