/** Words that only an erased contact used are removed: from the list of words, and from unmerged parts of the index. */
import type { Cx } from '../../platform/cx'
import { execute, getRows, getValue } from '../../platform/sql'
import { type Raw, statement } from '../../platform/sqlite'
import { indexNext, searchableText, type Text, textColumns } from './indexing'
import { wordsOf } from './search-terms'

const ROWS_PER_TRANSACTION = 200
/** Pages of the index. */
const MERGED = 100

/** The words in messages with a contact. */
export async function wordsInConversation(cx: Cx, contactId: number): Promise<ReadonlySet<string>> {
  const words = new Set<string>()
  for (let after = { at: -1, id: 0 }; ; ) {
    const rows = getRows<Text & { id: number; at: number }>(
      cx.db,
      `SELECT m.id, m.created_at AS at, ${textColumns} FROM messages m INDEXED BY messages_page
       WHERE m.contact_id = @contactId AND (m.created_at, m.id) > (@at, @id) ORDER BY m.created_at, m.id LIMIT ${ROWS_PER_TRANSACTION}`,
      { contactId, ...after },
    )
    for (const row of rows) for (const word of wordsOf(searchableText(row))) words.add(word)
    const last = rows.at(-1)
    if (!last) return words
    after = { at: last.at, id: last.id }
    await new Promise(setImmediate) // yields to the event loop
  }
}

/** Call it after the messages were deleted. */
export async function eraseFromSearch(cx: Cx, words: ReadonlySet<string>) {
  while (indexNext(cx)) await new Promise(setImmediate)
  // Once everything is one segment, the words of deleted messages are gone.
  while (mergeSome(cx.db.$client)) await new Promise(setImmediate)
  const all = [...words]
  for (let from = 0; from < all.length; from += ROWS_PER_TRANSACTION) {
    cx.transaction(({ db }) => forgetUnsaid(db.$client, all.slice(from, from + ROWS_PER_TRANSACTION)))
    await new Promise(setImmediate)
  }
}

function forgetUnsaid(raw: Raw, words: readonly string[]) {
  const isSaid = statement(raw, 'SELECT 1 FROM message_search WHERE message_search MATCH ? LIMIT 1')
  const forget = statement(raw, 'DELETE FROM message_words WHERE word = ?')
  for (const word of words) if (!isSaid.get(`"${word}"`)) forget.run(word)
}

/** Whether there was anything to merge: a change in the index's counters alone is nothing. */
function mergeSome(raw: Raw): boolean {
  const changes = () => Number(getValue(raw, 'SELECT total_changes()'))
  const before = changes()
  execute(raw, `INSERT INTO message_search (message_search, rank) VALUES ('merge', -${MERGED})`)
  return changes() - before >= 2
}
