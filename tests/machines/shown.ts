/** A fleet's page in a browser: a server with the built screens, whose fleet is simulated. */
import { join } from 'node:path'
import { packedScreens } from '../../src/platform/assets'
import { PASSWORD } from '../support/company-world'
import { world } from '../support/world'
import { GB, machineLoad, runFleet, showFleet, startFleet } from './fleet'

const pack = join(import.meta.dir, '..', '..', 'dist', 'screens.pack')

const names = ['Provedor Veloz Fibra', 'Casa Aurora Móveis', 'Imobiliária Praia Norte', 'Clínica Vida Plena']

/** One machine, which is the whole installation. */
export function shownAlone() {
  const w = world({ startsAt: Date.now(), screens: packedScreens(() => Bun.file(pack)) })
  const { email } = w.admin({ super: true })
  return { url: w.listen().url, password: PASSWORD, email }
}

/** Of a machine that is upgraded before the others. */
const NEWER = { program: '9.9.9', protocol: 1, schema: 1000 }

/**
 * Three machines, of which the first is full and has all companies. `more` further companies fill the list; with `isUpgraded` the
 * second has another version.
 */
export async function shownFleet({ more = 0, isUpgraded = false } = {}) {
  const w = world({ startsAt: Date.now(), screens: packedScreens(() => Bun.file(pack)) })
  const root = w.admin({ super: true })
  const others = [...names, ...Array.from({ length: more }, (_, at) => `Empresa ${at + 1}`)].map((name) =>
    w.company(name),
  )
  const companies = [w, ...others].map(({ tenant }) => ({ uuid: tenant.uuid, name: tenant.uuid }))
  const startedAt = Date.now() - 5 * 86_400_000
  const options = {
    companies,
    nodes: {
      'mare-1': {
        machine: () =>
          machineLoad({
            cpu: 0.71,
            memory: 0.83,
            disk: 0.62,
            own: { cpu: 0.6, memoryBytes: 2.6 * GB },
            connections: { total: 23, up: 21 },
            startedAt,
          }),
      },
      'mare-2': {
        ...(isUpgraded && { versions: NEWER }),
        machine: () => machineLoad({ cpus: 4, memoryBytes: 8 * GB, cpu: 0.18, memory: 0.31, startedAt }),
      },
      'mare-3': { machine: () => machineLoad({ cpu: 0.09, memory: 0.2, disk: 0.48, startedAt }) },
    },
  }
  const fleet = await startFleet(options)
  const machines = showFleet(w.server, fleet, options)
  const stopTime = runFleet(fleet)
  const timer = setInterval(() => void machines.lookAfter(), 1000)
  const { url } = w.listen()
  return {
    w,
    fleet,
    machines,
    url,
    password: PASSWORD,
    email: root.email,
    stop() {
      clearInterval(timer)
      stopTime()
    },
  }
}
