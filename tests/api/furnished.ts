/** Furnished companies, each a world of its own: furnished once, copied for whoever needs one. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inTheEnd } from '../support/after-each'
import { LOJA } from '../support/company-world'
import { standInAi } from '../support/stand-in-ai'
import { type World, world } from '../support/world'
import { furnish, type Ids } from './furnish'

type Furnished = { readonly dataDir: string; readonly ids: Ids; readonly now: number }

const beside = (dataDir: string) => mkdtempSync(join(dirname(dataDir), 'balcao-furnished-'))

async function furnishOnce(): Promise<Furnished> {
  const w = world()
  const ids = await furnish(w, 'A')
  await w.close()
  const dataDir = beside(w.dataDir)
  cpSync(w.dataDir, dataDir, { recursive: true })
  inTheEnd(() => {
    furnished = undefined
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { dataDir, ids, now: w.clock.now() }
}
let furnished: Promise<Furnished> | undefined

export async function furnishedWorld(): Promise<{ w: World; ids: Ids }> {
  furnished ??= furnishOnce()
  const { ids, now, ...kept } = await furnished
  const dataDir = beside(kept.dataDir)
  cpSync(kept.dataDir, dataDir, { recursive: true })
  const w = world({ dataDir, startsAt: now, ai: standInAi() })
  w.connect(LOJA)
  return { w, ids }
}
