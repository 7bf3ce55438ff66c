/** Votes on a poll: one of each person, counted on the message. */
import { createHash } from 'node:crypto'
import type { Act } from '../../channels/channel'
import { type Db, statement } from '../../platform/sqlite'
import { authorsOf } from './reactions'
import type { StoredMessage } from './tables'

/** More than any poll has. */
const MOST_OPTIONS = 100

type Vote = { readonly voter: string; readonly at: number }

/** False: no poll, or the vote was overtaken by a later one of the same person. */
export function takeVote(db: Db, { id, extra }: StoredMessage, act: Extract<Act, { do: 'vote' }>): boolean {
  if (!extra?.poll) return false
  const voters = authorsOf(act)
  const known = votesOn(db, id).find(({ voter }) => voters.includes(voter))
  if (known && known.at >= act.at) return false
  const options = [...new Set(act.options)].slice(0, MOST_OPTIONS) // named twice is wanted once
  statement(
    db.$client,
    'INSERT INTO poll_votes (message_id, voter, options, at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET options = excluded.options, at = excluded.at',
  ).run(id, known?.voter ?? voters[0] ?? '', JSON.stringify(options), act.at)
  const poll = { ...extra.poll, options: counted(db, id, extra.poll.options) }
  statement(db.$client, 'UPDATE messages SET extra = ? WHERE id = ?').run(JSON.stringify({ ...extra, poll }), id)
  return true
}

const votesOn = (db: Db, messageId: number): readonly Vote[] =>
  statement(db.$client, 'SELECT voter, at FROM poll_votes WHERE message_id = ?').all(messageId) as Vote[] // the columns are listed

/** A vote names its options by their hash alone. */
function counted(db: Db, messageId: number, options: readonly { readonly name: string }[]) {
  const count = statement(
    db.$client,
    'SELECT count(*) FROM poll_votes, json_each(poll_votes.options) AS option WHERE message_id = ? AND option.value = ?',
  ).pluck()
  return options.map(({ name }) => ({
    name,
    votes: Number(count.get(messageId, createHash('sha256').update(name).digest('hex'))),
  }))
}
