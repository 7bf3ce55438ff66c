/** Bulk import and export of quick messages. */
import { expect, test } from 'bun:test'
import type { ImportReport } from '../../src/features/quick-messages/contract'
import { quickMessagesReloaded } from '../../src/features/quick-messages/contract'
import type { Attendant } from '../support/company-world'
import { world } from '../support/world'

const path = '/api/quick-messages'
async function bring(who: Attendant, rows: string, { store = false, name = 'a.csv' } = {}) {
  const form = new FormData()
  form.set('file', new File([rows], name))
  const answer = await who.request(`${path}/import?store=${store}`, { method: 'POST', body: form })
  return (await answer.json()) as ImportReport & { error?: string } // the answer of its route, or a refusal
}
const list = async (who: Attendant) => (await who.api['quick-messages'].get({ query: {} })).data?.records ?? []
const counts = ({ created, updated, failed }: ImportReport) => ({ created, updated, failed })

test('a dry run stores nothing; the import stores the valid rows and makes every screen refetch', async () => {
  const w = world()
  const [admin, ana] = [w.admin(), w.attendant()]
  w.rows("INSERT INTO tags (name, color) VALUES ('VIP', '#112233') RETURNING id")
  const rows = [
    'Mensagem;Atalho;Etiqueta;Geral;Ativa;outra',
    'Olá, {{firstName}};/ola;vip;sim;;x',
    'Tchau;tchau;;não;não',
    ';vazia',
    'sem atalho;',
    'de novo;OLA',
    'x;outra;Etiqueta que não há',
    'x;talvez;;talvez',
    `${'x'.repeat(4097)};longa`,
    `x;${'y'.repeat(51)}`,
  ].join('\n')
  const judged = await bring(admin, rows)
  expect(counts(judged)).toEqual({ created: 3, updated: 0, failed: 6 })
  expect(judged).toMatchObject({ incomplete: 1, rows: [{ line: 2 }, { line: 3 }, { line: 7, problem: 'unknownTag' }] })
  expect(judged.problems.map(({ line, problem }) => [line, problem])).toEqual([
    [4, 'noMessage'],
    [5, 'noShortcode'],
    [6, 'repeated'],
    [7, 'unknownTag'],
    [8, 'noYesOrNo'],
    [9, 'longMessage'],
    [10, 'longShortcode'],
  ])
  expect(await list(admin)).toEqual([])
  expect(ana.heard(quickMessagesReloaded)).toEqual([])
  expect(counts(await bring(admin, rows, { store: true }))).toEqual({ created: 3, updated: 0, failed: 6 })
  expect(await list(admin)).toMatchObject([
    { shortcode: 'ola', message: 'Olá, {{firstName}}', geral: true, status: true, tag: { name: 'VIP' } },
    { shortcode: 'outra', message: 'x', tag: null },
    { shortcode: 'tchau', geral: false, status: false },
  ])
  expect(ana.heard(quickMessagesReloaded)).toEqual([{}])
})

test('an existing shortcode is updated with the row’s fields; other people’s messages stay', async () => {
  const w = world()
  const [admin, ana] = [w.admin(), w.attendant()]
  await bring(admin, 'shortcode,message,geral\nola,Olá,sim\nfrete,Grátis,sim', { store: true })
  await bring(ana, 'minha,Minha', { store: true })
  expect(counts(await bring(admin, 'shortcode,message\nOLA,Bom dia', { store: true }))).toMatchObject({ updated: 1 })
  expect(await list(ana)).toMatchObject([
    { shortcode: 'frete' },
    { shortcode: 'minha', geral: false },
    { shortcode: 'OLA', message: 'Bom dia', geral: true },
  ])
  const report = await bring(ana, 'ola,x\nminha,Outra\nnossa,y,,sim', { store: true })
  expect(report.problems.map(({ shortcode, problem }) => [shortcode, problem])).toEqual([
    ['ola', 'mayNot'],
    ['nossa', 'mayNot'],
  ])
  expect((await bring(admin, 'minha,z,,sim')).problems).toMatchObject([{ problem: 'taken' }])
  expect((await list(ana)).map(({ message }) => message)).toEqual(['Grátis', 'Outra', 'Bom dia'])
})

test('files that are not spreadsheets or too long are refused, without blocking the event loop', async () => {
  const w = world()
  const admin = w.admin()
  expect((await bring(admin, '<html>', { name: 'a.xlsx' })).error).toBe('ERR_SPREADSHEET_UNREADABLE')
  const row = (n: number) => `m${n},mensagem ${n}`
  const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n)).join('\n')
  expect((await bring(admin, rows(5_002))).error).toBe('ERR_SPREADSHEET_TOO_LONG')
  let turns = 0
  const others = setInterval(() => turns++, 1)
  expect(counts(await bring(admin, rows(5_000), { store: true }))).toMatchObject({ created: 5_000, failed: 0 })
  clearInterval(others)
  expect(turns).toBeGreaterThan(50)
  expect((await bring(admin, rows(5_000), { store: true })).updated).toBe(5_000)
}, 180_000)

test('the export contains the visible messages and can be imported unchanged', async () => {
  const w = world()
  const [admin, ana] = [w.admin(), w.attendant()]
  await bring(admin, 'shortcode;message;geral\nola;"Olá; ""você"""\nconta;"=1+1";sim', { store: true })
  for (const format of ['csv', 'xlsx'] as const) {
    const answer = await admin.request(`${path}/export?format=${format}`)
    expect(answer.headers.get('content-disposition')).toContain(`r%C3%A1pidas.${format}`)
    const bytes = await answer.arrayBuffer()
    if (format === 'csv')
      expect(new TextDecoder().decode(bytes).split('\r\n')).toEqual([
        '"shortcode";"message";"tag";"geral";"active"',
        `"conta";"'=1+1";"";"sim";"sim"`,
        '"ola";"Olá; ""você""";"";"não";"sim"',
        '',
      ])
    const form = new FormData()
    form.set('file', new File([bytes], `a.${format}`))
    const back = await admin.request(`${path}/import?store=true`, { method: 'POST', body: form })
    expect(await back.json()).toMatchObject({ created: 0, updated: 2, failed: 0 })
  }
  expect((await list(admin)).map(({ message }) => message)).toEqual(['=1+1', 'Olá; "você"'])
  expect(await (await ana.request(`${path}/export?format=csv`)).text()).not.toContain('Olá')
})
