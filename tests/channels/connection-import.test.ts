/** Import settings of a connection: wire format, validation, and the right to stop. */
import { describe, expect, test } from 'bun:test'
import { beginImport } from '../../src/channels/connections/backfill'
import { connectionUpdated } from '../../src/channels/connections/contract'
import { LOJA, SALES } from '../support/company-world'
import { NOON, world } from '../support/world'

const DAY = 86_400_000
const at = (days: number) => new Date(NOON + days * DAY).toISOString()
const fieldsOf = ({ error }: { error: { value: unknown } | null }) =>
  ((error?.value as { details?: { field: string; hint: string }[] })?.details ?? []).map(
    ({ field, hint }) => `${field} ${hint}`,
  )

describe('what to import', () => {
  test('is stored and shown with the other settings of the connection', async () => {
    const w = world()
    const admin = w.admin()
    const settings = {
      importOldMessagesEnable: true,
      importDateStartMessages: at(-30),
      importDateEndMessages: at(-1),
      importOldMessagesGroups: true,
      queueIdImportMessages: SALES,
      closedTicketsPostImported: true,
      complationMessage: 'Até logo!',
    }
    const { data } = await admin.api.whatsapp.post({ name: 'Filial', ...settings })
    expect(data).toMatchObject({ ...settings, statusImportMessages: null })
    expect((await admin.api.whatsapp({ id: data?.id ?? 0 }).get({ query: {} })).data).toMatchObject(settings)
    await admin.api.whatsapp({ id: data?.id ?? 0 }).put({ importDateEndMessages: null, complationMessage: 'Tchau!' })
    expect((await admin.api.whatsapp({ id: data?.id ?? 0 }).get({ query: {} })).data).toMatchObject({
      ...settings,
      importDateEndMessages: null,
      complationMessage: 'Tchau!',
    })
  })

  test('every invalid field is named, and a refused change stores nothing', async () => {
    const w = world()
    const { api } = w.admin()
    const on = { importOldMessagesEnable: true }
    expect(fieldsOf(await api.whatsapp({ id: LOJA }).put(on))).toEqual(['queueIdImportMessages form.import.queue'])
    const wrong = { ...on, importDateStartMessages: at(-800), importDateEndMessages: at(-900) }
    expect(fieldsOf(await api.whatsapp.post({ name: 'Filial', ...wrong }))).toEqual([
      'importDateStartMessages form.import.tooOld',
      'importDateEndMessages form.import.reversed',
      'queueIdImportMessages form.import.queue',
    ])
    expect((await api.whatsapp({ id: LOJA }).put({ ...on, queueIdImportMessages: 99 })).error?.status).toBe(404)
    expect(w.rows('SELECT id, import_on FROM connections')).toEqual([{ id: LOJA, import_on: 0 }])
  })

  test('dates that became too old do not block a change of the name', async () => {
    const w = world()
    const { api } = w.admin()
    const settings = { importOldMessagesEnable: true, queueIdImportMessages: SALES, importDateStartMessages: at(-729) }
    await api.whatsapp({ id: LOJA }).put(settings)
    w.clock.forward(30 * DAY)
    expect(
      (
        await w
          .admin()
          .api.whatsapp({ id: LOJA })
          .put({ ...settings, name: 'Matriz' })
      ).data?.name,
    ).toBe('Matriz')
    const later = await w
      .admin()
      .api.whatsapp({ id: LOJA })
      .put({ ...settings, importDateStartMessages: at(-728) })
    expect(fieldsOf(later)).toEqual(['importDateStartMessages form.import.tooOld'])
  })
})

describe('an import under way', () => {
  test('can be stopped by admins only, and everybody sees it', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    await admin.api.whatsapp({ id: LOJA }).put({ importOldMessagesEnable: true, queueIdImportMessages: SALES })
    beginImport(w.cx, LOJA)
    expect((await ana.api.whatsapp({ id: LOJA }).import.delete()).error?.status).toBe(403)
    const { data } = await admin.api.whatsapp({ id: LOJA }).import.delete()
    expect(data?.statusImportMessages).toMatchObject({ state: 'stopped', messages: 0 })
    expect(ana.heard(connectionUpdated).at(-1)?.whatsapp.statusImportMessages?.state).toBe('stopped')
  })

  test('ends when the import is switched off', async () => {
    const w = world()
    const { api } = w.admin()
    await api.whatsapp({ id: LOJA }).put({ importOldMessagesEnable: true, queueIdImportMessages: SALES })
    beginImport(w.cx, LOJA)
    const { data } = await api.whatsapp({ id: LOJA }).put({ importOldMessagesEnable: false })
    expect(data?.statusImportMessages?.state).toBe('stopped')
  })
})
