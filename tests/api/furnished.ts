/** Worlds with a furnished company, created once and copied. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { LOJA } from '../support/company-world'
import { copyFolder, keepFolder } from '../support/kept-folder'
import { keptOnce } from '../support/kept-once'
import { shelf } from '../support/shelf'
import { standInAi } from '../support/stand-in-ai'
import { allowTypebot } from '../support/stand-in-typebot'
import { type World, type WorldOptions, world } from '../support/world'
import { furnish, type Ids } from './furnish'

type Furnished = { readonly folder: ReturnType<typeof keepFolder>; readonly ids: Ids; readonly now: number }

const furnished = keptOnce(async (): Promise<Furnished> => {
  const w = world()
  const ids = await furnish(w, 'A')
  await w.close()
  return { folder: keepFolder(w.dataDir), ids, now: w.clock.now() }
})

export async function furnishedWorld(
  options: Pick<WorldOptions, 'observed' | 'gate'> = {},
): Promise<{ w: World; ids: Ids }> {
  const { ids, now, folder } = await furnished()
  const dataDir = mkdtempSync(join(shelf(), 'balcao-furnished-'))
  copyFolder(folder, dataDir)
  const w = world({ dataDir, startsAt: now, ai: standInAi(), outsideAllow: allowTypebot, ...options })
  w.connect(LOJA)
  return { w, ids }
}
