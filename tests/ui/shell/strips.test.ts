import { expect, test } from 'bun:test'
import { stripsOf } from '../../../ui/features/shell/strips'

const sound = {
  version: '1',
  simulator: false,
  passive: false,
  resting: false,
  storageFull: false,
  signUp: false,
  supportUrl: null,
}
const full = { ...sound, storageFull: true }

test('only the operator and admins are notified of a full disk', () => {
  const stripsFor = (profile: 'admin' | 'supervisor' | 'user', isSuper = false) =>
    stripsOf(full, { profile, super: isSuper })
  expect([stripsFor('admin'), stripsFor('user', true), stripsFor('supervisor'), stripsFor('user')]).toEqual([
    ['storageFull'],
    ['storageFull'],
    [],
    [],
  ])
})

test('a healthy server shows nothing; standby and the simulator are shown to everybody', () => {
  const user = { profile: 'user', super: false } as const
  expect(stripsOf(sound, user)).toEqual([])
  expect(stripsOf({ ...sound, passive: true, simulator: true }, user)).toEqual(['installationStandby', 'simulatorOn'])
})

test('every user of a restored company sees that it is on standby', () => {
  for (const profile of ['admin', 'user'] as const)
    expect(stripsOf({ ...sound, resting: true }, { profile, super: false })).toEqual(['companyStandby'])
})
