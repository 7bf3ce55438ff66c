import { expect, test } from 'bun:test'
import { type Menu, menus, type PlanHolder, type PlanSummary } from '../../../src/features/plans/contract'
import { excessOf, groupsOf, shownPlans, stopsOf } from '../../../ui/features/plans/spec'
import { languages } from '../../../ui/shared/i18n/languages'
import { textIn } from '../support/texts'

const holder = (name: string, users: number, queues = 0, storage = 0): PlanHolder => ({
  id: 1,
  name,
  document: '',
  status: true,
  used: { users, connections: 1, queues, storage },
  planned: { campaigns: 0, schedules: 0 },
})

test('lists the companies over each limit, the largest excess first, and none without a limit', () => {
  const holders = [
    holder('Nove', 9),
    holder('Oito', 8, 4, 2_500_000_000),
    holder('Dez', 10),
    { ...holder('?', 99), used: null },
  ]
  const limits = { users: 8, connections: null, queues: 3, storage: 2 }
  expect(excessOf(holders, limits)).toEqual([
    {
      limit: 'users',
      value: 8,
      companies: [
        { name: 'Dez', has: 10 },
        { name: 'Nove', has: 9 },
      ],
    },
    { limit: 'queues', value: 3, companies: [{ name: 'Oito', has: 4 }] },
    { limit: 'storage', value: 2, companies: [{ name: 'Oito', has: 2.5 }] },
  ])
  expect(excessOf(holders, { users: 10, connections: Number.NaN, queues: 4, storage: null })).toEqual([])
})

test('counts what stops when a plan loses campaigns and schedules, and nothing that it did not have', () => {
  const holders = [
    { name: 'Uma', planned: { campaigns: 1, schedules: 0 } },
    { name: 'Duas', planned: { campaigns: 2, schedules: 0 } },
    { name: '?', planned: null },
  ]
  const both = { useCampaigns: true, useSchedules: true }
  const companies = [
    { name: 'Duas', has: 2 },
    { name: 'Uma', has: 1 },
  ]
  const none = { useCampaigns: false, useSchedules: false }
  expect(stopsOf(holders, both, none)).toEqual([{ what: 'campaigns', count: 3, companies }])
  expect(stopsOf(holders, null, none)).toEqual([{ what: 'campaigns', count: 3, companies }]) // before: no plan
  expect(stopsOf(holders, none, none)).toEqual([])
  expect(stopsOf(holders, both, both)).toEqual([])
})

test('a plan’s groups are called as in the menu, in every language', async () => {
  for (const language of languages) {
    const t = await textIn(language)
    expect([t('plans.group.operacional'), t('plans.group.gerencial'), t('plans.group.administração')]).toEqual([
      ...[t('shell.operational'), t('shell.management'), t('shell.administration')],
    ])
  }
})

test('entries without a group come last, as Sem Grupo', () => {
  const stray: Menu = { id: 99, name: 'Novo', route: '/novo', group: ' ', status: 'active' }
  expect(groupsOf([stray, ...menus]).map(({ name, menus }) => [name, menus.length])).toEqual([
    ['operacional', 12],
    ['gerencial', 7],
    ['administração', 9],
    ['Sem Grupo', 1],
  ])
})

test('search ignores case and accents; the default order is by number', () => {
  const plan = (id: number, name: string, amount: number) => ({ id, name, amount }) as PlanSummary // what the list reads
  const all = [plan(2, 'Básico', 10), plan(1, 'Empresa', 5)]
  expect(shownPlans(all, { search: 'basico' }).map(({ id }) => id)).toEqual([2])
  expect(shownPlans(all, {}).map(({ id }) => id)).toEqual([1, 2])
  expect(shownPlans(all, { sort: 'amount' }).map(({ id }) => id)).toEqual([1, 2])
})
