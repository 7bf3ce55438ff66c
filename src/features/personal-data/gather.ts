/** Collects all data about a contact into an archive: as text, as JSON, and the files exchanged. */
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { obtainStoredFile } from '../../platform/files'
import { instant } from '../../platform/formats'
import { getRows, getValue } from '../../platform/sql'
import { type Db, statement } from '../../platform/sqlite'
import { ZIP_LIMIT, type ZipFile } from '../../platform/zip'
import type { Language } from '../../texts/languages'
import { type ArchiveTexts, archiveTexts } from './archive-texts'

type ArchiveRequest = { readonly contact: Contact; readonly folder: string; readonly language: Language }

export async function* gather(cx: Cx, { contact, folder, language }: ArchiveRequest): AsyncGenerator<ZipFile> {
  const said = archiveTexts[language]
  const files = new Map<string, string>()
  yield { name: `${said.contact}.json`, pieces: [JSON.stringify(factsOf(cx, contact), null, 2)] }
  const of = { contact, said, files, folder }
  yield { name: `${said.messages}.json`, pieces: asJson(cx, of) }
  yield { name: `${said.messages}.txt`, pieces: asText(cx, of, language) }
  for (const [name, path] of files) yield { name, pieces: Bun.file(path).stream(), isPacked: true }
}

/** Rows per section. */
const ROWS_PER_SECTION = 2000

/** `?` is the contact's id. */
const sections = {
  addresses: `SELECT a.kind, a.value, u.username FROM contact_addresses a LEFT JOIN usernames u ON u.kind = a.kind AND u.value = a.value
    WHERE a.contact_id = ?`,
  extraInfo: 'SELECT name, value FROM contact_extra_info WHERE contact_id = ? ORDER BY id',
  tickets: `SELECT t.id, t.status, t.channel, c.name AS connection, q.name AS queue, u.name AS attendant, t.created_at AS createdAt,
      t.accepted_at AS acceptedAt, t.closed_at AS closedAt,
      (SELECT group_concat(g.name, ', ') FROM ticket_tags x JOIN tags g ON g.id = x.tag_id WHERE x.ticket_id = t.id) AS tags
    FROM tickets t LEFT JOIN connections c ON c.id = t.connection_id LEFT JOIN queues q ON q.id = t.queue_id
      LEFT JOIN users u ON u.id = t.user_id WHERE t.contact_id = ? ORDER BY t.created_at DESC`,
  notes: `SELECT n.note, u.name AS author, n.created_at AS createdAt FROM ticket_notes n LEFT JOIN users u ON u.id = n.user_id
    WHERE n.contact_id = ? ORDER BY n.id`,
  ratings: `SELECT r.ticket_id AS ticketId, r.name, r.type, r.value, r.label, r.comment, r.asked_at AS askedAt, r.answered_at AS answeredAt
    FROM tickets t JOIN ticket_ratings r ON r.ticket_id = t.id WHERE t.contact_id = ? ORDER BY t.created_at DESC`,
  schedules: `SELECT type, body, status, send_at AS sendAt, sent_at AS sentAt, created_at AS createdAt FROM schedules
    WHERE contact_id = ? ORDER BY id`,
  campaigns: `SELECT c.name AS campaign, d.name, iif(d.number GLOB '[0-9]*', d.number, NULL) AS number, d.state, d.answer, d.sent_at AS sentAt, d.read_at AS readAt, d.answered_at AS answeredAt
    FROM campaign_deliveries d JOIN campaigns c ON c.id = d.campaign_id WHERE d.contact_id = ? ORDER BY d.campaign_id`,
  lists: `SELECT l.name AS list, i.name, k.number, i.email, i.in_blacklist AS inBlacklist FROM contacts k
    JOIN contact_list_items i ON i.number = k.number OR i.contact_id = k.id JOIN contact_lists l ON l.id = i.list_id WHERE k.id = ? AND l.deleted_at IS NULL`,
  emailAnswers: `SELECT e.subject AS answered, a.subject, a.message, a.from_address AS address, a.received_at AS receivedAt FROM contacts c
    JOIN email_answers a ON a.from_address = c.email COLLATE NOCASE JOIN emails e ON e.id = a.email_id WHERE c.id = ? AND c.email <> '' ORDER BY a.id`,
  emails: `WITH c AS (SELECT id, email FROM contacts WHERE id = ?)
    SELECT e.subject, e.message, r.address, r.state, r.sent_at AS sentAt FROM (
      SELECT r.id FROM c JOIN email_recipients r ON r.address = c.email COLLATE NOCASE WHERE c.email <> ''
      UNION SELECT r.id FROM c JOIN email_letters l ON l.contact_id = c.id JOIN email_recipients r ON r.email_id = l.email_id
        WHERE (SELECT count(*) FROM email_recipients o WHERE o.email_id = l.email_id) = 1) p
    JOIN email_recipients r ON r.id = p.id JOIN emails e ON e.id = r.email_id ORDER BY e.id`,
  optOuts: 'SELECT number, word, at FROM opt_outs WHERE contact_id = ?',
} as const

