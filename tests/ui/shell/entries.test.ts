import { expect, test } from 'bun:test'
import { can } from '../../../src/access/permissions'
import type { Profile } from '../../../src/actor'
import { visibleGroups } from '../../../ui/features/shell/entries'
import { loadPart } from '../../../ui/shared/i18n/catalogue'
import { textOf } from '../../../ui/shared/i18n/translate'

const t = textOf('pt-BR', await loadPart('pt-BR', 'rest'))
const names = (profile: Profile, { simulator = false, find = '' } = {}) =>
  visibleGroups(t, { may: (permission) => can({ profile, allUserChat: false }, permission), simulator, find }).flatMap(
    (group) => group.entries.map((entry) => entry.name),
  )

test('an attendant sees the desk, an admin the connections and queues too', () => {
  expect(names('user')).toEqual(['tickets'])
  expect(names('admin')).toEqual(['tickets', 'connections', 'queues', 'settings'])
})

test('the simulator shows only in a house that has one, and only to admins', () => {
  expect(names('admin', { simulator: true })).toEqual(['tickets', 'connections', 'queues', 'settings', 'simulator'])
  expect([names('user', { simulator: true }), names('supervisor', { simulator: true })]).toEqual([
    ['tickets'],
    ['tickets'],
  ])
})

test('search ignores case and accents, and empty groups vanish', () => {
  expect(names('admin', { simulator: true, find: 'conexoes' })).toEqual(['connections'])
  expect(names('admin', { find: 'zzz' })).toEqual([])
})
