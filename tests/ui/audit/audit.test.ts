/** How the audit log describes actions. */
import { expect, test } from 'bun:test'
import type { AuditEntry, AuditValue } from '../../../src/audit/contract'
import { hoursWords, schedulesOf, usualWeek } from '../../../src/hours/contract'
import { settingKeys } from '../../../src/settings/contract'
import { fieldLabel, shownChanges, subjectLabel, valueText } from '../../../ui/features/audit/labels'
import * as modules from '../../../ui/modules'
import { formatOf } from '../../../ui/shared/i18n/format'
import { languages } from '../../../ui/shared/i18n/languages'
import type { Text } from '../../../ui/shared/i18n/translate'
import type { Module } from '../../../ui/shared/module'
import { optionOf } from '../../../ui/shared/settings/options'
import { textIn } from '../support/texts'

const entry = (kind: string, subjectName: string): AuditEntry => ({
  id: 1,
  at: '2026-03-02T12:00:00.000Z',
  userId: 1,
  userName: 'Ana',
  kind,
  act: 'update',
  subjectId: null,
  subjectName,
  changes: [],
})

const kinds = new Map(
  (await Promise.all(Object.values<Module>(modules).map(({ audit }) => audit?.kinds() ?? {}))).flatMap(Object.entries),
)
const wordsOf = (t: Text) => ({
  t,
  kinds,
  format: formatOf('pt-BR', 'America/Sao_Paulo', t),
  nameOf: (what: string, id: number) => (id === 9 ? undefined : `${what} ${id}`),
})

test('shows a setting as its screen does, also the inverted one', async () => {
  const t = await textIn('pt-BR')
  const words = wordsOf(t)
  const said = (key: string, value: string | null) => valueText(words, entry('setting', key), key, value)
  expect(subjectLabel(words, entry('setting', 'CheckMsgIsGroup'))).toBe('Atender grupos')
  expect(subjectLabel(words, entry('setting', 'smtpauth'))).toBe('E-mail (SMTP): Servidor')
  expect(['enabled', 'disabled'].map((value) => said('CheckMsgIsGroup', value))).toEqual(['Desligado', 'Ligado'])
  expect(['enabled', 'disabled'].map((value) => said('userRating', value))).toEqual(['Ligado', 'Desligado'])
  expect([
    said('scheduleType', 'queue'),
    said('waitingRed', '15'),
    said('aiKey', 'set'),
    said('smtpauth', null),
  ]).toEqual(['O de cada fila', '15 minutos', 'definido', '—'])
})

test('formats weekdays and holidays, and shows unknown values as stored', async () => {
  const t = await textIn('pt-BR')
  const words = wordsOf(t)
  const change = (field: string) => ({ field, from: null, to: null })
  expect(fieldLabel(words, entry('hours', ''), change('monday'))).toBe('Segunda-feira')
  expect(valueText(words, entry('hours', ''), 'monday', null)).toBe('Fechado')
  expect(valueText(words, entry('holiday', 'Natal'), 'date', '2026-12-25')).toBe('25/12/2026')
  expect(fieldLabel(words, entry('robot', 'R2'), change('arms'))).toBe('arms')
  expect(subjectLabel(words, entry('setting', 'forgotten'))).toBe('forgotten')
  const option = JSON.stringify({
    parentId: null,
    position: 1,
    title: 'Preços',
    message: 'Aceitamos Pix.',
    optionType: 'Texto',
  })
  expect(fieldLabel(words, entry('queue', 'Vendas'), change('option Preços'))).toBe('Opção Preços')
  expect(valueText(words, entry('queue', 'Vendas'), 'option Preços', option)).toBe('2. Aceitamos Pix.')
  expect(valueText(words, entry('queue', 'Vendas'), 'option Preços', '{')).toBe('{')
})

test('names ids, groups equal weekdays, and lists the changed fields of objects', async () => {
  const words = wordsOf(await textIn('pt-BR'))
  const said = (kind: string, field: string, value: AuditValue) => valueText(words, entry(kind, 'Vendas'), field, value)
  expect([
    said('user', 'queueIds', '[1,9]'),
    said('queue', 'userIds', '[]'),
    said('connection', 'sendIdQueue', 2),
  ]).toEqual(['queue 1, #9', '—', 'queue 2'])
  const week = hoursWords(schedulesOf(usualWeek))
  expect(said('queue', 'schedules', week)).toBe('Segunda-feira – Sexta-feira: 08:00-18:00, Sábado: 08:00-12:00')
  expect(said('campaignSettings', 'sendDays', '[1,0]')).toBe('Segunda-feira, Domingo')
  expect(said('campaignSettings', 'variables', '[{"key":"cupom","value":"AURORA30"}]')).toBe('cupom: AURORA30')
  expect([said('user', 'profile', 'user'), said('user', 'name', 'user')]).toEqual(['Atendente', 'user'])
  const pool = { active: true, typeAssignment: 'balanced' }
  const changes = [
    { field: 'attendantsPool', from: JSON.stringify({ ...pool, active: false }), to: JSON.stringify(pool) },
  ]
  expect(shownChanges(words, { kind: 'queue', act: 'update', changes })).toEqual([
    { field: 'attendantsPool.active', from: false, to: true },
  ])
  expect(fieldLabel(words, entry('queue', 'Vendas'), { field: 'attendantsPool.active', from: false, to: true })).toBe(
    'Distribuição · Ativo',
  )
  const access = [{ field: 'queueIds', from: '[1]', to: '[1,2]' }]
  expect(shownChanges(words, { kind: 'user', act: 'update', changes: access })).toEqual(access)
  const given = [
    { field: 'name', from: null, to: 'Vendas' },
    { field: 'greetingMessage', from: null, to: '' },
  ]
  expect(shownChanges(words, { kind: 'queue', act: 'create', changes: given })).toEqual(given.slice(0, 1))
})

test.each([...languages])('every setting has a name in %s', async (language) => {
  const words = wordsOf(await textIn(language))
  for (const key of settingKeys) {
    expect(optionOf(key)).toBeDefined()
    expect(subjectLabel(words, entry('setting', key))).not.toContain('settings.')
  }
})
