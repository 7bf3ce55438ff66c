import { expect, test } from 'bun:test'
import { stripsOf } from '../../../ui/features/shell/strips'

const sound = {
  ...{ version: '1', simulator: false, passive: false, resting: false },
  ...{ storageFull: false, signUp: false, supportUrl: null },
}
const full = { ...sound, storageFull: true }

test('only the operator and admins are notified of a full disk', () => {
  const told = (profile: 'admin' | 'supervisor' | 'user', isSuper = false) =>
    stripsOf(full, { profile, super: isSuper })
  expect([told('admin'), told('user', true), told('supervisor'), told('user')]).toEqual([
    ['storageFull'],
    ['storageFull'],
    [],
    [],
  ])
})

test('a sound server says nothing; one at rest and one that plays WhatsApp say so to everybody', () => {
  const user = { profile: 'user', super: false } as const
  expect(stripsOf(sound, user)).toEqual([])
  expect(stripsOf({ ...sound, passive: true, simulator: true }, user)).toEqual(['installationStandby', 'simulatorOn'])
})

test('everybody of a restored company learns that it is at rest', () => {
  for (const profile of ['admin', 'user'] as const)
    expect(stripsOf({ ...sound, resting: true }, { profile, super: false })).toEqual(['companyStandby'])
})
