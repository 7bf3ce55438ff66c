/** The services of modules: created in the order of the modules, stopped in reverse. */
import type { Module, Services } from '../platform/module'

/** `services` are the server's own, to which these are added. */
export function createServices(modules: readonly Module[], services: Services) {
  const definitions = modules.flatMap((module) => module.services ?? [])
  return {
    subscribers: definitions.flatMap((one) => one.subscribers(services)),
    create() {
      for (const { name, create } of definitions) Object.assign(services, { [name]: create(services) })
    },
    async stop() {
      for (const one of definitions.toReversed()) await one.stop(services)
    },
  }
}
