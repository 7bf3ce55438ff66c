/** Dumps of the sample installation, and their files in a folder. */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Family } from '../../../src/moving-in/source'
import { installation as neutralInstallation } from '../samples/installation'
import type { NeutralInstallation } from '../samples/neutral'
import { type SampleTable, textOf } from '../samples/table'
import { type Sample, sampleOf } from '../samples/tables'

export type DumpFiles = { readonly dump: string; readonly media: string; readonly sample: Sample }

/** As pg_dump writes it: COPY blocks. */
export function writeDump(
  folder: string,
  family: Family = 'ticketz',
  installation: NeutralInstallation = neutralInstallation,
): DumpFiles {
  const sample = sampleOf(family, installation)
  const media = join(folder, 'public')
  for (const { path, content } of sample.files) {
    const target = resolve(media, path)
    if (!target.startsWith(`${media}/`)) continue
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  mkdirSync(media, { recursive: true })
  const dump = join(folder, `${family}.sql`)
  writeTables(dump, sample.tables)
  return { dump, media, sample }
}

export function writeTables(path: string, tables: readonly SampleTable[]): void {
  const file = openSync(path, 'w')
  const put = (text: string) => void writeSync(file, text)
  put("--\n-- PostgreSQL database dump\n--\n\nSET client_encoding = 'UTF8';\n\n")
  for (const { name, columns } of tables)
    put(
      `CREATE TABLE public."${name}" (\n${columns.map((one) => `    "${one.name}" ${types[one.type]}`).join(',\n')}\n);\n\n`,
    )
  for (const { name, columns, rows } of tables) {
    put(`COPY public."${name}" (${columns.map((one) => `"${one.name}"`).join(', ')}) FROM stdin;\n`)
    for (const row of rows)
      put(`${columns.map(({ type }, at) => escaped(textOf(row[at] ?? null, type, 'postgres'))).join('\t')}\n`)
    put('\\.\n\n')
  }
  put('--\n-- PostgreSQL database dump complete\n--\n\n')
  closeSync(file)
}

const types = {
  integer: 'integer',
  bigint: 'bigint',
  double: 'double precision',
  varchar: 'character varying(255)',
  text: 'text',
  boolean: 'boolean',
  instant: 'timestamp with time zone',
  date: 'date',
  json: 'jsonb',
  uuid: 'uuid',
} as const

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
}
const escaped = (text: string | null): string =>
  text === null ? '\\N' : text.replaceAll(/[\\\t\n\r\b\f]/g, (sign) => escapes[sign] ?? sign)
