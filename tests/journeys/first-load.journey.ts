/** What a browser fetches before a user can start: bytes on the wire with an empty cache, and each chunk's share. */
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import * as modules from '../../ui/modules'
import type { Module } from '../../ui/shared/module'
import { fillIn } from './support/browser'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'
import { recordTransfers } from './support/transfers'

/**
 * Everything the executable serves except API responses: pages, scripts, styles, texts, fonts, pictures, with headers.
 */
const LIMITS = { signIn: 165_000, desk: 296_000 }

const built = join(import.meta.dir, '..', '..', 'dist', 'ui')
if (!existsSync(built)) throw new Error('dist/ui is missing: `bun run build` makes it')

/** By module path below `ui`. */
const manifest: Readonly<Record<string, { readonly file: string; readonly isDynamicEntry?: true }>> = await Bun.file(
  join(built, '.vite', 'manifest.json'),
).json()
const codeOf = (file: string) => readFileSync(join(built, file), 'utf8')

/** These scripts and all that they import statically. */
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
const signIn = scriptsOf(...first, chunkOf(LOGIN), ...texts('start', 'login'))
const desk = scriptsOf(...signIn, chunkOf('routes/PrivateShell.tsx'), chunkOf(DESK), ...texts('desk'))

const { demo, open } = await stage()

test('bytes for sign-in and for a conversation stay within their limits with an empty cache', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.link()
  await admin.crowd(1)
  const [waiting] = await admin.tickets('pending')
  if (!waiting) throw new Error('nobody has written')
  const { uuid } = await admin.accept(waiting)
  const page = await open()
  const transfers = await recordTransfers(page)
  await page.goto(`${demo.url}/tickets/${uuid}`)
  await page.locator('input[name=password]').waitFor()
  const signIn = await transfers.until('input[name=password]')
  await fillIn(page, RAFAEL.email, demo.password)
  const desk = await transfers.until('.desk-chat .bubble')
  const later = await transfers.rest()
  const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`
  console.log(`first load: sign-in ${kB(signIn)}, desk with a conversation ${kB(desk)}; afterwards ${kB(later)}`)
  for (const { path, bytes } of transfers.files()) console.log(`  ${String(bytes).padStart(6)} ${path}`)
  expect(signIn).toBeWithin(50_000, LIMITS.signIn)
  expect(desk).toBeWithin(signIn, LIMITS.desk)
})

test('scripts stay within 120 kB for sign-in and 224 kB for the desk', () => {
  console.log([...desk].map((file) => `  ${String(packed([file])).padStart(6)} ${file}`).join('\n'))
  expect(packed(signIn)).toBeWithin(50_000, 120_000)
  expect(packed(desk)).toBeWithin(packed(signIn), 224_000)
})

test('neither loads the page or the texts of another module', () => {
  const pages = Object.keys(manifest).filter((module) => /^features\/[^/]+\/\w+Page\.tsx$/.test(module))
  const others = pages.filter((module) => module !== LOGIN && module !== DESK && manifest[module]?.isDynamicEntry)
  expect(others.length).toBeGreaterThan(3)
  expect(others.filter((module) => desk.has(chunkOf(module)))).toEqual([])
  expect([...desk].filter((file) => /\.(en|es|tr|pt-BR)\.js$/.test(file)).length).toBe(3)
})

test('neither grows with the number of modules: the module list follows the desk, with little more than a menu entry each', () => {
  const list = [...scriptsOf(chunkOf('routes/pages.ts'))].filter((file) => !desk.has(file))
  const others = Object.values<Module>(modules).filter(({ name }) => name !== 'tickets')
  const standsIn = (files: Iterable<string>, { path }: Module) =>
    [...files].some((file) => new RegExp(`\\bpath:["'\`]${RegExp.escape(path)}["'\`]`).test(codeOf(file)))
  expect(others.filter((module) => standsIn(desk, module))).toEqual([])
  expect(others.filter((module) => !standsIn(list, module))).toEqual([])
  expect(packed(list)).toBeWithin(500, 2_000 + 350 * others.length)
})
