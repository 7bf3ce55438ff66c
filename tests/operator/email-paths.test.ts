/** Every path that gives or frees an e-mail leaves each claimed for the company whose user has it. */
import { expect, test } from 'bun:test'
import { createBackup } from '../../src/operator/backup/create'
import { restoreCompany, restoreInstallation } from '../../src/operator/backup/restore'
import { bootstrapCompany, prepareInstallation } from '../../src/operator/bootstrap'
import { commandStores } from '../../src/operator/claims'
import { examine } from '../../src/operator/doctor/doctor'
import { silentLog } from '../../src/operator/installation'
import { createUser } from '../../src/operator/people'
import { createSample } from '../../src/operator/sample/create'
import { restoreTenant } from '../../src/operator/tenants/restore'
import { openDatabases } from '../../src/platform/databases'
import { loadSecret } from '../../src/platform/secret'
import { execute } from '../../src/platform/sql'
import { storedFiles } from '../../src/stored-files'
import { person as movedPerson } from '../moving-in/run/basics'
import { moveIn, sourceOf } from '../moving-in/support'
import { claimFaults } from '../support/claims'
import type { Attendant, CompanyWorld } from '../support/company-world'
import { givePlan } from '../support/plans'
import { shelf } from '../support/shelf'
import { NOON, type World, world } from '../support/world'

type Place = { readonly w: World; readonly b: CompanyWorld; readonly operator: Attendant; readonly ana: Attendant }
/** Returns the databases that it leaves if they are others. */
type Path = (place: Place) => Promise<unknown>

const person = { name: 'Bia', email: 'bia@caminho.example', password: 'Segredo123' }
const created = { name: 'Nova', email: 'nova@caminho.example', password: 'Segredo123' }
const backUp = ({ w }: Place) => createBackup(w.dataDir, Date.now(), { to: null, withKey: false, storedFiles })
const remove = ({ operator, b }: Place) => operator.json(`/api/companies/${b.tenant.id}`, 'DELETE', { name: 'Bairro' })

const paths: Readonly<Record<string, Path>> = {
  'POST /users': ({ operator }) => operator.json('/api/users', 'POST', person),
  'PUT /users/:id with another e-mail': ({ operator, ana }) =>
    operator.json(`/api/users/${ana.userId}`, 'PUT', { email: person.email }),
  'PUT /users/:id that blocks': ({ operator, ana }) =>
    operator.json(`/api/users/${ana.userId}`, 'PUT', { active: false }),
  'DELETE /users/:id': ({ operator, ana }) => operator.request(`/api/users/${ana.userId}`, { method: 'DELETE' }),
  'POST /companies': ({ w, b, operator }) => {
    const planId = givePlan(w.control, b.tenant.id, []).plan?.id
    return operator.json('/api/companies', 'POST', { ...created, planId })
  },
  'DELETE /companies/:id': remove,
  'balcao tenant create': ({ w }) =>
    bootstrapCompany(w.server.databases, NOON, { name: 'Nova', days: 30, admin: { ...person, password: null } }),
  'balcao tenant restore': async (place) => {
    await remove(place)
    await place.w.close()
    const databases = openDatabases(place.w.dataDir, silentLog())
    await restoreTenant(databases, NOON, place.b.tenant.uuid)
    expect(await claimFaults(commandStores(databases, NOON))).toEqual([])
    databases.close()
  },
  'balcao user create': ({ w, b }) =>
    createUser(w.server.databases, NOON, { ...person, companyId: b.tenant.id, profile: 'user', password: null }),
  'balcao backup restore --tenant': async (place) => {
    const { w, b, operator } = place
    const { folder } = await backUp(place)
    b.attendant([], { email: 'depois@caminho.example' })
    await w.close()
    const databases = openDatabases(w.dataDir, silentLog())
    try {
      const wanted = { uuid: b.tenant.uuid, now: NOON, storedFiles, carriedOver: [] }
      expect(operator.email).toBeString()
      await restoreCompany(databases, folder, wanted)
      expect(await claimFaults(commandStores(databases, NOON))).toEqual([])
    } finally {
      databases.close()
    }
  },
  'balcao backup restore': async (place) => {
    const { folder } = await backUp(place)
    const to = `${shelf()}/restored-${crypto.randomUUID()}`
    await restoreInstallation([folder], to, { now: NOON, storedFiles, log: silentLog() })
    const databases = openDatabases(to, silentLog())
    expect(await claimFaults(commandStores(databases, NOON))).toEqual([])
    databases.close()
  },
  'balcao doctor --fix': ({ w }) => {
    execute(w.control, "DELETE FROM claims WHERE kind = 'email'")
    return examine({ dataDir: w.dataDir, settings: {}, fix: true, storedFiles, log: silentLog(), now: NOON })
  },
  'balcao import': async () => {
    const moved = await moveIn(
      sourceOf({ rows: { '1': { users: [movedPerson('1', { email: 'lucia@caminho.example' })] } } }),
    )
    expect(await claimFaults(moved.world.server)).toEqual([])
  },
  'the sample company': async () => {
    const databases = openDatabases(`${shelf()}/sample-${crypto.randomUUID()}`, silentLog())
    await createSample(databases, NOON, 'Segredo123', [])
    expect(await claimFaults(commandStores(databases, NOON))).toEqual([])
    databases.close()
  },
  'a first start': async () => {
    const dataDir = `${shelf()}/first-${crypto.randomUUID()}`
    const databases = openDatabases(dataDir, silentLog())
    loadSecret(dataDir)
    const stores = commandStores(databases, NOON)
    await (await prepareInstallation(stores, { email: null, password: null }))?.(NOON)
    expect(await claimFaults(stores)).toEqual([])
    databases.close()
  },
}

for (const [name, run] of Object.entries(paths))
  test(name, async () => {
    const w = world()
    const b = w.company('Bairro')
    b.admin()
    const place = { w, b, operator: w.admin({ super: true }), ana: w.attendant() }
    const done = await run(place)
    if (done instanceof Response) expect(done.status).toBe(200)
    if (w.server.databases.control.$client.open) expect(await claimFaults(w.server)).toEqual([])
  }, 60_000)
