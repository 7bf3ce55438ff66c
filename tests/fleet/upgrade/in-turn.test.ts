/** All machines are updated in turn, as the operator's page orders it. */
import { describe, expect } from 'bun:test'
import type { InstallationUpdate } from '../../../src/operator/update/contract'
import { CONTROL } from '../../../src/platform/gate'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import type { World } from '../rig/world'
import { findingsOf, openFleetToUpdate, startWriting } from './support/fleet-to-update'
import { NEW, OLD } from './support/versions'

const PATH = '/installation/update'

function operatorOf({ companies }: World) {
  const [ana] = companies[0]?.attendants ?? []
  if (!ana) throw new Error('nobody is there')
  const shown = () => ana.demand<InstallationUpdate>('GET', PATH)
  return {
    shown,
    /** Has what is offered installed now. */
    async order() {
      await ana.demand('POST', `${PATH}/look`, {})
      return ana.demand<InstallationUpdate>('PUT', `${PATH}/plan`, { version: NEW, when: 'now' })
    },
    /** Waits until the page shows it. */
    until: (isSo: (page: InstallationUpdate) => boolean) => {
      let last: InstallationUpdate | undefined
      return until(
        async () => {
          last = await shown()
          return isSo(last) && last
        },
        { every: 500, within: 150_000, why: () => JSON.stringify([last?.fleet, last?.machines]) },
      )
    },
    end: () => ana.demand<InstallationUpdate>('DELETE', `${PATH}/plan`, undefined),
  }
}

const versionsOf = ({ machines }: InstallationUpdate) =>
  Object.fromEntries(machines?.map(({ name, version }) => [name, version]) ?? [])

describe('an update of the fleet', () => {
  test('goes from machine to machine, the owner of control.db last, and loses nothing', async () => {
    const { world, fleet } = await openFleetToUpdate({ nodes: 2, customers: 1, env: { TEST_UPDATE_MIGRATES: '1' } })
    const operator = operatorOf(world)
    const first = fleet.readOwners().get(CONTROL)?.node
    const load = startWriting(world)
    const ordered = await operator.order()
    expect(ordered.fleet).toMatchObject({ version: NEW, stopped: null })
    expect(ordered.machines?.at(-1)?.name).toBe(first ?? '')
    const half = await operator.until(({ machines }) => machines?.some(({ version }) => version === NEW) === true)
    expect(versionsOf(half)[first ?? '']).toBe(OLD)
    const done = await operator.until(
      ({ machines, fleet: roll }) => roll === null && machines?.every(({ version }) => version === NEW) === true,
    )
    expect(done.machines?.map(({ attempt }) => attempt?.end)).toEqual(['good', 'good'])
    expect(await findingsOf(world, load)).toEqual([])
  }, 300_000)

  test('ends at the first machine on which the version does not hold', async () => {
    const { world } = await openFleetToUpdate({ nodes: 2, customers: 1, env: { TEST_UPDATE_FAULT: 'exits' } })
    const operator = operatorOf(world)
    await operator.order()
    const halted = await operator.until(({ fleet }) => fleet?.stopped !== undefined && fleet.stopped !== null)
    expect(halted.fleet?.stopped).toMatchObject({
      machine: halted.machines?.[0]?.name,
      cause: expect.stringMatching(/ended unexpectedly/),
    })
    expect(Object.values(versionsOf(halted))).toEqual([OLD, OLD])
    expect((await operator.end()).fleet).toBeNull()
  }, 300_000)
})
