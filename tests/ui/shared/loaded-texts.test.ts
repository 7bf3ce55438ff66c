/** A page shows as soon as its texts are loaded, so they must cover everything it can say. */
import { describe, expect, test } from 'bun:test'
import { texts as login } from '../../../ui/features/login/texts'
import * as modules from '../../../ui/modules'
import { shellTexts } from '../../../ui/routes/shellTexts'
import { backend } from '../../../ui/shared/i18n/backend-texts'
import type { Texts } from '../../../ui/shared/i18n/define'
import type { Module } from '../../../ui/shared/module'
import { common } from '../../../ui/shared/texts'
import { codeOf, importsOf, reached } from '../support/modules'
import { allTexts, catalogueOf, keysOf } from '../support/texts'

const SHELL = 'ui/features/shell/PrivateLayout.tsx'
const first = [common, backend]
const everyKey = keysOf(await allTexts('pt-BR'))

/** Quoted keys in a file; for `shell.palette.${kind}` all possible ones. */
async function keysIn(file: string): Promise<string[]> {
  const quoted = [...(await codeOf(file)).matchAll(/['"`]([a-z]\w*\.[\w.]*)(\$\{)?/g)]
  return quoted.flatMap(([, said = '', open]) => everyKey.filter((key) => (open ? key.startsWith(said) : key === said)))
}

/** Keys used by these files and their imports that these texts lack. */
async function unsaid(files: readonly string[], texts: readonly Texts[]): Promise<string[]> {
  const held = new Set(keysOf(await catalogueOf(texts, 'pt-BR')))
  const missing: string[] = []
  for (const file of await reached(files, { later: true, closed: (path) => path === 'ui/modules.ts' }))
    if (file.startsWith('ui/'))
      for (const key of await keysIn(file)) if (!held.has(key)) missing.push(`${file}: ${key}`)
  return missing
}

/** What modules show elsewhere, with texts of its own. */
const told = {
  audit: /^ui\/features\/[^/]+\/audit\.ts$/,
  ticketLog: /^ui\/features\/[^/]+\/log\.ts$/,
  strip: /^ui\/features\/[^/]+\/\w+Strip\.tsx$/,
}
const isTold = (path: string) => Object.values(told).some((file) => file.test(path))

/** Where each module is declared, as in `ui/modules.ts`. */
const declared = new Map<string, string>()
for (const [, names = '', file] of (await codeOf('ui/modules.ts')).matchAll(/export \{([^}]+)\} from '\.\/([^']+)'/g))
  for (const name of names.split(',')) declared.set(name.trim(), `ui/${file}.ts`)

test.each(Object.values<Module>(modules).map((module) => [module.name, module] as const))(
  'the page of %s loads all its texts',
  async (name, { texts, textsOfParts = [] }) => {
    const pages = (await importsOf(declared.get(name) ?? '')).filter(
      ({ path, kind }) => kind === 'dynamic-import' && !isTold(path),
    )
    expect(pages.length).toBeGreaterThan(0)
    expect(
      await unsaid(
        pages.map(({ path }) => path),
        [...first, ...shellTexts, ...texts, ...textsOfParts],
      ),
    ).toEqual([])
  },
)

describe.each(['audit', 'ticketLog', 'strip'] as const)('%s', (part) => {
  const telling = Object.values<Module>(modules).flatMap((module) => {
    const texts = module[part]?.texts
    return texts ? [[module.name, texts] as const] : []
  })

  test.each(telling)('what %s shows comes with its texts', async (name, texts) => {
    const files = (await importsOf(declared.get(name) ?? '')).flatMap(({ path }) => (told[part].test(path) ? path : []))
    expect(files).toHaveLength(1)
    expect(await unsaid(files, [...first, ...shellTexts, ...texts])).toEqual([])
  })
})

test.each(['audit', 'ticketLog'] as const)('no two modules name the same kind of the %s', async (part) => {
  const told = await Promise.all(Object.values<Module>(modules).map((module) => module[part]?.kinds() ?? {}))
  const kinds = told.flatMap((all) => Object.keys(all))
  expect(kinds.filter((kind, at) => kinds.indexOf(kind) < at)).toEqual([])
})

test('so does the shell', async () => {
  expect(await unsaid([SHELL], [...first, ...shellTexts])).toEqual([])
})

test('so does the sign-in page', async () => {
  expect(await unsaid(['ui/features/login/LoginPage.tsx'], [...first, login])).toEqual([])
})

test('texts needed before any page are there from the start', async () => {
  expect(await unsaid(['ui/routes/BrokenPage.tsx', 'ui/routes/NotFoundPage.tsx'], first)).toEqual([])
})
