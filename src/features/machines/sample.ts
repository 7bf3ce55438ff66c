/** The machines of the demo, which runs on one: a sample with its own companies, in a database in memory. */
import { CONTROL_ID, controlSchema } from '../../platform/databases'
import { inControl } from '../../platform/operator-storage'
import { execute } from '../../platform/sql'
import { asControlDb, openSqlite, type WritableControl } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { version } from '../../version'
import { type SampleCompany, SampleFleet, type SampleMachine } from './sample-fleet'
import { FleetMachines, type MachineServices } from './service'

const machines: readonly SampleMachine[] = [
  { name: 'mare-1', address: '203.0.113.41:8443', version, cpus: 2, memoryGb: 4, diskGb: 80 },
  { name: 'mare-2', address: '203.0.113.58:8443', version, cpus: 4, memoryGb: 8, diskGb: 160 },
  { name: 'mare-3', address: '203.0.113.77:8443', version, cpus: 2, memoryGb: 4, diskGb: 80 },
]

/** The operator's own company comes before them, on the first machine. */
type Row = readonly [name: string, connections: number, people: number, machine: number, disconnected?: number]
const others: readonly Row[] = [
  ['Provedor Veloz Fibra', 12, 48, 1, 1],
  ['Imobiliária Praia Norte', 5, 17, 1],
  ['Clínica Vida Plena', 4, 12, 1, 1],
  ['Autoescola Caminho Certo', 3, 9, 1],
  ['Farmácia Boa Hora', 2, 6, 1],
  ['Pizzaria do Largo', 1, 3, 1],
  ['Escola Girassol', 4, 22, 2],
  ['Construtora Alto da Serra', 3, 11, 2],
  ['Petshop Amigo Fiel', 2, 5, 2],
  ['Ótica Visão Clara', 2, 7, 2],
  ['Transportadora Rota Sul', 6, 19, 2, 1],
  ['Padaria Sol Nascente', 1, 4, 2],
  ['Mercado da Vila', 2, 8, 2],
  ['Studio Bela Forma', 1, 3, 2],
  ['Advocacia Ramos & Lima', 2, 9, 2],
  ['Agência Farol', 3, 10, 3],
  ['Hotel Recanto das Pedras', 2, 6, 3],
  ['Laboratório São Lucas', 3, 14, 3],
  ['Oficina Dois Irmãos', 1, 2, 3],
]
const GB = 2 ** 30

type CompanyOnDisk = SampleCompany & { readonly disk: number }

/** `pace`: how long orders take, as a share of the usual. */
export function createSampleMachines(services: MachineServices, pace = 1): FleetMachines {
  const { clock, databases } = services
  const identity = { applicationId: CONTROL_ID, identity: 'sample' }
  const control = asControlDb(openSqlite(':memory:', controlSchema, identity, { create: true }))
  const own = findCompany(databases.control, OPERATOR_COMPANY)
  const rows: readonly Row[] = [[own?.name ?? 'Casa Aurora Móveis', 4, 5, 1], ...others]
  const companies = inControl(control, () => rows.map((row, at) => createSampleCompany(control, row, at + 1, clock())))
  const sizes = new Map(companies.map(({ uuid, disk }) => [uuid, disk]))
  const fleet = new SampleFleet({ machines, companies, clock, pace })
  const sample: MachineServices = {
    ...services,
    databases: { control, writableControl: () => control, isControlHere: () => true },
    diskOf: (uuid) => sizes.get(uuid) ?? null,
  }
  return new FleetMachines(fleet, sample, {
    isSample: true,
    stopped() {
      fleet.stop()
      control.$client.close()
    },
  })
}

function createSampleCompany(control: WritableControl, row: Row, id: number, now: number): CompanyOnDisk {
  const [name, connections, people, machine, disconnected = 0] = row
  const uuid = `sample-${id}`
  execute(control, 'INSERT INTO companies (id, uuid, name, due_at, created_at) VALUES (?, ?, ?, ?, ?)', [
    id,
    uuid,
    name,
    now + 30 * DAY,
    now,
  ])
  const claim = (kind: 'email' | 'account', count: number) => {
    for (let at = 1; at <= count; at++)
      execute(control, 'INSERT INTO claims (kind, value, tenant_uuid, taken_at) VALUES (?, ?, ?, ?)', [
        kind,
        `${uuid}-${at}`,
        uuid,
        now,
      ])
  }
  claim('email', people)
  claim('account', connections)
  const standby = (machine % machines.length) + 1
  return {
    uuid,
    name,
    connections,
    disconnected,
    owner: `mare-${machine}`,
    standby: `mare-${standby}`,
    disk: Math.round((0.4 + 0.35 * connections) * GB),
  }
}
