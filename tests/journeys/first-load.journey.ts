/** What the built screens make a browser fetch before somebody can begin, added up from the files: no browser is needed. */
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import * as chapters from '../../ui/chapters'

const built = join(import.meta.dir, '..', '..', 'dist', 'ui')
if (!existsSync(built)) throw new Error('dist/ui is missing: `bun run build` makes it')

type Chunk = { readonly file: string; readonly imports?: readonly string[] }
/** By the module's path below `ui`. */
const manifest: Readonly<Record<string, Chunk>> = await Bun.file(join(built, '.vite', 'manifest.json')).json()

/** The scripts that a browser fetches for these modules. */
function scriptsOf(...modules: string[]): Set<string> {
  const chunks = new Set(modules)
  for (const module of chunks) for (const one of chunkOf(module).imports ?? []) chunks.add(one)
  return new Set([...chunks].map((module) => chunkOf(module).file))
}
function chunkOf(module: string): Chunk {
  const chunk = manifest[module]
  if (!chunk) throw new Error(`nothing was built of ${module}`)
  return chunk
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
const PAGES = 'routes/pages.ts'
const signIn = new Set([...scriptsOf('index.html', LOGIN), ...texts('shared', 'backend', 'login')])
const desk = new Set([
  ...signIn,
  ...scriptsOf(PAGES, 'routes/PrivateShell.tsx', DESK),
  ...texts('shell', 'desk', 'messages', 'connections-state'),
])

test('sign-in is at most 120 kB of scripts, the desk 300 kB in all', () => {
  expect(packed(signIn)).toBeWithin(50_000, 120_000)
  expect(packed(desk)).toBeWithin(packed(signIn), 300_000)
})

test('neither brings the page or the texts of another chapter', () => {
  const pages = Object.keys(manifest).filter((module) => /^features\/[^/]+\/\w+Page\.tsx$/.test(module))
  const others = pages.filter((module) => module !== LOGIN && module !== DESK && 'isDynamicEntry' in chunkOf(module))
  expect(others.length).toBeGreaterThan(3)
  expect(others.filter((module) => desk.has(chunkOf(module).file))).toEqual([])
  expect([...desk].filter((file) => /\.(en|es|tr|pt-BR)\.js$/.test(file)).length).toBe(7)
})

test('the sign-in page knows no chapter, and the desk loads of each little more than its entry in the menu', () => {
  const list = [...scriptsOf(PAGES)].filter((file) => /\/(chapters|pages)-/.test(file))
  expect(list.filter((file) => signIn.has(file))).toEqual([])
  expect(packed(list)).toBeWithin(500, 2_000 + 300 * Object.keys(chapters).length)
})
