/** Votes on a poll: one per person, counted on the message. */
import { createHash } from 'node:crypto'
import type { MessageAction } from '../../channels/channel'
import { execute, getRow, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { authorsOf } from '../messages/reactions'
import type { StoredMessage } from '../messages/tables'

/** No poll has more options. */
const MOST_OPTIONS = 100

type Vote = { readonly voter: string; readonly at: number }

/** Returns false if it is not a poll, or the same person has a later vote. `countVotes` updates the counts. */
export function storeVote(
  db: Db,
  { id, extra }: StoredMessage,
  action: Extract<MessageAction, { do: 'vote' }>,
): boolean {
  if (!extra?.poll) return false
  const voters = authorsOf(action)
  const known = voteOf(db, id, voters)
  if (known && known.at >= action.at) return false
  const options = [...new Set(action.options)].slice(0, MOST_OPTIONS) // duplicates count once
  execute(
    db,
    'INSERT INTO poll_votes (message_id, voter, options, at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET options = excluded.options, at = excluded.at',
    [id, known?.voter ?? voters[0] ?? '', JSON.stringify(options), action.at],
  )
  return true
}

/** One voter may be stored under several keys. */
const voteOf = (db: Db, messageId: number, voters: readonly string[]): Vote | undefined =>
  getRow<Vote>(
    db,
    'SELECT voter, at FROM poll_votes WHERE message_id = ? AND voter IN (SELECT value FROM json_each(?))',
    [messageId, JSON.stringify(voters)],
  )

type VoteCount = { readonly option: string; readonly votes: number }

/** Stores the vote counts on the poll. Votes name their options only by hash. */
export function countVotes(db: Db, { id, extra }: Pick<StoredMessage, 'id' | 'extra'>) {
  if (!extra?.poll) return
  const counted = getRows<VoteCount>(
    db,
    'SELECT option.value AS option, count(*) AS votes FROM poll_votes, json_each(poll_votes.options) AS option WHERE message_id = ? GROUP BY option.value',
    id,
  )
  const votes = new Map(counted.map((one) => [one.option, one.votes]))
  const options = extra.poll.options.map(({ name }) => ({
    name,
    votes: votes.get(createHash('sha256').update(name).digest('hex')) ?? 0,
  }))
  const changed = { ...extra, poll: { ...extra.poll, options } }
  execute(db, 'UPDATE messages SET extra = ? WHERE id = ?', [JSON.stringify(changed), id])
}
