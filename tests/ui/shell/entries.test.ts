import { expect, test } from 'bun:test'
import type { Profile } from '../../../src/actor'
import { can } from '../../../src/users/permissions'
import { type Entry, entriesOf, entryByRoute, visibleGroups } from '../../../ui/features/shell/entries'
import * as modules from '../../../ui/modules'
import { languages } from '../../../ui/shared/i18n/languages'
import type { Module } from '../../../ui/shared/module'
import type { Need } from '../../../ui/shared/session/session'

const mayAs =
  (profile: Profile, isSuper = false) =>
  (need: Need) =>
    need === 'super' ? isSuper : can({ profile, allUserChat: false }, need)

const all = Object.values<Module>(modules)
const shown = (profile: Profile, { simulator = false, isSuper = false, find = '' } = {}) =>
  visibleGroups(
    {
      may: mayAs(profile, isSuper),
      features: null,
      plan: null,
      simulator,
      language: 'pt-BR',
      find,
    },
    entriesOf(all),
  )
const names = (...of: Parameters<typeof shown>) =>
  shown(...of).flatMap(({ entries }) => entries.map(({ name }) => name))

test('an attendant sees the desk, an admin the connections, queues and settings too', () => {
  expect(names('user')).toContain('tickets')
  expect(names('user')).not.toContainAnyValues(['connections', 'queues', 'settings'])
  expect(names('admin')).toContainValues(['tickets', 'connections', 'queues', 'settings'])
})

test.each(['admin', 'supervisor', 'user'] as const)(
  'the menu of profile %s leads to the pages it may use, and to no others',
  (profile) => {
    const may = all.filter(({ menu }) => menu && (!menu.needs || mayAs(profile)(menu.needs)))
    expect(names(profile, { simulator: true }).sort()).toEqual(may.map(({ name }) => name).sort())
  },
)

test('the operator group is shown to users of the operator, whatever their profile', () => {
  const groups = (isSuper: boolean) => shown('admin', { isSuper }).map(({ name }) => name)
  expect(groups(false)).not.toContain('operator')
  expect(groups(true)).toContain('operator')
  expect(names('user', { isSuper: true })).toContain('announcements')
})

test('the management group is shown to users who see the dashboard, and the live wall to users who may see it', () => {
  const seen = (who: { profile: Profile; allowRealTime?: boolean }) =>
    visibleGroups(
      {
        may: (need) => need !== 'super' && can({ allUserChat: false, ...who }, need),
        features: null,
        plan: null,
        simulator: false,
        language: 'pt-BR',
        find: '',
      },
      entriesOf(all),
    )
      .filter(({ name }) => name === 'management')
      .flatMap(({ entries }) => entries.map(({ name }) => name))
  expect(seen({ profile: 'admin' })).toEqual(['dashboard', 'liveWall', 'reports'])
  expect(seen({ profile: 'supervisor' })).toEqual(['dashboard', 'liveWall', 'reports'])
  expect(seen({ profile: 'user' })).toEqual([])
  expect(seen({ profile: 'user', allowRealTime: true })).toEqual(['liveWall'])
})

test('groups are ordered as specified, entries by their numbers in plans', () => {
  const groups = shown('admin', { simulator: true })
  const inOrder = ['operational', 'management', 'campaigns', 'administration'].filter((one) =>
    groups.some(({ name }) => name === one),
  )
  expect(groups.map(({ name }) => String(name))).toEqual(inOrder)
  for (const { entries } of groups) {
    const orders = entries.map(({ order }) => order)
    expect(orders).toEqual(orders.toSorted((one, other) => one - other))
  }
})

test('the simulator shows only on a server that has one, and only to admins', () => {
  expect(names('admin', { simulator: true })).toContain('simulator')
  expect(names('admin')).not.toContain('simulator')
  for (const profile of ['user', 'supervisor'] as const)
    expect(names(profile, { simulator: true })).not.toContain('simulator')
})

test('search ignores case and accents, and empty groups are hidden', () => {
  expect(names('admin', { simulator: true, find: 'conexoes' })).toEqual(['connections'])
  expect(shown('admin', { find: 'zzz' })).toEqual([])
})

test('a plan hides what it lacks; without a plan everything is shown', () => {
  const campaigns = all.flatMap(({ menu }): Entry[] =>
    menu ? [{ ...menu, name: 'campaigns', to: '/queues', plan: 'useCampaigns' }] : [],
  )
  const isShown = (features: readonly string[] | null) => {
    const seen = { may: () => true, plan: null, simulator: false, language: 'pt-BR', find: '' } as const
    return visibleGroups({ ...seen, features }, campaigns.slice(0, 1)).length === 1
  }
  expect([isShown(null), isShown([]), isShown(['useSchedules']), isShown(['useSchedules', 'useCampaigns'])]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('a plan with menus shows those it has, and always the five that every plan has', () => {
  const seen = { may: () => true, features: null, simulator: true, language: 'pt-BR', find: '' } as const
  const ordersIn = (plan: { newStructureMenu: boolean; menus: number[] }) =>
    visibleGroups({ ...seen, plan }, entriesOf(all)).flatMap(({ entries }) => entries.map(({ order }) => order))
  const everyOrder = all.flatMap(({ menu }) => menu?.order ?? [])
  const sorted = (orders: readonly number[]) => orders.toSorted((a, b) => a - b)
  expect(sorted(ordersIn({ newStructureMenu: false, menus: [] }))).toEqual(sorted(everyOrder))
  const isShown = (order: number) => [1, 4, 19, 23, 27, 9].includes(order) || order > 28
  expect(sorted(ordersIn({ newStructureMenu: true, menus: [9] }))).toEqual(sorted(everyOrder.filter(isShown)))
})

test('modules have unique names, addresses and menu numbers, and a title in every language', () => {
  expect(Object.keys(modules)).toEqual(all.map(({ name }) => name))
  const distinct = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length)
  distinct(all.map(({ path }) => path))
  distinct(all.flatMap(({ menu }) => menu?.order ?? []))
  for (const language of languages) distinct(all.flatMap(({ menu }) => menu?.title[language].trim() ?? []))
})

test('every page marks an entry of the menu, by its route or by the beginning of its address', () => {
  const entries = new Set(entriesOf(all).map(({ name }) => name))
  const unmarked = [...entryByRoute(all)].filter(([, name]) => !entries.has(name)).map(([route]) => route)
  expect(unmarked).toEqual([
    '/private/campaigns/$campaignId',
    '/private/contact-lists/$contactListId/contacts',
    '/private/mail-sign-in',
    '/private/notifications',
    '/private/share',
  ])
})
