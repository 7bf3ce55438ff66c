/** Takes over tags, and which tickets have them. Ours are on tickets alone: a contact's go to its newest ticket. */
import * as v from 'valibot'
import { type Move, type Mover, movers } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import { Color } from '../../platform/formats'
import { getRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { fold, oneLine } from '../../platform/text'
import { MOST_TAGS, MOST_TAGS_OF_TICKET } from './contract'
import { findTag, insertTag, listTags, listTagsOf, nextPosition, putOn } from './queries'

const NAME_LENGTH = 50
const GREY = '#7c7c7c'

async function moveTags(move: Move): Promise<void> {
  const { source, company, inSlices } = move
  await inSlices('tags', inOrder(source.rows('tags', company.id)), (slice) => {
    for (const row of slice) takeTag(move, row)
  })
  await inSlices('tags of tickets', source.rows('ticketTags', company.id), (slice) => {
    for (const { ticketId, tagId } of slice) {
      const ticket = move.ids.find('tickets', ticketId)
      putMoved(move, { kind: 'ticketTags', theirs: `${ticketId} ${tagId}`, ticket, tag: move.ids.find('tags', tagId) })
    }
  })
  await inSlices('tags of contacts', source.rows('contactTags', company.id), (slice) => {
    for (const { contactId, tagId } of slice) {
      const ticket = newestTicketOf(move.cx.db, move.ids.find('contacts', contactId))
      putMoved(move, {
        kind: 'contactTags',
        theirs: `${contactId} ${tagId}`,
        ticket,
        tag: move.ids.find('tags', tagId),
      })
    }
  })
}

/** Lanes keep the order that they have on their board. */
const inOrder = (rows: Iterable<SourceRows['tags']>): readonly SourceRows['tags'][] =>
  [...rows].toSorted((a, b) => (a.position ?? Infinity) - (b.position ?? Infinity) || Number(a.id) - Number(b.id))

function takeTag({ cx, ids, report }: Move, row: SourceRows['tags']) {
  if (ids.has('tags', row.id)) return report.merged('tags', 'alreadyHere')
  const name = oneLine(row.name, NAME_LENGTH)
  if (name === '') return report.skipped('tags', 'empty')
  const known = listTags(cx.db)
  const same = known.find((tag) => fold(tag.name) === fold(name))
  if (same) {
    ids.add('tags', row.id, same.id)
    return report.merged('tags', 'sameName')
  }
  if (known.length >= MOST_TAGS) return report.skipped('tags', 'leftOut', name)
  if (name.length < row.name.trim().length) report.noted('tags', 'cut', row.name)
  const color = v.is(Color, row.color) ? row.color : GREY
  const position = row.isKanban ? nextPosition(cx.db) : 0
  ids.add('tags', row.id, insertTag(cx.db, { name, color, kanban: row.isKanban, position, userId: null }).id)
  report.imported('tags')
}

/** Of several with the same time, the one that came last. */
const newestTicketOf = (db: Db, contactId: number | undefined): number | undefined =>
  contactId === undefined
    ? undefined
    : getValue<number>(
        db,
        'SELECT id FROM tickets WHERE contact_id = (? + 0) ORDER BY created_at DESC, id DESC LIMIT 1',
        contactId,
      )

type MovedTag = {
  readonly kind: 'ticketTags' | 'contactTags'
  readonly theirs: string
  readonly ticket: number | undefined
  readonly tag: number | undefined
}

function putMoved({ cx, ids, report }: Move, { kind, theirs, ticket, tag: tagId }: MovedTag) {
  const { db } = cx
  if (ids.has(kind, theirs)) return report.merged(kind, 'alreadyHere')
  const tag = tagId === undefined ? undefined : findTag(db, tagId)
  if (ticket === undefined || !tag) return report.skipped(kind, ticket === undefined ? 'noTicket' : 'noParent')
  ids.add(kind, theirs, ticket)
  if (getRow(db, 'SELECT 1 FROM ticket_tags WHERE ticket_id = ? AND tag_id = ?', [ticket, tag.id]))
    return report.merged(kind, 'repeated')
  const others = listTagsOf(db, ticket)
  // A ticket stands on one lane of the board.
  if (others.length >= MOST_TAGS_OF_TICKET || (tag.kanban && others.some(({ kanban }) => kanban)))
    return report.skipped(kind, 'leftOut', tag.name)
  putOn(db, ticket, tag.id)
  report.imported(kind)
}

const tagMover: Mover = { name: 'tags', move: moveTags }
export const movesTags = movers.filledWith(tagMover)
