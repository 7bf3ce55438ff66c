/** Values that are well formed and would do harm. */
import { expect, test } from 'bun:test'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { CreateEvent } from '../../src/features/calendar/contract'
import { UpdateCompany } from '../../src/operator/tenants/contract'
import { ServiceAddress, WebAddress } from '../../src/settings/contract'
import { isAllowed } from '../../src/settings/operator/settings'
import { shelf } from '../support/shelf'

test.each([
  ['https://x.example/a', true],
  ['http://10.0.0.7:8080/', true],
  ['https://[2001:db8::1]/', true],
  ['', true],
  ['https://x.example,https://y.example', false],
  ['https://x.example;https://y.example', false],
  ["https://x.example'", false],
] as const)('an address %p is one address: %p', (typed, isOne) => {
  for (const schema of [WebAddress, ServiceAddress]) expect(v.safeParse(schema, typed).success).toBe(isOne)
})

test.each(['/', '/etc', '/etc/cron.d', '/srv/../etc/cron.d', '/usr/lib/systemd', '/var/spool/cron', '/dev/sda'])(
  'backups do not go to %p',
  (folder) => expect(isAllowed('backupFolder', folder)).toBe(false),
)

test('backups go to a folder of their own, and not through a link into the system', () => {
  const home = mkdtempSync(join(shelf(), 'backups-'))
  for (const folder of ['', '/srv/backups', '/mnt/nas/balcao', '/var/backups/balcao'])
    expect([folder, isAllowed('backupFolder', folder)]).toEqual([folder, true])
  symlinkSync('/etc', join(home, 'link'))
  expect(isAllowed('backupFolder', join(home, 'link', 'cron.d'))).toBe(false)
})

test('nobody plans for the year 9999', () => {
  expect(v.safeParse(UpdateCompany, { dueDate: '9999-12-31' }).success).toBe(false)
  expect(v.safeParse(UpdateCompany, { dueDate: '2027-12-31' }).success).toBe(true)
  expect(v.safeParse(UpdateCompany, { dueDate: '' }).success).toBe(true)
  const event = (start: string) => v.safeParse(CreateEvent, { title: 'Visita', start, end: start }).success
  expect([event('9999-01-01T10:00:00Z'), event('2026-12-01T10:00:00Z')]).toEqual([false, true])
})
