/** An installation of Ticketz as a dump, for the page on which one moves in: a shop with two people and a few messages. All invented. */
import { existsSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DAY, MINUTE } from '../../platform/time'
import { makeFolder } from '../backup/files'
import { movingFolder } from '../moving-in/folder'
import { keepPlan, readPlan } from '../moving-in/plan'
import { uploadPath } from '../moving-in/source-files'

const NAME = 'ticketz-exemplo.sql'

/** Offers the dump as if it had been uploaded, once. */
export function offerSampleDump(dataDir: string, now: number): void {
  if (existsSync(movingFolder(dataDir))) return
  const path = uploadPath(dataDir, 'dump', NAME)
  const dump = sampleDump(now)
  makeFolder(dirname(path))
  writeFileSync(path, dump, { mode: 0o600 })
  keepPlan(dataDir, { ...readPlan(dataDir), uploads: [{ kind: 'dump', name: NAME, bytes: Buffer.byteLength(dump) }] })
}

type Value = string | number | boolean | null
type Table = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Value[])[]
}

const talk = [
  [false, 'Boa tarde! Vocês fazem bolo de casamento?'],
  [true, 'Boa tarde, Helena! Fazemos sim. Para quantas pessoas?'],
  [false, 'Umas 120, no dia 12'],
  [true, 'Perfeito. Mando o catálogo por aqui ainda hoje.'],
] as const
const names = ['Helena Prado', 'Davi Moreira', 'Sônia Braga Lima']

/** As `pg_dump` writes it. */
export function sampleDump(now: number): string {
  const written = tablesAt(now).map(
    ({ name, columns, rows }) =>
      `CREATE TABLE public."${name}" (\n${columns.map((one) => `    "${one}" text`).join(',\n')}\n);\n\n` +
      `COPY public."${name}" (${columns.map((one) => `"${one}"`).join(', ')}) FROM stdin;\n` +
      `${rows.map((row) => `${row.map(shown).join('\t')}\n`).join('')}\\.\n\n`,
  )
  const mark = '--\n-- PostgreSQL database dump'
  return `${mark}\n--\n\nSET client_encoding = 'UTF8';\n\n${written.join('')}${mark} complete\n--\n\n`
}

const shown = (value: Value): string =>
  value === null ? '\\N' : typeof value === 'boolean' ? (String(value)[0] ?? '') : String(value)

function tablesAt(now: number): Table[] {
  const at = (minutesAgo: number) =>
    new Date(now - minutesAgo * MINUTE).toISOString().replace('T', ' ').replace('Z', '+00')
  const since = at((400 * DAY) / MINUTE)
  const one = 1
  return [
    { name: 'SequelizeMeta', columns: ['name'], rows: [['20260901000000-sample.js']] },
    { name: 'BaileysKeys', columns: ['whatsappId', 'type', 'key', 'value'], rows: [] },
    {
      name: 'Companies',
      columns: ['id', 'name', 'status', 'createdAt'],
      rows: [[one, 'Confeitaria Flor de Sal', true, since]],
    },
    {
      name: 'Users',
      columns: ['id', 'name', 'email', 'passwordHash', 'profile', 'super', 'companyId', 'createdAt'],
      rows: [
        [1, 'Beatriz Sales', 'beatriz@flordesal.example', null, 'admin', false, one, since],
        [2, 'Tomás Vidal', 'tomas@flordesal.example', null, 'user', false, one, since],
      ],
    },
    {
      name: 'Queues',
      columns: ['id', 'name', 'color', 'companyId', 'createdAt'],
      rows: [[1, 'Encomendas', '#be185d', one, since]],
    },
    {
      name: 'Whatsapps',
      columns: ['id', 'name', 'status', 'isDefault', 'companyId', 'createdAt'],
      rows: [[1, 'Loja', 'DISCONNECTED', true, one, since]],
    },
    {
      name: 'Contacts',
      columns: ['id', 'name', 'number', 'isGroup', 'companyId', 'createdAt'],
      rows: names.map((name, n) => [n + 1, name, `552199640100${n}`, false, one, since]),
    },
    {
      name: 'Tickets',
      columns: [
        'id',
        'status',
        'contactId',
        'userId',
        'queueId',
        'whatsappId',
        'isGroup',
        'companyId',
        'createdAt',
        'updatedAt',
      ],
      rows: names.map((_, n) => [
        n + 1,
        n === 0 ? 'open' : 'closed',
        n + 1,
        2,
        1,
        1,
        false,
        one,
        at(90 + n * 900),
        at(60 + n * 900),
      ]),
    },
    {
      name: 'Messages',
      columns: [
        'id',
        'body',
        'fromMe',
        'ack',
        'read',
        'mediaType',
        'ticketId',
        'contactId',
        'companyId',
        'createdAt',
        'updatedAt',
      ],
      rows: names.flatMap((_, n) =>
        talk.map(([fromMe, body], line) => {
          const when = at(90 + n * 900 - line * 3)
          return [`3EB0SAMPLE${n}${line}`, body, fromMe, 3, true, 'conversation', n + 1, n + 1, one, when, when]
        }),
      ),
    },
  ]
}
