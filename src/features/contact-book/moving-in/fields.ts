/** Takes over custom fields and pictures of contacts. */
import { EXTRA_INFO_NAME_LENGTH, EXTRA_INFO_VALUE_LENGTH, MOST_EXTRA_INFO } from '../../../contacts/contract'
import { pictureAddress } from '../../../contacts/queries'
import { FILES } from '../../../moving-in/contract'
import { type Move, type MovedFile, reportFile } from '../../../moving-in/mover'
import type { SourceRows } from '../../../moving-in/source'
import { execute, getOnlyValue, getValue } from '../../../platform/sql'
import { statement } from '../../../platform/sqlite'
import { cut, oneLine } from '../../../platform/text'

export async function moveFields(move: Move): Promise<void> {
  await move.inSlices('contacts.fields', move.source.rows('contactFields', move.company.id), (slice) => {
    for (const row of slice) takeField(move, row)
  })
}

function takeField({ cx, ids, report }: Move, row: SourceRows['contactFields']) {
  const { db } = cx
  const what = 'contactFields'
  if (ids.has(what, row.id)) return report.merged(what, 'alreadyHere')
  const contactId = ids.find('contacts', row.contactId)
  if (contactId === undefined) return report.skipped(what, 'noContact')
  const [name, value] = [oneLine(row.name, EXTRA_INFO_NAME_LENGTH), cut(row.value.trim(), EXTRA_INFO_VALUE_LENGTH)]
  if (name === '' || value === '') return report.skipped(what, 'empty')
  const same = 'SELECT id FROM contact_extra_info WHERE contact_id = (? + 0) AND name = (? || ?) AND value = (? || ?)'
  const known = getValue<number>(db, same, [contactId, name, '', value, ''])
  if (known !== undefined) {
    ids.add(what, row.id, known)
    return report.merged(what, 'repeated')
  }
  const count = getOnlyValue<number>(
    db,
    'SELECT count(*) FROM contact_extra_info WHERE contact_id = (? + 0)',
    contactId,
  )
  if (count >= MOST_EXTRA_INFO) return report.skipped(what, 'leftOut', `${name}: ${value}`)
  if (name.length < row.name.trim().length || value.length < row.value.trim().length)
    report.noted(what, 'cut', `${name}: ${cut(value, 80)}`)
  const insert = statement(db.$client, 'INSERT INTO contact_extra_info (contact_id, name, value) VALUES (?, ?, ?)')
  ids.add(what, row.id, Number(insert.run(contactId, name, value).lastInsertRowid))
  report.imported(what)
}

const PICTURES_PER_SLICE = 100
const types: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp'])

type ContactRow = SourceRows['contacts']

export async function movePictures(move: Move): Promise<void> {
  await move.inPreparedSlices(
    'contacts.pictures',
    withPicture(move),
    (slice) => Promise.all(slice.map(({ picture }) => move.files.take(picture ?? ''))),
    (slice, files) => {
      for (const [at, row] of slice.entries()) takePicture(move, row, files[at] ?? null)
    },
    PICTURES_PER_SLICE,
  )
}

function* withPicture({ source, company }: Move): Generator<ContactRow> {
  for (const row of source.rows('contacts', company.id)) if (row.picture) yield row
}

/** A picture that was set here since stays. */
function takePicture({ cx, ids, report }: Move, row: ContactRow, file: MovedFile | null) {
  const contactId = ids.find('contacts', row.id)
  if (contactId === undefined) return
  if (file && !types.has(file.mimetype)) return report.skipped(FILES, 'unreadable', row.picture ?? '')
  if (file?.file) {
    const { changes } = execute(
      cx.db,
      'UPDATE contacts SET picture = ?, picture_url = ?, picture_checked_at = ? WHERE id = ? AND picture IS NULL',
      [file.file, pictureAddress(contactId, file.file), cx.now(), contactId],
    )
    if (changes === 0) return report.merged(FILES, 'alreadyHere')
  }
  reportFile(report, row.picture ?? '', file)
}
