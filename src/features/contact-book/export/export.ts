/** All contacts as a spreadsheet that can be imported again, generated in batches. */

import { IGNORED } from '../../../bulk-import/contract'
import type { OwnColumns } from '../../../bulk-import/headings'
import { dialingOf } from '../../../channels/dialing'
import { asExported } from '../../../contacts/phone'
import { usernameOfContact } from '../../../contacts/usernames'
import type { Cx } from '../../../platform/cx'
import { getRows } from '../../../platform/sql'
import type { Db } from '../../../platform/sqlite'
import { fold } from '../../../platform/text'
import { type Language, languages } from '../../../texts/languages'

const heads: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': ['Nome', 'Número', 'Usuário', 'E-mail', 'Categoria', 'Último contato', 'ID na Meta'],
  en: ['Name', 'Number', 'Username', 'Email', 'Category', 'Last contact', 'Meta ID'],
  es: ['Nombre', 'Número', 'Usuario', 'Correo', 'Categoría', 'Último contacto', 'ID en Meta'],
  tr: ['Ad', 'Numara', 'Kullanıcı adı', 'E-posta', 'Kategori', 'Son görüşme', 'Meta kimliği'],
}

/** With the fields of the import. */
export const exportedColumns: OwnColumns = {
  heads: languages.map((language) => heads[language]),
  fields: ['name', 'number', IGNORED, 'email', 'category', IGNORED, 'metaId'],
}

/** Columns that the import ignores: only the messenger assigns usernames. */
export const onlyTaken: readonly string[] = languages.flatMap((language) =>
  [heads[language][2], heads[language][5]].map((head) => fold(head ?? '')),
)

const ROWS_PER_READ = 400
const FACTS_AT_ONCE = 4_000
/** Extra columns at most. */
const MOST_NAMES = 100

type Row = {
  readonly id: number
  readonly folded: string
  readonly name: string
  readonly number: string | null
  readonly username: string | null
  readonly email: string | null
  readonly category: string | null
  readonly last: number
  readonly metaIds: string | null
}

export async function* exportContacts(cx: Cx, language: Language): AsyncGenerator<readonly (readonly string[])[]> {
  const names = await namesOfFacts(cx)
  yield [[...heads[language], ...names.values()]]
  const keys = [...names.keys()]
  const { country } = dialingOf(cx)
  const date = new Intl.DateTimeFormat(language, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: cx.tenant.timeZone,
  })
  for (let after: Row | undefined; ; ) {
    const rows = contactsBehind(cx.db, after)
    after = rows.at(-1)
    if (!after) return
    const facts = factsOf(cx.db, rows)
    yield rows.map(({ id, name, number, username, email, category, last, metaIds }) => {
      const own = facts.get(id)
      const shown = [
        name,
        number === null ? '' : asExported(number, country),
        username ?? '',
        email ?? '',
        category ?? '',
        last === 0 ? '' : date.format(last),
        metaIds ?? '',
      ]
      return [...shown, ...keys.map((key) => own?.get(key) ?? '')]
    })
    await new Promise(setImmediate) // yields to the event loop
  }
}

const contactsBehind = (db: Db, after: Row | undefined): Row[] =>
  getRows<Row>(
    db,
    `SELECT c.id, c.name_folded AS folded, c.name, c.number, ${usernameOfContact('c.id')} AS username, c.email, k.description AS category, c.last_ticket_at AS last,
       (SELECT group_concat(kind || ':' || value, ' ') FROM contact_addresses WHERE contact_id = c.id AND kind IN ('psid', 'igsid', 'bsuid')) AS metaIds
     FROM contacts c INDEXED BY contacts_name LEFT JOIN contact_categories k ON k.id = c.category_id
     WHERE c.is_group = 0 AND (c.name_folded, c.id) > (?, ?) ORDER BY c.name_folded, c.id LIMIT ${ROWS_PER_READ}`,
    [after?.folded ?? '', after?.id ?? 0],
  )

/** Extra info by contact id, then by folded name. */
function factsOf(db: Db, rows: readonly Row[]): Map<number, Map<string, string>> {
  const found = getRows<{ id: number; name: string; value: string }>(
    db,
    'SELECT contact_id AS id, name, value FROM contact_extra_info WHERE contact_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(rows.map(({ id }) => id)),
  )
  const facts = new Map<number, Map<string, string>>()
  for (const { id, name, value } of found) facts.set(id, (facts.get(id) ?? new Map()).set(fold(name), value))
  return facts
}

/** Names of the extra columns by their folded form. */
async function namesOfFacts(cx: Cx): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (let last = 0; ; ) {
    const rows = getRows<{ id: number; name: string }>(
      cx.db,
      `SELECT id, name FROM contact_extra_info WHERE id > ? ORDER BY id LIMIT ${FACTS_AT_ONCE}`,
      last,
    )
    const end = rows.at(-1)
    if (!end) return names
    last = end.id
    for (const { name } of rows) if (names.size < MOST_NAMES && !names.has(fold(name))) names.set(fold(name), name)
    await new Promise(setImmediate)
  }
}
