/** Collects every live event defined in a contract. */
import { join } from 'node:path'
import type { EventDefinition } from '../../src/platform/events'

export async function allEvents(): Promise<EventDefinition[]> {
  const src = join(import.meta.dir, '..', '..', 'src')
  const contracts = [...new Bun.Glob('**/contract.ts').scanSync(src)].sort()
  const modules = await Promise.all(contracts.map((path) => import(join(src, path)) as Promise<object>))
  return modules.flatMap((module) => Object.values(module).filter(isEvent))
}

const isEvent = (exported: unknown): exported is EventDefinition =>
  typeof exported === 'function' && 'eventName' in exported