function factsOf({ db, tenant, now }: Cx, { id, name, number, email, active, createdAt, categoryId }: Contact) {
  const category = getValue(db, 'SELECT description FROM contact_categories WHERE id = ?', categoryId)
  const lists = Object.entries(sections).map(([section, sql]) => [
    section,
    getRows(db, `${sql} LIMIT ${ROWS_PER_SECTION}`, id).map(readable),
  ])
  return {
    timeZone: tenant.timeZone,
    exportedAt: instant(now()),
    contact: { name, number, email, category: category ?? null, blocked: !active, createdAt: instant(createdAt) },
    ...Object.fromEntries(lists),
  }
}

/** Formats instants as dates. */
const readable = (row: unknown) =>
  Object.fromEntries(
    Object.entries(row as object).map(([name, value]) => [
      name,
      typeof value === 'number' && /(^at|At)$/.test(name) ? instant(value) : value,
    ]),
  )

type Row = {
  readonly id: number
  readonly ticketId: number | null
  readonly at: number
  readonly fromMe: number
  readonly kind: string
  readonly body: string
  readonly author: string | null
  readonly deleted: number
  readonly edited: number
  readonly file: string | null
  readonly fileName: string | null
}

const ROWS_PER_READ = 300

/** Oldest first. */
async function* messagesOf(db: Db, contactId: number): AsyncGenerator<readonly Row[]> {
  const next = statement(
    db.$client,
    `SELECT m.id, m.ticket_id AS ticketId, m.created_at AS at, m.from_me AS fromMe, m.kind, m.body, u.name AS author,
       m.is_deleted AS deleted, m.is_edited AS edited, m.media ->> '$.file' AS file, m.media ->> '$.name' AS fileName
     FROM messages m INDEXED BY messages_page LEFT JOIN users u ON u.id = m.user_id
     WHERE m.contact_id = @contactId AND (m.created_at, m.id) > (@at, @id) ORDER BY m.created_at, m.id LIMIT ${ROWS_PER_READ}`,
  )
  for (let after = { at: -1, id: 0 }; ; ) {
    const rows = next.all({ contactId, at: after.at, id: after.id }) as Row[] // the columns are listed
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last
    await new Promise(setImmediate) // yields to the event loop
  }
}

type ArchiveContext = {
  readonly contact: Contact
  readonly said: ArchiveTexts
  /** Name in the archive → path of the file. */
  readonly files: Map<string, string>
  readonly folder: string
}

async function* asJson({ db }: Cx, of: ArchiveContext): AsyncGenerator<string> {
  const choose = fileChooser(of)
  let before = '[\n'
  for await (const rows of messagesOf(db, of.contact.id))
    for (const row of rows) {
      const { at, fromMe, ticketId, kind, body, author, deleted, edited } = row
      const from = fromMe ? 'company' : 'contact'
      const flags = { deleted: deleted === 1, edited: edited === 1 }
      yield `${before}${JSON.stringify({ at: instant(at), from, author, ticketId, kind, body, file: await choose(row), ...flags })}`
      before = ',\n'
    }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* asText(
  { db, tenant }: Cx,
  { contact, said, files }: ArchiveContext,
  language: Language,
): AsyncGenerator<string> {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: tenant.timeZone,
  })
  for await (const rows of messagesOf(db, contact.id))
    for (const row of rows) {
      const who = row.fromMe ? (row.author ?? said.company) : contact.name
      const file = nameInside(said, row)
      const marks = [row.kind === 'note' && said.note, row.deleted && said.deleted].filter(Boolean).join(', ')
      const text = [row.body, files.has(file) && file].filter(Boolean).join(' ')
      yield `[${format.format(row.at)}] ${oneLine(who)}${marks && ` (${marks})`}: ${continued(text || row.kind)}\n`
    }
}

/** All line terminators of common readers. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g
const oneLine = (text: string): string => text.replace(LINE_END, ' ')
/** Indents all but the first line, so that a text cannot imitate another message. */
const continued = (text: string): string => text.replace(LINE_END, '\n    ')

/** Adds a message's file to the archive while there is room, and brings it here. Returns its name there; null without a file. */
function fileChooser({ files, folder, said }: ArchiveContext): (row: Row) => Promise<string | null> {
  let bytes = 0
  return async (row) => {
    const found = row.file === null ? undefined : await obtainStoredFile(folder, row.file)
    if (!found || files.size >= ZIP_LIMIT.files) return null
    const { size } = Bun.file(found.path)
    if (bytes + size > ZIP_LIMIT.bytes) return null
    bytes += size
    const name = nameInside(said, row)
    files.set(name, found.path)
    return name
  }
}

const nameInside = ({ files }: ArchiveTexts, { id, kind, fileName }: Row): string =>
  `${files}/${id}-${(fileName ?? kind).replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(-80)}`.toWellFormed()
