/** Who may read a page has its menu entry: what a page refuses and what the menu hides are the same permission. */
import { describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { type Permission, profilesOf } from '../../../src/users/permissions'
import * as modules from '../../../ui/modules'
import type { Module } from '../../../ui/shared/module'

const features = join(import.meta.dir, '../../../ui/features')

/** Entries that need a permission although their page refuses nobody, with the reason. */
const withoutRefusal: Readonly<Record<string, string>> = {
  dashboard: 'leads others to the desk',
  apiDocs: 'describes the API to whoever is signed in; the menu offers it to those who build integrations',
  simulator: 'the server refuses its commands',
}

const gated = Object.values<Module>(modules).filter(({ menu }) => menu?.needs && menu.needs !== 'super')
const pages = await pageFiles()

describe('the menu shows a page to those who may read it', () => {
  test.each(gated.map((module) => [module.name, module] as const))('%s', async (name, { menu }) => {
    const needed = await refusedWithout(pages.get(name) ?? '')
    if (name in withoutRefusal) expect(needed).toBeUndefined()
    else expect([...profilesOf(needed as Permission)]).toEqual([...profilesOf(menu?.needs as Permission)])
  })

  test('a page of the menu that refuses somebody has an entry that needs a permission', async () => {
    const open = Object.values<Module>(modules).filter(({ menu }) => menu && !menu.needs)
    for (const { name } of open) expect([name, await refusedWithout(pages.get(name) ?? '')]).toEqual([name, undefined])
  })
})

/** By a module's name, the file of its page. */
async function pageFiles(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const path of new Glob('*/module.ts').scan(features)) {
    const file = join(features, path)
    const [head, ...parts] = (await Bun.file(file).text()).split('defineModule(')
    for (const source of parts) {
      const [, name] = /name: '([^']+)'/.exec(source) ?? []
      const [, page] =
        /page: \(\) =>\s*import\('([^']+)'\)/.exec(source) ?? /import\('([^']+)'\)/.exec(head ?? '') ?? []
      if (name && page) found.set(name, join(dirname(file), `${page}.tsx`))
    }
  }
  return found
}

/** The permission without which a page shows that it is refused, as its source names it. */
async function refusedWithout(page: string): Promise<Permission | undefined> {
  const source = await Bun.file(page).text()
  const [, key, name] = /<RefusedPage needs=(?:"([^"]+)"|\{(\w+)\})/.exec(source) ?? []
  if (!name) return key as Permission | undefined // one of the core's keys: `profilesOf` fails on others
  const [, from] = new RegExp(`\\b${name}\\b[^;]*? from '([^']+)'`).exec(source.slice(source.indexOf(name))) ?? []
  const exported: Record<string, Permission> = await import(join(dirname(page), from ?? ''))
  return exported[name]
}
