/** The page on real nodes and servers. */
import { expect, test } from 'bun:test'
import type { Machines, MoveChoices } from '../../src/features/machines/contract'
import { listCompanies } from '../../src/tenancy/companies'
import { startFleet } from '../fleet/node/fleet'
import { PASSWORD } from '../support/company-world'
import { until } from '../survival/support/until'

test('the operator moves a company from one node to another, and sees what each machine uses', async () => {
  let email = ''
  const fleet = await startFleet((w) => {
    w.company('Padaria Sol')
    email = w.admin({ super: true }).email
  })
  const a = await fleet.open('mare-1', fleet.first)
  const companies = listCompanies(a.server.databases.control)
  const id = companies.find(({ name }) => name === 'Padaria Sol')?.id ?? 0
  await until(() => companies.every(({ uuid }) => a.server.databases.isAvailable(uuid)))
  const b = await fleet.open('mare-2', fleet.emptyFolder())

  const json = { 'content-type': 'application/json' }
  const signIn = { method: 'POST', headers: json, body: JSON.stringify({ email, password: PASSWORD }) }
  const { token } = (await (await a.request('/api/auth/login', signIn)).json()) as { token: string }
  const ask = async <T>(path: string, method = 'GET', body?: object): Promise<T> => {
    const headers = { ...json, authorization: `Bearer ${token}` }
    const answer = await a.request(`/api/machines${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as T // as the route declares
  }
  const shown = async () => (await ask<Machines>('/')).fleet
  const isSaid = async () =>
    (await shown())?.machines.every(({ load, lag }) => load && load.diskBytes > 0 && lag !== null)
  await until(async () => (await shown())?.companies.uncopied === 0 && isSaid(), { why: shown })
  const machines = (await shown())?.machines ?? []
  expect(machines.map(({ name, state, companies, isFirst }) => ({ name, state, companies, isFirst }))).toEqual([
    { name: 'mare-1', state: 'running', companies: 2, isFirst: true },
    { name: 'mare-2', state: 'running', companies: 0, isFirst: false },
  ])
  for (const { load, lag } of machines) {
    expect(load?.memory).toBeGreaterThan(0)
    expect(load?.disk).toBeGreaterThan(0)
    expect(lag).toBeGreaterThan(0)
  }

  await ask(`/companies/${id}/move`, 'PUT', { to: 'mare-2', when: 'now' })
  const choices = () => ask<MoveChoices>(`/companies/${id}/move`)
  await until(async () => (await choices()).company.machine === 'mare-2', { why: choices })
  await a.server.machines?.lookAfter()
  expect((await choices()).company).toMatchObject({ move: null, machine: 'mare-2' })
  await until(() => b.server.databases.isAvailable(companies.find((one) => one.id === id)?.uuid ?? ''))
  expect((await ask<{ error: string }>('/mare-2/drain', 'POST')).error).toBeUndefined()
  await until(async () => (await choices()).company.machine === 'mare-1', { why: choices })
  await ask('/mare-2/drain', 'DELETE')

  // The operator's own company, with which control.db and this page go.
  await until(async () => (await ask<MoveChoices>('/companies/1/move')).company.isCopied)
  const moved = await ask<MoveChoices>('/companies/1/move', 'PUT', { to: 'mare-2', when: 'now' })
  expect(moved.company).toMatchObject({ isFirst: true })
  await until(() => b.server.databases.isControlHere())
  const there = () => b.server.machines?.showChoices(1).company
  await until(
    async () => {
      await b.server.machines?.lookAfter()
      return there()?.machine === 'mare-2' && there()?.move === null
    },
    { why: there },
  )
  expect(b.server.machines?.show().machines.map(({ name, isFirst }) => [name, isFirst])).toEqual([
    ['mare-1', false],
    ['mare-2', true],
  ])
}, 120_000)
