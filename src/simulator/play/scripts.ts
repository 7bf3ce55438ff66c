/** Running scripts: their progress, and stopping one early. */
import { stanzaId, type World } from '../world'

export type Script = {
  id: string
  name: 'crowd' | 'day'
  /** The company's phone. */
  to: string
  customers: number
  /** Counts messages of a crowd, customers of a day. */
  done: number
  total: number
  startedAt: number
  endsAt: number
}

type Plan = Pick<Script, 'name' | 'to' | 'customers' | 'total'> & { seconds: number }

export function beginScript(world: World, { seconds, ...plan }: Plan): Script {
  const startedAt = world.now()
  const script = { ...plan, id: stanzaId(world), done: 0, startedAt, endsAt: startedAt + seconds * 1000 }
  world.scripts.set(script.id, script)
  world.changed()
  return script
}

/** Checked by each step of a script when it is due. */
export const isUnderWay = (world: World, { id }: Script): boolean => world.scripts.has(id)

/** Counts one step; the last one ends the script. */
export function advance(world: World, script: Script) {
  script.done++
  if (script.done >= script.total) world.scripts.delete(script.id)
  world.changed()
}

/** Stops scripts; sent messages stay. */
export function stopScripts(world: World, id: string | undefined) {
  if (id === undefined) world.scripts.clear()
  else world.scripts.delete(id)
  world.changed()
}
